import type { Static } from 'typebox';
import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { toProposal, type Proposal, type PROPOSALS, type PROPOSALS_QUERY } from './schema.ts';
import { countProposals, selectProposal, selectProposals } from './store.ts';

/** One page, newest first. */
export async function listProposals(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0, ...query }: Static<typeof PROPOSALS_QUERY>,
): Promise<Static<typeof PROPOSALS>> {
  const status: string | null = query.status ?? null;
  const { count } = await countProposals(db, tenant, status).executeTakeFirstOrThrow();
  const rows = await selectProposals(db, tenant, status, limit, offset).execute();
  return { proposals: rows.map(toProposal), count };
}

export async function showProposal({ db, actor: { tenant } }: Context<Db>, id: string): Promise<Proposal> {
  const row = await selectProposal(db, tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such proposal.');
  return toProposal(row);
}
