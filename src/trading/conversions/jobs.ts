import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const Nothing = Type.Object({}, { additionalProperties: false });
const OfConversion = Type.Object({ id: Type.String() }, { additionalProperties: false });

/** Advances a conversion as far as possible now. */
export const workJob = defineJob({ name: 'conversion.work', payload: OfConversion, maxAttempts: 25 });
/** Requests the jobs of overdue conversions again. */
export const reconcileJob = defineJob({ name: 'conversion.reconcile', payload: Nothing, maxAttempts: 5 });

/** At most one is queued per conversion. */
export const requestWork = (id: string, runAt?: Date): JobRequest =>
  request(workJob, { id }, { key: `conversion ${id}`, ...(runAt && { runAt }) });
