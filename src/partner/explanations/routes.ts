import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import { ORDER_PARAMS, toNumber } from '../rewards/index.ts';
import { COMPENSATION_EXPLANATION, COMPENSATION_PARAMS } from './compensation-schema.ts';
import { explainCompensation } from './compensation.ts';
import { CREDITED_EXPLANATION, REWARD_PARAMS } from './credited-schema.ts';
import { explainCredited } from './credited.ts';
import { DAYS_QUERY, EXPLAINED_ROWS, REWARD_DAYS, ROWS_QUERY } from './list-schema.ts';
import { listDays, listRows } from './list.ts';
import { ORDER_EXPLANATION } from './order-schema.ts';
import { explainOrder } from './order.ts';
import { PAGE_QUERY } from './schema.ts';

const tag = 'Order details';
const scope = 'reports:view';
const DEFAULT_LIMIT = 100;

export function explanationEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/reports/orders/:order_id/explanation/',
      operation: 'explainOrder',
      tag,
      summary: 'What an order earned you, factor by factor',
      description:
        'For every formula and both levels: the tariff and why it applies, every factor with its source, the rounding, ' +
        'the exchange rate with its day, the payouts and later adjustments. An order of a partner below shows your ' +
        'second-level reward by the first-level reward and your percentage, one of an account that is shared with you ' +
        'your commission; how the first-level reward came about is shown to its own partner alone.',
      scope,
      params: ORDER_PARAMS,
      answers: {
        200: { description: 'Factors that multiply out to each amount.', schema: ORDER_EXPLANATION },
      },
      errors: ['not_found'],
      handle: async (context, { params }) =>
        exactAnswer(await explainOrder(factsContext(context, facts), toNumber(params.order_id))),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/reports/rewards/explained/',
      operation: 'listExplainedRewards',
      tag,
      summary: 'Credited rows by kind, each of which has an explanation',
      description:
        'The rows of the report `rewards`, each with what it is: a reward, a second-level reward, a commission of a shared ' +
        'account, one that you pay, or an adjustment of a day that was credited before. The newest day comes first.',
      scope,
      query: ROWS_QUERY,
      answers: { 200: { description: 'A page of rows.', schema: EXPLAINED_ROWS } },
      handle: async (context, { query: { limit = DEFAULT_LIMIT, offset = 0, ...wanted } }) =>
        exactAnswer(await listRows(factsContext(context, facts), { ...wanted, limit, offset })),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/reports/rewards/explained/days/',
      operation: 'listRewardDays',
      tag,
      summary: 'What was credited for each day, by kind',
      description: 'The kinds of a day add up to `credited_usd`.',
      scope,
      query: DAYS_QUERY,
      answers: { 200: { description: 'The days, the newest first.', schema: REWARD_DAYS } },
      handle: async (context, { query }) => exactAnswer(await listDays(factsContext(context, facts), query)),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/reports/rewards/:reward_id/explanation/',
      operation: 'explainCreditedReward',
      tag,
      summary: 'The orders behind a credited row, and how they add up to it',
      scope,
      params: REWARD_PARAMS,
      query: PAGE_QUERY,
      answers: {
        200: { description: 'Terms that add up to each amount.', schema: CREDITED_EXPLANATION },
      },
      errors: ['not_found'],
      handle: async (context, { params, query: { limit = DEFAULT_LIMIT, offset = 0 } }) =>
        exactAnswer(await explainCredited(factsContext(context, facts), params.reward_id, { limit, offset })),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/reports/progress_reward/:compensation_id/explanation/',
      operation: 'explainProgressReward',
      tag,
      summary: 'The orders of a compensation, factor by factor, and its payouts',
      scope,
      params: COMPENSATION_PARAMS,
      query: PAGE_QUERY,
      answers: {
        200: { description: 'Factors that multiply out to each amount.', schema: COMPENSATION_EXPLANATION },
      },
      errors: ['not_found'],
      handle: async (context, { params, query: { limit = DEFAULT_LIMIT, offset = 0 } }) =>
        exactAnswer(
          await explainCompensation(factsContext(context, facts), params.compensation_id, { limit, offset }),
        ),
    }),
  ];
}
