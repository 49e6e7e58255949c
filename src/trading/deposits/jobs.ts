import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const Nothing = Type.Object({}, { additionalProperties: false });
const OfVenue = Type.Object({ venue: Type.String() }, { additionalProperties: false });

/** Reads the deposits of a venue. */
export const pollJob = defineJob({ name: 'deposit.poll', payload: OfVenue, maxAttempts: 25 });
/** Requests that the deposits of every venue are read. */
export const scheduleJob = defineJob({ name: 'deposit.schedule', payload: Nothing, maxAttempts: 5 });

/** At most one is queued per tenant and venue. */
export const requestPollAt = (tenant: string, venue: string, runAt: Date): JobRequest =>
  request(pollJob, { venue }, { runAt, key: `deposit.poll ${tenant} ${venue}` });
