import {
  Decimal,
  later,
  noFieldErrors,
  Problem,
  refuseFieldErrors,
  type FieldErrors,
} from '../../../kernel/index.ts';
import { TIMING } from './timing.ts';
import type { FoundTrade } from '../resolution.ts';
import type { OrderRow, TradeRow } from '../store.ts';

/** In the form in which two people have found the same. */
export function normalise(trades: readonly FoundTrade[]): FoundTrade[] {
  return trades
    .map(({ price, quantity, fee, tradedAt, ...trade }) => ({
      ...trade,
      price: plain(price),
      quantity: plain(quantity),
      fee: { asset: fee.asset, amount: plain(fee.amount) },
      tradedAt: new Date(tradedAt).toISOString(),
    }))
    .toSorted((one, other) => (one.venueTradeId < other.venueTradeId ? -1 : 1));
}

const plain = (amount: string): string => Decimal.parse(amount).trim().toString();

export const sumOf = (trades: readonly { readonly quantity: string }[]): Decimal =>
  trades.reduce((sum, { quantity }) => sum.plus(Decimal.parse(quantity)), Decimal.ZERO).trim();

/** Refuses what the order cannot have traded, beside the trades that are known. */
export function checkFound(
  order: OrderRow,
  known: readonly TradeRow[],
  found: readonly FoundTrade[],
  now: Date,
): void {
  const errors: FieldErrors = noFieldErrors();
  const seen = new Set(known.map(({ venue_trade_id }) => venue_trade_id));
  for (const [index, trade] of found.entries()) {
    for (const [field, fault] of Object.entries(faultsOf(order, trade, now))) {
      errors[`trades.${index}.${field}`] = [fault];
    }
    if (seen.has(trade.venueTradeId)) errors[`trades.${index}.venueTradeId`] = ['occurs more than once'];
    seen.add(trade.venueTradeId);
  }
  const total = sumOf([...known, ...found]);
  const reported = Decimal.parse(order.filled);
  const hasEnded = order.status !== 'SENT' && order.status !== 'OPEN';
  if (total.compare(Decimal.parse(order.quantity)) > 0) {
    errors['trades'] = [`must not come to more than the ${order.quantity} that were ordered`];
  } else if (total.compare(reported) < 0 || (hasEnded && !total.equals(reported))) {
    errors['trades'] = [`must come to the ${order.filled} that ${order.venue} has reported as filled`];
  }
  refuseFieldErrors(
    errors,
    (faults) => new Problem('unprocessable', 'The order cannot have traded this.', { errors: faults }),
  );
}

function faultsOf(order: OrderRow, trade: FoundTrade, now: Date): Record<string, string> {
  const price = Decimal.parse(trade.price);
  const quantity = Decimal.parse(trade.quantity);
  const ordered = Decimal.parse(order.quantity);
  if (quantity.compare(ordered) > 0)
    return { quantity: `must be at most the ${order.quantity} that were ordered` };
  const isWorse = price.compare(Decimal.parse(order.price)) === (order.side === 'buy' ? 1 : -1);
  const [base, counter] = order.symbol.split('-');
  const { asset } = trade.fee;
  const most = asset === base ? quantity : asset === counter ? quantity.times(price) : undefined;
  const at = new Date(trade.tradedAt);
  const isOutside = at < later(order.created_at, -TIMING.marginMs) || at > later(now, TIMING.marginMs);
  return {
    ...(isWorse && { price: `must not be worse than the limit of ${order.price}` }),
    ...(most &&
      Decimal.parse(trade.fee.amount).abs().compare(most) > 0 && {
        'fee.amount': 'must not be more than was traded',
      }),
    ...(isOutside && { tradedAt: 'must be after the order and not in the future' }),
  };
}
