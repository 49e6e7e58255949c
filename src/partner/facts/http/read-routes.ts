import { endpoint, type Endpoint } from '../../../platform/http/index.ts';
import { describeKinds, FACT_KINDS } from '../intake/index.ts';
import { BATCHES, BATCHES_QUERY, listBatches, FACT_ROWS, listRows, ROWS_QUERY } from '../reading/index.ts';
import { factsContext, type Facts } from '../handle/index.ts';
import { refusePartners } from './refuse-partners.ts';
import { KIND_PARAMS } from './schema.ts';

const tag = 'Management';
const scope = 'program:view';

/** What managers can see of the facts. */
export function readEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/facts/kinds',
      operation: 'listFactKinds',
      tag,
      summary: 'List the kinds of facts with their fields',
      description: 'For example to offer the fields for the columns of a file.',
      scope,
      answers: { 200: { description: 'All kinds.', schema: FACT_KINDS } },
      handle({ actor }) {
        refusePartners(actor);
        return { status: 200, body: describeKinds() };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/facts/kinds/:kind/rows',
      operation: 'listFacts',
      tag,
      summary: 'Read facts of one kind back',
      scope,
      params: KIND_PARAMS,
      query: ROWS_QUERY,
      answers: { 200: { description: 'One page.', schema: FACT_ROWS } },
      errors: ['not_found'],
      async handle(context, { params, query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listRows(factsContext(context, facts), { ...params, ...query }) };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/facts/batches',
      operation: 'listFactBatches',
      tag,
      summary: 'List the batches of the log, newest first',
      description: 'Who sent what and when, what was withdrawn, and the batches of payouts.',
      scope,
      query: BATCHES_QUERY,
      answers: { 200: { description: 'One page.', schema: BATCHES } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listBatches(factsContext(context, facts), query) };
      },
    }),
  ];
}
