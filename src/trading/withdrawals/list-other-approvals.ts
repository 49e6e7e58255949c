import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
import { toApproval } from './expand.ts';
import { voterOf } from './list-approvals.ts';
import type { ApprovalPage, ApprovalQuery } from './schema.ts';
import { countWaitingForOthers, selectWaitingForOthers } from './waiting/index.ts';

/** One page of what waits for votes and the caller cannot vote on, the soonest expiry first. */
export async function listOtherApprovals(
  context: Context<Db>,
  page: ApprovalQuery,
): Promise<Static<typeof ApprovalPage>> {
  const { actor, clock } = context;
  const voter = voterOf(actor);
  const now = clock.now();
  return readCursorPage(context, page, {
    select: (db, slice) => selectWaitingForOthers(db, actor.tenant, voter, now, slice),
    count: (db) => countWaitingForOthers(db, actor.tenant, voter, now),
    position: TIME_AND_ID,
    toItem: (row) => toApproval(row, { actor, now }),
  });
}
