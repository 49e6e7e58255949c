import { OPERATION_TIMEOUT_MS, refusePartners } from '../facts/http/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { answerOnce } from '../../platform/idempotency/index.ts';
import { closeDays } from './close.ts';
import { listPayouts, showPayout } from './list-payouts.ts';
import { PartnerSums } from './partners.ts';
import { releaseCrediting } from './release.ts';
import {
  CREDITING_RUN,
  PAYOUT_DETAILS,
  PAYOUT_PARAMS,
  payoutAnswer,
  PAYOUTS,
  RUNS,
  RUNS_QUERY,
} from './schema.ts';

export function creditingEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/crediting/runs',
      operation: 'listPayouts',
      tag: 'Management',
      summary: 'List the payouts that were made, and what caused them',
      scope: 'program:view',
      query: RUNS_QUERY,
      answers: { 200: { description: 'One page, newest first.', schema: RUNS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return exactAnswer(await listPayouts(context, query));
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/crediting/runs/:number',
      operation: 'showPayout',
      tag: 'Management',
      summary: 'Show a payout with what it credited by partner',
      scope: 'program:view',
      params: PAYOUT_PARAMS,
      answers: { 200: { description: 'The payout.', schema: PAYOUT_DETAILS } },
      errors: ['not_found'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return exactAnswer(await showPayout(context, facts, params.number));
      },
    }),
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      path: '/api/manage/crediting/runs',
      operation: 'runCrediting',
      tag: 'Management',
      summary: 'Credit what partners earned through a day',
      description:
        'Then the rebates of periods that have ended are reserved, and paid if they are approved and covered. What is ' +
        'credited already is not credited again, and later changes become adjustments. A run that is ' +
        'interrupted keeps the payouts that it has made; the next run continues.',
      scope: 'admin',
      body: CREDITING_RUN,
      repeats: 'answered again',
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: { 200: { description: 'The payouts of this run.', schema: PAYOUTS } },
      errors: ['step_up_required', 'unprocessable'],
      async handle(context, { body }) {
        refusePartners(context.actor);
        const { through, dry_run: dryRun } = body;
        return answerOnce(factsContext(context, facts), async (own) => {
          if (!dryRun) await releaseCrediting(own, through);
          const partners = new PartnerSums();
          const payouts = await closeDays(own, {
            through,
            dryRun,
            onPayout: (_payout, sums) => partners.add(sums),
          });
          return exactAnswer({ payouts: payouts.map(payoutAnswer), ...partners.answer() });
        });
      },
    }),
  ];
}
