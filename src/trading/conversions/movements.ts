import { Decimal } from '../../kernel/index.ts';
import type { OrderRow, TradeRow } from './store.ts';

/** Asset to the amount received (positive) or paid (negative). */
export type Movements = ReadonlyMap<string, Decimal>;

/** What the trades moved, fees included. Equals the venues' own books to the last digit. */
export function movementsOf(
  orders: readonly Pick<OrderRow, 'id' | 'symbol' | 'side'>[],
  trades: readonly Pick<TradeRow, 'order_id' | 'price' | 'quantity' | 'fee' | 'fee_asset'>[],
): Movements {
  const sums = new Map<string, Decimal>();
  const add = (asset: string, amount: Decimal): void =>
    void sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(amount).trim());
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const trade of trades) {
    const order = byId.get(trade.order_id);
    if (!order) continue;
    const [base = '', counter = ''] = order.symbol.split('-');
    const quantity = Decimal.parse(trade.quantity);
    const value = quantity.times(Decimal.parse(trade.price));
    const isBuy = order.side === 'buy';
    add(base, isBuy ? quantity : quantity.negate());
    add(counter, isBuy ? value.negate() : value);
    add(trade.fee_asset, Decimal.parse(trade.fee).negate());
  }
  return sums;
}
