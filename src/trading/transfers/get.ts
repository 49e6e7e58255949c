import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { toDeposit } from '../deposits/index.ts';
import { freeSince } from './match.ts';
import type { TransferDetail } from './schema.ts';
import { selectFree, selectTransfer } from './store.ts';
import { toTransfer } from './transfer.ts';

const MAX_CANDIDATES = 20;

/** One transfer; while its other end is not known, with the deposits that it could be. */
export async function getTransfer(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<TransferDetail> {
  const row = await selectTransfer(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such transfer.');
  const isSought = row.deposit_id === null && (row.status === 'SUBMITTED' || row.status === 'COMPLETED');
  const free = isSought
    ? await selectFree(
        db,
        { tenant: actor.tenant, venue: row.to_venue ?? '', asset: row.asset },
        freeSince(row),
        MAX_CANDIDATES,
      ).execute()
    : [];
  return { ...toTransfer(row), candidates: free.map(toDeposit) };
}
