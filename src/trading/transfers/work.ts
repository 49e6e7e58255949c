import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { matchTransfers } from './match.ts';

const Nothing = Type.Object({}, { additionalProperties: false });

/** Finds the deposits that transfers have become. */
const matchJob = defineJob({ name: 'transfer.match', payload: Nothing, maxAttempts: 5 });

/** `leaseMs`: how long a process that hangs keeps others from matching. */
export const transferJobs = (leaseMs?: number): ModuleJobs => ({
  handlers: [handle(matchJob, (context) => matchTransfers(context, leaseMs))],
  cron: [{ schedule: '* * * * *', request: request(matchJob, {}) }],
  atStart: [request(matchJob, {}, { key: 'transfer.match at start' })],
});
