import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { DepositSources } from './schema.ts';
import { selectSources } from './store.ts';

/** How far the deposits of each venue are known. */
export async function listSources({ actor, db }: Context<Db>): Promise<Static<typeof DepositSources>> {
  const rows = await selectSources(db, actor.tenant).execute();
  return rows.map(({ venue, read_to, reason, missing_from: from, missing_to: to }) => ({
    venue,
    readTo: read_to?.toISOString() ?? null,
    reason,
    missing: from && to ? { from: from.toISOString(), to: to.toISOString() } : null,
  }));
}
