import { Decimal, newId } from '../../../../kernel/index.ts';
import type { OrderRequest, PricedOrderRequest, SoughtOrder, WithdrawalRequest } from '../../port/index.ts';
import type { Samples } from './venue-under-test.ts';

export function aWithdrawal({ withdrawal: { asset, amount, destination } }: Samples): WithdrawalRequest {
  return { reference: newId(), asset, amount: Decimal.parse(amount), destination };
}

/** Does not trade. */
export function aRestingOrder({ market: { symbol, restingPrice, quantity } }: Samples): PricedOrderRequest {
  const [price, size] = [Decimal.parse(restingPrice), Decimal.parse(quantity)];
  return { clientOrderId: newId(), symbol, side: 'buy', type: 'limit', price, quantity: size };
}

/** Takes everything offered by the book of the samples. */
export function aTakingOrder({ market: { symbol, asks } }: Samples): PricedOrderRequest {
  const quantity = asks.map(([, size]) => Decimal.parse(size)).reduce((sum, next) => sum.plus(next));
  const price = Decimal.parse(asks.at(-1)?.[0] ?? '');
  return { clientOrderId: newId(), symbol, side: 'buy', type: 'ioc', price, quantity };
}

/** An order sent just now, by our id alone. */
export const sought = ({ clientOrderId, symbol }: OrderRequest): SoughtOrder => ({
  clientOrderId,
  symbol,
  since: new Date(),
  venueOrderId: null,
});
