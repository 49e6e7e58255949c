import { later, type Context } from '../../kernel/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { requestWork } from './jobs.ts';
import { selectOverdue } from './store.ts';

const SOON_MS = 60_000;
const BATCH = 1_000;

/** Requests the jobs of all due conversions of every tenant, in case earlier jobs were lost or have died. */
export async function reconcileConversions(context: Context<Db>): Promise<void> {
  const soon = later(context.clock.now(), SOON_MS);
  for (const { id, tenant, due_at } of await selectOverdue(context.db, soon, BATCH).execute()) {
    const actor = { ...context.actor, tenant };
    await enqueue(context.db, { ...context, actor }, [requestWork(id, due_at ?? soon)]);
  }
}
