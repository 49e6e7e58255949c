import { Decimal, later } from '../../../kernel/index.ts';
import type { Outcome, VenueOrder, VenueTrade } from '../../venues/index.ts';
import type { OrderRow, TradeRow } from '../store.ts';

/** A request to a venue about one order. Only the process that stored the order makes the request `place`, once. */
export interface Question {
  readonly kind: 'place' | 'find' | 'cancel' | 'trades';
  readonly order: OrderRow;
}

/** A request and its answer. */
export type Answered =
  | (Question & {
      readonly kind: 'place' | 'cancel';
      readonly outcome: Outcome<VenueOrder>;
      readonly askedAt: Date;
    })
  | (Question & {
      readonly kind: 'find';
      readonly outcome: Outcome<VenueOrder | null>;
      readonly askedAt: Date;
    })
  | (Question & {
      readonly kind: 'trades';
      readonly outcome: Outcome<readonly VenueTrade[]>;
      readonly askedAt: Date;
    });

/** What an answer changes about an order; undefined if nothing. */
export interface News {
  readonly order: OrderRow;
  readonly trades: readonly TradeRow[];
}

/** `order` is the stored order, which other processes may have updated since the request. */
export function newsOf(answer: Answered, order: OrderRow, now: Date, marginMs: number): News | undefined {
  if (answer.kind === 'trades') {
    const { outcome } = answer;
    if (outcome.kind !== 'answered' || outcome.value.length === 0) return undefined;
    return { order, trades: outcome.value.map((trade) => toTrade(order.id, trade)) };
  }
  const { outcome } = answer;
  switch (outcome.kind) {
    case 'answered':
      if (outcome.value) return seen(order, outcome.value, now);
      // After the last moment at which the venue could have accepted it, "no such order" is final.
      return answer.askedAt >= later(order.deadline, marginMs)
        ? absent(order, 'It never reached the venue.', now)
        : undefined;
    case 'refused':
      return answer.kind === 'place' ? ended(order, 'REFUSED', outcome.reason, now) : undefined;
    case 'notSent':
      return answer.kind === 'place' ? absent(order, outcome.reason, now) : undefined;
    default:
      if (answer.kind !== 'place' || order.status !== 'SENT') return undefined;
      return { order: { ...order, reason: outcome.reason, updated_at: now }, trades: [] };
  }
}

const absent = (order: OrderRow, reason: string, now: Date): News | undefined =>
  ended(order, 'ABSENT', reason, now);

function ended(order: OrderRow, status: 'REFUSED' | 'ABSENT', reason: string, now: Date): News | undefined {
  if (order.status !== 'SENT') return undefined;
  return { order: { ...order, status, reason, updated_at: now }, trades: [] };
}

const STATUS = { open: 'OPEN', filled: 'FILLED', cancelled: 'CANCELLED' } as const;

/** Orders only progress: an answer older than the stored state is ignored. */
function seen(order: OrderRow, { venueOrderId, filled, status }: VenueOrder, now: Date): News | undefined {
  const isOver = order.status !== 'SENT' && order.status !== 'OPEN';
  const known = Decimal.parse(order.filled);
  const isSame = order.status === STATUS[status] && filled.equals(known);
  if (isOver || isSame || filled.compare(known) < 0) return undefined;
  return {
    order: {
      ...order,
      status: STATUS[status],
      filled: filled.trim().toString(),
      venue_order_id: venueOrderId,
      reason: null,
      updated_at: now,
    },
    trades: [],
  };
}

const toTrade = (orderId: string, trade: VenueTrade): TradeRow => ({
  order_id: orderId,
  venue_trade_id: trade.venueTradeId,
  price: trade.price.toString(),
  quantity: trade.quantity.toString(),
  fee: trade.fee.toString(),
  fee_asset: trade.feeAsset,
  liquidity: trade.liquidity,
  traded_at: trade.tradedAt,
});
