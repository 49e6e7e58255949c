import { Decimal } from '../../kernel/index.ts';
import { movementsOf } from './movements.ts';
import type { StoredBound } from './plans/index.ts';
import type { Conversion, ConversionBound, ConversionDetail, ConversionOrder } from './schema.ts';
import { slippageOf } from './slippage.ts';
import type { ConversionRow, OrderFinding, OrderRow, TradeRow } from './store.ts';

/** As the API shows it. */
export function toConversion(row: ConversionRow): Conversion {
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    from: { asset: row.from_asset, amount: row.from_amount },
    to: { asset: row.to_asset, amount: row.to_amount },
    executor: row.executor,
    createdAt: row.created_at.toISOString(),
  };
}

/** Null without a bound. */
export function showBound({
  min_received,
  max_given,
  max_slippage_bps,
  quoted_amount,
}: StoredBound): ConversionBound | null {
  if (min_received === null && max_given === null) return null;
  return {
    minReceived: min_received,
    maxGiven: max_given,
    maxSlippageBps: max_slippage_bps,
    quoted: quoted_amount ?? '0',
  };
}

/** Null unless another person has to find the same. */
function showFinding(finding: OrderFinding | null): ConversionOrder['finding'] {
  if (finding === null || finding.confirmedBy !== null) return null;
  const { trades, comment, by, at } = finding;
  return { trades, comment, by, at };
}

/** With its legs, orders, trades and movements. */
export function toDetail(
  row: ConversionRow,
  orders: readonly OrderRow[],
  trades: readonly TradeRow[],
): ConversionDetail {
  return {
    ...toConversion(row),
    requested: { side: row.fixed_side, amount: row.fixed_amount },
    venues: row.venues,
    bound: showBound(row),
    slippage: slippageOf(row, orders, trades),
    expiresAt: row.expires_at?.toISOString() ?? null,
    metadata: row.metadata,
    waitingReason: row.waiting_reason,
    failureMessage: row.failure_message,
    updatedAt: row.updated_at.toISOString(),
    legs: row.path.slice(1).map((to, leg) => {
      const from = row.path[leg] ?? '';
      const moved = movementsOf(
        orders.filter((order) => order.leg === leg),
        trades,
      );
      const amountOf = (asset: string): string => (moved.get(asset) ?? Decimal.ZERO).abs().toString();
      return { from: { asset: from, amount: amountOf(from) }, to: { asset: to, amount: amountOf(to) } };
    }),
    orders: orders.map((order) => ({
      id: order.id,
      leg: order.leg,
      venue: order.venue,
      symbol: order.symbol,
      side: order.side,
      type: order.type,
      price: order.price,
      quantity: order.quantity,
      filled: order.filled,
      status: order.status,
      venueOrderId: order.venue_order_id,
      reason: order.reason,
      finding: showFinding(order.finding),
      createdAt: order.created_at.toISOString(),
    })),
    trades: trades.map((trade) => ({
      orderId: trade.order_id,
      venueTradeId: trade.venue_trade_id,
      price: trade.price,
      quantity: trade.quantity,
      fee: { asset: trade.fee_asset, amount: trade.fee },
      liquidity: trade.liquidity,
      tradedAt: trade.traded_at.toISOString(),
    })),
    movements: [...movementsOf(orders, trades)]
      .filter(([, amount]) => !amount.isZero)
      .map(([asset, amount]) => ({ asset, amount: amount.toString() })),
  };
}
