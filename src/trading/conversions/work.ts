import { handle, request, type JobHandler, type JobRequest } from '../../platform/jobs/index.ts';
import { advanceConversion } from './advance.ts';
import { reconcileJob, workJob } from './jobs.ts';
import type { Floor } from './places.ts';
import { reconcileConversions } from './reconcile.ts';
import { TIMING, type Timing } from './timing.ts';

/** What does the jobs of conversions. */
export function conversionHandlers(floor: Floor, times: Partial<Timing> = {}): JobHandler[] {
  const timing = { ...TIMING, ...times };
  return [
    handle(workJob, (context, payload) => advanceConversion(context, floor, timing, payload)),
    handle(reconcileJob, reconcileConversions),
  ];
}

/** To be requested whenever a worker starts. */
export const reconcileConversionsAtStart: JobRequest = request(
  reconcileJob,
  {},
  { key: 'conversion.reconcile at start' },
);

export const CONVERSION_CRON = [{ schedule: '* * * * *', request: request(reconcileJob, {}) }] as const;
