import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../../jobs/index.ts';
import type { Db } from '../../postgres/index.ts';
import { deleteOldEvents } from './store.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 1000;

/** Deletes events after 30 days, delivered or not. */
export async function sweepEvents({ db, clock }: Context<Db>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  let deleted: bigint;
  do {
    ({ numDeletedRows: deleted } = await deleteOldEvents(db, before, BATCH).executeTakeFirstOrThrow());
  } while (deleted === BigInt(BATCH));
}

const sweep = defineJob({ name: 'webhook.sweep', payload: Type.Object({}), maxAttempts: 5 });

export const webhookJobs: ModuleJobs = {
  handlers: [handle(sweep, sweepEvents)],
  cron: [{ schedule: '23 * * * *', request: request(sweep, {}) }],
};
