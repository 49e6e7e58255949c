import type { Db } from '../../platform/postgres/index.ts';
import { selectLoss, selectOpen, type RestoreRow } from './store.ts';

export interface Restore {
  readonly id: string;
  readonly detectedAt: Date;
  /** The last audit entry that the database had, as `seq:hash`. */
  readonly head: string;
  /** When the last entry from before the loss was made; null where it is not known. */
  readonly lostSince: Date | null;
}

/** The restore that keeps withdrawals from being sent. */
export async function findOpenRestore(db: Db): Promise<Restore | undefined> {
  const row = await selectOpen(db).executeTakeFirst();
  return row && toRestore(row);
}

/** The restore with which the audit entry of this number was lost, if one was recorded. */
export async function findLoss(db: Db, seq: bigint): Promise<Restore | undefined> {
  const row = await selectLoss(db, Number(seq)).executeTakeFirst();
  return row && toRestore(row);
}

export const toRestore = ({ id, detected_at, head, lost_since }: RestoreRow): Restore => ({
  id,
  detectedAt: detected_at,
  head,
  lostSince: lost_since,
});
