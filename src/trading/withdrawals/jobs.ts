import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const Nothing = Type.Object({}, { additionalProperties: false });
const OfVenue = Type.Object({ venue: Type.String() }, { additionalProperties: false });

/** Sends what is due at a venue, and finds out about what was sent without an answer. */
export const submitJob = defineJob({ name: 'withdrawal.submit', payload: OfVenue, maxAttempts: 25 });
/** Asks a venue what became of what it has accepted. */
export const pollJob = defineJob({ name: 'withdrawal.poll', payload: OfVenue, maxAttempts: 25 });
/** Cancels what was not approved in time. */
export const expireJob = defineJob({ name: 'withdrawal.expire', payload: Nothing, maxAttempts: 25 });
/** Requests anew the jobs of whatever is overdue. */
export const reconcileJob = defineJob({ name: 'withdrawal.reconcile', payload: Nothing, maxAttempts: 5 });
export const foldCountsJob = defineJob({ name: 'withdrawal.fold-counts', payload: Nothing, maxAttempts: 5 });

/** Cheap, so that every creation can ask for it: whoever comes while another is at work leaves it to that one. */
export const requestSubmit = (venue: string): JobRequest => request(submitJob, { venue });
export const requestPoll = (venue: string): JobRequest => request(pollJob, { venue });

/** At most one of them waits for a tenant's account of a venue. */
export function requestSubmitAt(tenant: string, venue: string, runAt: Date): JobRequest {
  return request(submitJob, { venue }, { runAt, key: `withdrawal.submit ${tenant} ${venue}` });
}

export function requestPollAt(tenant: string, venue: string, runAt: Date): JobRequest {
  return request(pollJob, { venue }, { runAt, key: `withdrawal.poll ${tenant} ${venue}` });
}

export const requestExpire = (runAt: Date): JobRequest => request(expireJob, {}, { runAt });
