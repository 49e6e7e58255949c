import type { TObject } from 'typebox';
import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { factsContext, type Facts, type FactsContext } from '../facts/handle/index.ts';
import { explainCfd, explainForex, type OrderNumber } from './details.ts';
import { CFD_DETAIL, FOREX_DETAIL, ORDER_PARAMS } from './schema.ts';

export function orderDetailEndpoints(facts: Facts): Endpoint[] {
  const detail = (
    formula: string,
    operation: string,
    summary: string,
    schema: TObject,
    explain: (context: FactsContext, number: OrderNumber) => Promise<object>,
  ): Endpoint =>
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `/api/reports/orders/${formula}/:order_id/`,
      operation,
      tag: 'Order details',
      summary,
      description: 'An order that is rewarded by another formula answers 404 and names its formula.',
      scope: 'reports:view',
      params: ORDER_PARAMS,
      answers: { 200: { description: 'The factors and the reward they multiply out to.', schema } },
      async handle(context, { params }) {
        const found = await explain(factsContext(context, facts), toNumber(params.order_id));
        return exactAnswer(found);
      },
    });
  return [
    detail(
      'formula_usd_per_lot_avg',
      'explainForexOrder',
      'Why an order of the per-lot formula earned what it did',
      FOREX_DETAIL,
      explainForex,
    ),
    detail(
      'formula_cfd',
      'explainCfdOrder',
      'Why an order of the CFD formula earned what it did',
      CFD_DETAIL,
      explainCfd,
    ),
  ];
}

export function toNumber(orderId: string): OrderNumber {
  const colon = orderId.indexOf(':');
  return { server: orderId.slice(0, colon), ticket: orderId.slice(colon + 1) };
}
