import { endpoint, exactAnswer, type Endpoint } from '../../../platform/http/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import { factsContext, type Facts } from '../../facts/handle/index.ts';
import { approveRun } from './approve.ts';
import { listRuns } from './list.ts';
import { makeRun } from './make.ts';
import { previewRun } from './preview.ts';
import { PREVIEW, RUN, RUN_APPROVAL, RUN_PARAMS, RUNS, RUNS_QUERY } from './schema.ts';
import type { RunSettings } from './terms.ts';
import { shown } from './to-run.ts';

const tag = 'Disbursements';
const path = '/api/manage/disbursements/runs';

export function runEndpoints(facts: Facts, settings: RunSettings): Endpoint[] {
  const read = { method: 'GET', tag, scope: 'program:view', waitsForWrites: true } as const;
  const write = { method: 'POST', tag, scope: 'disbursements:manage', repeats: 'answered again' } as const;
  return [
    endpoint({
      ...read,
      path,
      operation: 'listDisbursementRuns',
      summary: 'List the runs over all partners, newest first',
      query: RUNS_QUERY,
      answers: { 200: { description: 'One page.', schema: RUNS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return exactAnswer(await listRuns(context, query));
      },
    }),
    endpoint({
      ...read,
      path: `${path}/preview`,
      operation: 'previewDisbursementRun',
      summary: 'What a run over all partners would request now',
      answers: { 200: { description: 'Counts and sums.', schema: PREVIEW } },
      async handle(context) {
        refusePartners(context.actor);
        return exactAnswer(shown(await previewRun(factsContext(context, facts), settings)));
      },
    }),
    endpoint({
      ...write,
      path,
      operation: 'makeDisbursementRun',
      summary: 'Request disbursements for all partners',
      description:
        'All that is available of every account that has at least the minimum of its currency and no block. It is reserved at once.',
      answers: { 201: { description: 'The run.', schema: RUN } },
      async handle(context) {
        refusePartners(context.actor);
        return exactAnswer(shown(await makeRun(factsContext(context, facts), settings)), 201);
      },
    }),
    endpoint({
      ...write,
      path: `${path}/:number/approve`,
      operation: 'approveDisbursementRun',
      summary: 'Approve the disbursements of a run',
      description:
        'Who asked for the run cannot. Disbursements that are blocked, or whose destination the approver saved, are left as they ' +
        'are and listed.',
      params: RUN_PARAMS,
      answers: { 200: { description: 'What was approved, and what was not.', schema: RUN_APPROVAL } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return exactAnswer(
          shown(await approveRun(factsContext(context, facts), params.number, settings.issuer)),
        );
      },
    }),
  ];
}
