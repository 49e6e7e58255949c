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

/** Says that something is due at a venue. It is cheap to request, and sees to it that one submitter is at work. */
export const wakeJob = defineJob({ name: 'withdrawal.wake', payload: OfVenue, maxAttempts: 25 });

export const requestWake = (venue: string): JobRequest => request(wakeJob, { venue });

/** All of one queue, so that only one submitter is at work at a tenant's account of a venue. */
export function requestSubmit(tenant: string, venue: string, runAt?: Date): JobRequest {
  return request(submitJob, { venue }, once(`withdrawal.submit ${tenant} ${venue}`, runAt));
}

export function requestPoll(tenant: string, venue: string, runAt?: Date): JobRequest {
  return request(pollJob, { venue }, once(`withdrawal.poll ${tenant} ${venue}`, runAt));
}

/** At most one waits for now and one for later: a job for later must not take the place of one that is due. */
const once = (name: string, runAt: Date | undefined) =>
  runAt ? { queue: name, key: `${name} later`, runAt } : { queue: name, key: name };

export const requestExpire = (runAt: Date): JobRequest => request(expireJob, {}, { runAt });
