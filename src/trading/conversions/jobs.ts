import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const Nothing = Type.Object({}, { additionalProperties: false });
const OfConversion = Type.Object({ id: Type.String() }, { additionalProperties: false });

/** Takes a conversion as far as it can go now. */
export const workJob = defineJob({ name: 'conversion.work', payload: OfConversion, maxAttempts: 25 });
/** Requests anew the jobs of whatever is overdue. */
export const reconcileJob = defineJob({ name: 'conversion.reconcile', payload: Nothing, maxAttempts: 5 });

/** At most one waits for each conversion. */
export const requestWork = (id: string, runAt?: Date): JobRequest =>
  request(workJob, { id }, { key: `conversion ${id}`, ...(runAt && { runAt }) });
