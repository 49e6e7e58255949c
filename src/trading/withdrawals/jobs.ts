import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const Nothing = Type.Object({}, { additionalProperties: false });
const OfVenue = Type.Object({ venue: Type.String() }, { additionalProperties: false });

/** Sends the withdrawals due at a venue, and finds out what became of those sent without an answer. */
export const submitJob = defineJob({ name: 'withdrawal.submit', payload: OfVenue, maxAttempts: 25 });
/** Asks a venue for the status of the withdrawals it has accepted. */
export const pollJob = defineJob({ name: 'withdrawal.poll', payload: OfVenue, maxAttempts: 25 });
export const expireJob = defineJob({ name: 'withdrawal.expire', payload: Nothing, maxAttempts: 25 });
/** Requests the jobs of overdue withdrawals again. */
export const reconcileJob = defineJob({ name: 'withdrawal.reconcile', payload: Nothing, maxAttempts: 5 });
export const foldCountsJob = defineJob({ name: 'withdrawal.fold-counts', payload: Nothing, maxAttempts: 5 });

/** Cheap, so that every creation can request it: a job that finds another one at work returns at once. */
export const requestSubmit = (venue: string): JobRequest => request(submitJob, { venue });
export const requestPoll = (venue: string): JobRequest => request(pollJob, { venue });

/** At most one is queued per tenant and venue. */
export function requestSubmitAt(tenant: string, venue: string, runAt: Date): JobRequest {
  return request(submitJob, { venue }, { runAt, key: `withdrawal.submit ${tenant} ${venue}` });
}

export function requestPollAt(tenant: string, venue: string, runAt: Date): JobRequest {
  return request(pollJob, { venue }, { runAt, key: `withdrawal.poll ${tenant} ${venue}` });
}

export const requestExpire = (runAt: Date): JobRequest => request(expireJob, {}, { runAt });
