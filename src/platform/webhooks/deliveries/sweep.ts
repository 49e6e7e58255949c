import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { deleteOldEvents } from './store.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 1000;

/** Forgets events after 30 days, whatever became of them. */
export async function sweepEvents({ db, clock }: Context<Db>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  let deleted: bigint;
  do {
    ({ numDeletedRows: deleted } = await deleteOldEvents(db, before, BATCH).executeTakeFirstOrThrow());
  } while (deleted === BigInt(BATCH));
}
