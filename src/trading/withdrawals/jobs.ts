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

/** Of one queue, so that only one submitter is at work at an account of a venue. */
export function requestSubmit(tenant: string, venue: string, runAt?: Date): JobRequest {
  return request(submitJob, { venue }, options('submit', tenant, venue, runAt));
}

export function requestPoll(tenant: string, venue: string, runAt?: Date): JobRequest {
  return request(pollJob, { venue }, options('poll', tenant, venue, runAt));
}

/** A job for later takes the place of one that waits; a job for now would let those who ask wait for each other. */
function options(verb: string, tenant: string, venue: string, runAt: Date | undefined) {
  const queue = `withdrawal.${verb} ${tenant} ${venue}`;
  return runAt ? { queue, runAt, key: queue } : { queue };
}

export const requestExpire = (runAt: Date): JobRequest => request(expireJob, {}, { runAt });
