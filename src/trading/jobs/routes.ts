import { arrayPage, endpoint, nextPageHeader, type Endpoint } from '../../platform/http/index.ts';
import { discardJob, listJobs, retryJob, type JobSummary } from '../../platform/worker/index.ts';
import { JobId, JobQuery, Jobs } from './schema.ts';

const tag = 'Jobs';
const path = '/trade/v1/jobs';
const scope = 'admin';
const ERROR_CHARACTERS = 300;

/** Only the jobs of the caller's tenant; those of the system are for the command line. */
export function jobEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'listJobs',
      tag,
      summary: 'List background jobs of the tenant, oldest first',
      description: 'Dead ones, unless another state is asked for.',
      scope,
      query: JobQuery,
      answers: {
        200: { description: 'The jobs.', schema: Jobs, headers: nextPageHeader(`${path}?after=48213`) },
      },
      handle: async (context, { query: { state = 'dead', after, limit = 20 } }) => {
        const { tenant } = context.actor;
        const jobs = await listJobs(context, { state, after, limit: limit + 1, tenant });
        return arrayPage(
          jobs.map(toJob),
          limit,
          ({ id }) => `${path}?state=${state}&after=${id}&limit=${limit}`,
        );
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/retry`,
      operation: 'retryJob',
      tag,
      summary: 'Run a job now and reset its attempts',
      scope,
      repeats: 'answered again',
      params: JobId,
      answers: { 204: { description: 'It runs again.', schema: null } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => {
        await retryJob(context, { ...params, tenant: context.actor.tenant });
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      operation: 'discardJob',
      tag,
      summary: 'Remove a job without running it',
      scope,
      params: JobId,
      answers: { 204: { description: 'It is removed.', schema: null } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => {
        await discardJob(context, { ...params, tenant: context.actor.tenant });
        return { status: 204 };
      },
    }),
  ];
}

const toJob = ({ lastError, runAt, createdAt, ...job }: JobSummary) => ({
  ...job,
  runAt: runAt.toISOString(),
  // Stack traces stay in the process.
  lastError: lastError?.split('\n', 1)[0]?.slice(0, ERROR_CHARACTERS) ?? null,
  createdAt: createdAt.toISOString(),
});
