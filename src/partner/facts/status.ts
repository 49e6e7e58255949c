import type { Context } from '../../kernel/index.ts';
import { countKinds, countObjects, selectLease } from './log/store.ts';
import type { Facts } from './open.ts';
import { readState } from './store/state.ts';

export interface FactsStatus {
  /** The last batch of the log, and the last one that the store has. */
  readonly head: number;
  readonly applied: number;
  readonly asOf: Date | null;
  readonly objects: number;
  readonly bytes: number;
  /** The process that writes; null when none does. */
  readonly writer: string | null;
  readonly kinds: readonly { readonly kind: string; readonly batches: number; readonly facts: number }[];
}

/** Tells how far the log and the store are. */
export async function readStatus({ db: { db, database } }: Context<Facts>): Promise<FactsStatus> {
  const { applied, asOf } = await readState(database);
  const lease = await selectLease(db).executeTakeFirstOrThrow();
  const { objects, bytes } = await countObjects(db).executeTakeFirstOrThrow();
  const kinds = await countKinds(db, lease.number).execute();
  return {
    head: lease.number,
    applied,
    asOf,
    objects,
    bytes,
    writer: lease.isHeld ? (lease.address ?? lease.holder) : null,
    kinds: kinds.map(({ kind, batches, accepted }) => ({ kind, batches, facts: accepted })),
  };
}
