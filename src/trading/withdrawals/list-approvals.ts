import type { Static } from 'typebox';
import { accountableFor, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
import { toApproval } from './expand.ts';
import type { ApprovalPage, ApprovalQuery } from './schema.ts';
import { countWaiting, selectWaiting } from './waiting/index.ts';

/** One page of what the caller can vote on, the latest expiry first. */
export async function listApprovals(
  context: Context<Db>,
  page: ApprovalQuery,
): Promise<Static<typeof ApprovalPage>> {
  const { tenant, kind } = context.actor;
  const voter = { id: accountableFor(context.actor), isPerson: kind === 'person' };
  const now = context.clock.now();
  return readCursorPage(context, page, {
    select: (db, slice) => selectWaiting(db, tenant, voter, now, slice),
    count: (db) => countWaiting(db, tenant, voter, now),
    position: TIME_AND_ID,
    toItem: toApproval,
  });
}
