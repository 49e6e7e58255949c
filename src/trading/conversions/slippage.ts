import { Decimal } from '../../kernel/index.ts';
import { movementsOf } from './movements.ts';
import type { ConversionDetail } from './schema.ts';
import type { ConversionRow, OrderRow, TradeRow } from './store.ts';

const ONE = Decimal.of(1n);
const WHOLE_BPS = Decimal.of(10_000n);
const BPS_SCALE = 2;
const RATIO_SCALE = 18;

type Planned = Pick<ConversionRow, 'path' | 'mids'>;
type Order = Pick<OrderRow, 'id' | 'leg' | 'symbol' | 'side'>;
type Trade = Pick<TradeRow, 'order_id' | 'price' | 'quantity' | 'fee' | 'fee_asset'>;

/** What the trades cost against the middle of the books at creation. Null while a leg has not traded. */
export function slippageOf(
  { path, mids }: Planned,
  orders: readonly Order[],
  trades: readonly Trade[],
): ConversionDetail['slippage'] {
  if (!mids) return null;
  const legs = mids.map((mid, leg) => ({
    mid: Decimal.parse(mid),
    from: path[leg] ?? '',
    to: path[leg + 1] ?? '',
    orders: orders.filter((order) => order.leg === leg),
  }));
  /** The part of the value in the middle of the books that is left after all legs. */
  const keptOf = (counted: readonly Trade[]): Decimal | undefined => {
    let kept = ONE;
    for (const { mid, from, to, orders: own } of legs) {
      const moved = movementsOf(own, counted);
      const expected = (moved.get(from) ?? Decimal.ZERO).negate().times(mid);
      const got = moved.get(to) ?? Decimal.ZERO;
      if (expected.sign <= 0 || got.sign <= 0) return undefined;
      kept = kept.times(got.dividedBy(expected, RATIO_SCALE, 'half-even')).round(RATIO_SCALE, 'half-even');
    }
    return kept;
  };
  const kept = keptOf(trades);
  const before = keptOf(trades.map((trade) => ({ ...trade, fee: '0' })));
  if (!kept || !before) return null;
  const mid = legs.reduce((product, leg) => product.times(leg.mid), ONE);
  const [total, price] = [lostBps(kept), lostBps(before)];
  return {
    mid: mid.round(Math.min(mid.scale, RATIO_SCALE), 'half-even').trim().toString(),
    totalBps: total.toString(),
    priceBps: price.toString(),
    feeBps: total.minus(price).toString(),
  };
}

const lostBps = (kept: Decimal): Decimal => ONE.minus(kept).times(WHOLE_BPS).round(BPS_SCALE, 'half-even');
