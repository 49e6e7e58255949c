import type { Static } from 'typebox';
import type { Actor, Context } from '../../../kernel/index.ts';
import { findAccountable } from '../../../platform/auth/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../../platform/lists/index.ts';
import { toApproval } from '../reading/index.ts';
import type { ApprovalPage, ApprovalQuery } from './schema.ts';
import {
  countWaiting,
  countWaitingForOthers,
  selectWaiting,
  selectWaitingForOthers,
  type Voter,
} from './store.ts';

const voterOf = (actor: Actor, people: readonly string[]): Voter => ({
  id: actor.id,
  people,
  isPerson: actor.kind === 'person',
  isApprover: actor.scopes.has('approvals:edit'),
});

interface Listing {
  readonly name: string;
  readonly select: typeof selectWaiting;
  readonly count: typeof countWaiting;
}

const listing =
  ({ name, select, count }: Listing) =>
  async (context: Context<Db>, page: ApprovalQuery): Promise<Static<typeof ApprovalPage>> => {
    const { actor, clock } = context;
    const now = clock.now();
    const people = await findAccountable(context.db, { by: actor.id, at: now });
    const voter = voterOf(actor, people);
    return readCursorPage(context, page, {
      of: [name, null],
      select: (db, slice) => select(db, actor.tenant, voter, now, slice),
      count: (db) => count(db, actor.tenant, voter, now),
      position: TIME_AND_ID,
      toItem: (row) => toApproval(row, { actor, people, now }),
    });
  };

/** One page of what the caller can vote on, the soonest expiry first. */
export const listApprovals = listing({ name: 'approvals', select: selectWaiting, count: countWaiting });

/** One page of what waits for votes and the caller cannot vote on, the soonest expiry first. */
export const listOtherApprovals = listing({
  name: 'others',
  select: selectWaitingForOthers,
  count: countWaitingForOthers,
});
