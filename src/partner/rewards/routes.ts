import type { TObject } from 'typebox';
import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { factsContext, type Facts, type FactsContext } from '../facts/handle/index.ts';
import { explainCfd, explainForex, findNumber, type OrderNumber } from './details.ts';
import { CFD_DETAIL, FOREX_DETAIL, ORDER_OR_TICKET_PARAMS, SERVER_PARAMS } from './schema.ts';

export function orderDetailEndpoints(facts: Facts): Endpoint[] {
  const detail = (
    formula: string,
    operation: string,
    summary: string,
    schema: TObject,
    explain: (context: FactsContext, number: OrderNumber) => Promise<object>,
  ): Endpoint[] => {
    const common = {
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      tag: 'Order details',
      description: 'An order that is rewarded by another formula answers 404 and names its formula.',
      scope: 'reports:view',
      answers: { 200: { description: 'The factors and the reward they multiply out to.', schema } },
    } as const;
    const path = `/api/reports/orders/${formula}`;
    return [
      endpoint({
        ...common,
        path: `${path}/:order_id/`,
        operation,
        summary,
        params: ORDER_OR_TICKET_PARAMS,
        errors: ['unprocessable'],
        async handle(call, { params }) {
          const context = factsContext(call, facts);
          return exactAnswer(await explain(context, await findNumber(context, params.order_id)));
        },
      }),
      endpoint({
        ...common,
        path: `${path}/:server/:order_id/`,
        operation: `${operation}OnServer`,
        summary: `${summary}, by server and number`,
        params: SERVER_PARAMS,
        handle: async (call, { params: { server, order_id: ticket } }) =>
          exactAnswer(await explain(factsContext(call, facts), { server, ticket })),
      }),
    ];
  };
  return [
    ...detail(
      'formula_usd_per_lot_avg',
      'explainForexOrder',
      'Why an order of the per-lot formula earned what it did',
      FOREX_DETAIL,
      explainForex,
    ),
    ...detail(
      'formula_cfd',
      'explainCfdOrder',
      'Why an order of the CFD formula earned what it did',
      CFD_DETAIL,
      explainCfd,
    ),
  ];
}
