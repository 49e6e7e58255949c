import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../jobs/index.ts';
import { recordVerification } from './record.ts';

const verifyJob = defineJob({
  name: 'audit.verify',
  payload: Type.Object({}, { additionalProperties: false }),
  maxAttempts: 3,
});

/** Verifies the chain every night, so that a change is found without a person asking. */
export const auditJobs: ModuleJobs = {
  handlers: [
    handle(verifyJob, async ({ db, clock }) => {
      await recordVerification(db, clock);
    }),
  ],
  cron: [{ schedule: '20 3 * * *', request: request(verifyJob, {}) }],
};
