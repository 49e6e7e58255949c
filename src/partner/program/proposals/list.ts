import type { Static } from 'typebox';
import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { toProposal, type Proposal, type PROPOSALS, type PROPOSALS_QUERY } from './schema.ts';
import { countProposals, selectProposal, selectProposals } from './store.ts';

/** One page, newest first. */
export async function listProposals(
  { db, actor: { tenant, id } }: Context<Db>,
  { limit = 100, offset = 0, ...query }: Static<typeof PROPOSALS_QUERY>,
): Promise<Static<typeof PROPOSALS>> {
  const filter = {
    status: query.status ?? null,
    kind: query.kind ?? null,
    partner: query.partner_uid ?? null,
    notBy: query.by_others === true ? id : null,
  };
  const { count } = await countProposals(db, tenant, filter).executeTakeFirstOrThrow();
  const rows = await selectProposals(db, tenant, filter, limit, offset).execute();
  return { proposals: rows.map(toProposal), count };
}

export async function showProposal({ db, actor: { tenant } }: Context<Db>, id: string): Promise<Proposal> {
  const row = await selectProposal(db, tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such proposal.');
  return toProposal(row);
}
