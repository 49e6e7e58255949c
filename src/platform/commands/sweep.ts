import { Type } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { deleteOldRequestKeys } from './store.ts';

/** How long a repeat with the same `Idempotency-Key` is recognised. References are kept for good. */
export const KEYS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export async function sweepKeys({ db, clock }: Context<Db>): Promise<void> {
  await deleteOldRequestKeys(db, new Date(clock.now().getTime() - KEYS_KEPT_MS)).execute();
}

const sweep = defineJob({ name: 'commands.sweep', payload: Type.Object({}), maxAttempts: 5 });

export const commandJobs: ModuleJobs = {
  handlers: [handle(sweep, sweepKeys)],
  cron: [{ schedule: '23 * * * *', request: request(sweep, {}) }],
};
