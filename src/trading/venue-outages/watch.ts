import type { Context } from '../../kernel/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { decide } from './decide.ts';
import { outageOccasion } from './notices.ts';
import { deleteOutage, saveOutage, selectOutage } from './store.ts';

export interface WatchedVenue {
  readonly tenant: string;
  readonly code: string;
  readonly isLive: boolean;
}

/** Looks at every venue as this worker sees it, and sends messages about an outage that lasts. */
export async function watchVenues(context: Context<Db>, venues: readonly WatchedVenue[]): Promise<void> {
  for (const venue of venues) await watch(context, venue);
}

async function watch(context: Context<Db>, { tenant, code, isLive }: WatchedVenue): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (tx) => {
    const before = await selectOutage(tx, tenant, code).forUpdate().executeTakeFirst();
    const { after, isNoticed } = decide(before, isLive, clock.now());
    if (after) await saveOutage(tx, { tenant, venue: code, ...after }).execute();
    else if (before) await deleteOutage(tx, tenant, code).execute();
    if (isNoticed && after) {
      await enqueue(tx, { ...context, actor: { ...context.actor, tenant } }, [
        outageOccasion(code, after.since),
      ]);
    }
  });
}
