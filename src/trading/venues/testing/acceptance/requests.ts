import { Decimal, newId } from '../../../../kernel/index.ts';
import type { PricedOrderRequest, WithdrawalRequest } from '../../port.ts';
import type { Samples } from './venue-under-test.ts';

export function aWithdrawal({ withdrawal: { asset, amount, destination } }: Samples): WithdrawalRequest {
  return { reference: newId(), asset, amount: Decimal.parse(amount), destination };
}

/** Trades with nobody. */
export function aRestingOrder({ market: { symbol, restingPrice, quantity } }: Samples): PricedOrderRequest {
  const [price, size] = [Decimal.parse(restingPrice), Decimal.parse(quantity)];
  return { clientOrderId: newId(), symbol, side: 'buy', type: 'limit', price, quantity: size };
}
