import type { Static } from 'typebox';
import { later, Problem, type Context } from '../../kernel/index.ts';
import { readCounted, readPage } from '../../platform/lists/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { keyOf, type Place } from './decide.ts';
import type { ManagedBalance, Proposal, ProposalPage, ProposalQuery } from './schema.ts';
import { selectBalances, selectStates } from './store.ts';
import { countProposals, selectCurrent, selectProposal, selectProposals } from './proposals/index.ts';
import { toBalance, toProposal } from './view.ts';
import { sumMoved, CAP_WINDOW_MS } from './world/index.ts';

/** All of them, by venue and asset: at most 200. */
export async function listBalances({ actor, clock, db }: Context<Db>): Promise<ManagedBalance[]> {
  const { tenant } = actor;
  const now = clock.now();
  const rows = await selectBalances(db, tenant).execute();
  const [states, moved, current] = await Promise.all([
    selectStates(db, tenant).execute(),
    sumMoved(db, tenant, later(now, -CAP_WINDOW_MS), null).execute(),
    selectCurrent(db, tenant, now).execute(),
  ]);
  return rows.map((row) => {
    const isHere = (place: Place): boolean => keyOf(place) === keyOf(row);
    return toBalance(row, {
      state: states.find(isHere),
      moved: moved.find(isHere)?.moved,
      proposal: current.find((each) => each.status === 'OPEN' && isHere(each)),
    });
  });
}

export async function getBalance(context: Context<Db>, place: Place): Promise<ManagedBalance> {
  const found = (await listBalances(context)).find(
    ({ venue, asset }) => venue === place.venue && asset.code === place.asset,
  );
  if (!found)
    throw new Problem('not_found', `There is no managed balance of ${place.asset} at ${place.venue}.`);
  return found;
}

export async function listProposals(
  context: Context<Db>,
  { pageNumber, pageSize, ...by }: ProposalQuery,
): Promise<Static<typeof ProposalPage>> {
  const filter = { tenant: context.actor.tenant, ...by };
  return readPage(
    context,
    { pageNumber, pageSize },
    {
      read: (db, { limit, offset }) =>
        readCounted(selectProposals(db, filter, limit, offset), countProposals(db, filter)),
      toItem: toProposal,
    },
  );
}

export async function getProposal({ actor, db }: Context<Db>, { id }: { id: string }): Promise<Proposal> {
  const row = await selectProposal(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such proposal.');
  return toProposal(row);
}
