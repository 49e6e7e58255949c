import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { watchVenues, type WatchedVenue } from './watch.ts';

const watchJob = defineJob({
  name: 'venue.watch',
  payload: Type.Object({}, { additionalProperties: false }),
  maxAttempts: 1,
});

/** `venues` are those of all tenants. */
export const outageJobs = (venues: () => readonly WatchedVenue[]): ModuleJobs => ({
  handlers: [
    handle(
      watchJob,
      (context) => watchVenues(context, venues()),
      async () => 'venue outages',
    ),
  ],
  cron: [{ schedule: '* * * * *', request: request(watchJob, {}) }],
  atStart: [],
});
