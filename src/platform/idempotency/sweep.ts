import { Type } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { deleteExpired } from './store.ts';

export async function sweepClaims({ db, clock }: Context<Db>): Promise<void> {
  await deleteExpired(db, clock.now()).execute();
}

const sweep = defineJob({ name: 'commands.sweep', payload: Type.Object({}), maxAttempts: 5 });

export const idempotencyJobs: ModuleJobs = {
  handlers: [handle(sweep, sweepClaims)],
  cron: [{ schedule: '23 * * * *', request: request(sweep, {}) }],
};
