import { Decimal } from '../../../kernel/index.ts';
import { movementsOf } from '../movements.ts';
import type { ConversionRow, OrderRow, TradeRow } from '../store.ts';

/** A stored conversion with its orders and trades. */
export interface Kept {
  readonly row: ConversionRow;
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
}

/** What a leg has given and got so far, fees included. */
export function movedIn({ row, orders, trades }: Kept, leg: number) {
  const moved = movementsOf(
    orders.filter((order) => order.leg === leg),
    trades,
  );
  const [from = '', to = ''] = row.path.slice(leg);
  const amountOf = (asset: string): Decimal => moved.get(asset) ?? Decimal.ZERO;
  return { given: amountOf(from).negate(), got: amountOf(to) };
}

export const receivedIn = (kept: Kept, leg: number): Decimal => movedIn(kept, leg).got;
