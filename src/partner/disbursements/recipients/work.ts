import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../../platform/jobs/index.ts';
import { eraseOutdated } from '../../../platform/recipients/index.ts';
import { uses } from './uses.ts';

const eraseJob = defineJob({
  name: 'disbursement-recipient.erase-outdated',
  payload: Type.Object({}, { additionalProperties: false }),
  maxAttempts: 5,
});

/** Erases who received disbursements once nothing has needed it for so many days. */
export const recipientJobs = (keepDays: number): ModuleJobs => ({
  handlers: [handle(eraseJob, (context) => eraseOutdated(context, uses, keepDays))],
  cron: [{ schedule: '17 3 * * *', request: request(eraseJob, {}) }],
});
