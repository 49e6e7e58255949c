import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../../jobs/index.ts';
import type { Db } from '../../postgres/index.ts';
import { advance, deleteOldEvents, deleteOldFeed } from './store.ts';

const HOUR_MS = 3_600_000;
const BATCH = 1000;
const KEPT = [
  { remove: deleteOldEvents, ms: 30 * 24 * HOUR_MS },
  { remove: deleteOldFeed, ms: 24 * HOUR_MS },
] as const;

/** Deletes events after 30 days, delivered or not, and those of streams after a day. Those after them become due. */
export async function sweepEvents({ db, clock }: Context<Db>): Promise<void> {
  for (const { remove, ms } of KEPT) {
    const before = new Date(clock.now().getTime() - ms);
    let deleted: bigint;
    do {
      ({ numDeletedRows: deleted } = await remove(db, before, BATCH).executeTakeFirstOrThrow());
    } while (deleted === BigInt(BATCH));
  }
  await advance(db, clock.now()).execute();
}

const sweep = defineJob({ name: 'webhook.sweep', payload: Type.Object({}), maxAttempts: 5 });

export const webhookJobs: ModuleJobs = {
  handlers: [handle(sweep, sweepEvents)],
  cron: [{ schedule: '23 * * * *', request: request(sweep, {}) }],
};
