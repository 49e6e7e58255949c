import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { readCounted, readPage } from '../../lists/index.ts';
import type { Db } from '../../postgres/index.ts';
import { findAccountable } from '../accountable/index.ts';
import type { ServiceName } from '../scopes.ts';
import { toProposal, type AccessPage, type AccessQuery } from './schema.ts';
import { countProposals, selectProposals } from './store.ts';

/** One page of what waits for a second admin, was decided or was announced, newest first. */
export async function listAccessProposals(
  context: Context<Db>,
  service: ServiceName,
  { status, ...page }: Static<typeof AccessQuery>,
): Promise<Static<typeof AccessPage>> {
  const { db, actor, clock } = context;
  const place = { tenant: actor.tenant, service };
  const self = await findAccountable(db, { by: actor.id, at: clock.now() });
  return readPage(context, page, {
    read: (within, { limit, offset }) =>
      readCounted(
        selectProposals(within, place, self, status, limit, offset),
        countProposals(within, place, status),
      ),
    toItem: ({ is_own, ...row }) => toProposal(row, is_own),
  });
}
