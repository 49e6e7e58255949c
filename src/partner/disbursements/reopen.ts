import type { Tx } from '../../platform/postgres/index.ts';
import { announce, reopenApproved } from './store.ts';

/** What was approved for a destination waits for an approval again, within the caller's transaction. */
export async function reopen(tx: Tx, destination: string, reason: string, at: Date): Promise<void> {
  const reopened = await reopenApproved(tx, destination, reason, at).execute();
  const numbers = reopened.map(({ number }) => number);
  await announce(tx, 'disbursement.requested', numbers, at).execute();
}
