import type { Tx } from '../../../platform/postgres/index.ts';
import { reopen } from '../reopen.ts';
import { updateDestination } from './store.ts';

/** Stops the use of a destination that the bank could not pay to, within the caller's transaction. */
export async function disableDestination(tx: Tx, id: string, reason: string, at: Date): Promise<void> {
  await updateDestination(tx, id, 'CONFIRMED', { status: 'DISABLED', reason }).execute();
  await reopen(tx, id, `The destination is disabled: ${reason}`, at);
}
