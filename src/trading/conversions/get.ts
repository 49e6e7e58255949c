import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { toDetail } from './conversion.ts';
import type { ConversionDetail } from './schema.ts';
import { selectConversion, selectOrders, selectTrades } from './store.ts';

/** Reads one snapshot, so that every trade has its order. */
export async function getConversion(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<ConversionDetail> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const row = await selectConversion(tx, actor.tenant, id).executeTakeFirst();
      if (!row) throw new Problem('not_found', 'There is no such conversion.');
      return toDetail(row, await selectOrders(tx, id).execute(), await selectTrades(tx, id).execute());
    });
}
