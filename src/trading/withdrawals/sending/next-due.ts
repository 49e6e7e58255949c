import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Status } from '../status.ts';
import { selectNextDue } from '../store.ts';

/** When the next of the tenant's withdrawals in this status is due at the venue. */
export async function nextDue(
  { actor, db }: Context<Db>,
  venue: string,
  status: Status,
): Promise<Date | undefined> {
  const next = await selectNextDue(db, actor.tenant, venue, status).executeTakeFirst();
  return next?.due_at ?? undefined;
}
