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
    return { order: unfound(order), trades: outcome.value.map((trade) => toTrade(order.id, trade)) };
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

/** What became of it is what two people have found. */
export const isResolved = ({ finding }: OrderRow): boolean =>
  finding !== null && finding.confirmedBy !== null;

/** Notes that a late answer says otherwise than two people have found, and changes nothing else. */
export function differenceOf(
  answer: Answered,
  order: OrderRow,
  known: readonly TradeRow[],
  now: Date,
): News | undefined {
  const said = otherwise(answer, order, known);
  const reason = `${order.reason} ${order.venue} has answered since: ${said}.`;
  if (said === undefined || order.reason?.endsWith(`${said}.`) === true) return undefined;
  return { order: { ...order, reason, updated_at: now }, trades: [] };
}

function otherwise(
  { kind, outcome }: Answered,
  order: OrderRow,
  known: readonly TradeRow[],
): string | undefined {
  if (kind === 'trades') {
    if (outcome.kind !== 'answered') return undefined;
    const others = outcome.value.filter(
      (trade) => !known.some((own) => isSameTrade(own, toTrade(order.id, trade))),
    );
    return others.length > 0
      ? `trades ${others.map(({ venueTradeId }) => venueTradeId).join(', ')}`
      : undefined;
  }
  const isNothing = kind === 'place' && outcome.kind === 'refused';
  if (outcome.kind !== 'answered' && !isNothing) return undefined;
  const { filled, status } = (outcome.kind === 'answered' ? outcome.value : null) ?? NOTHING;
  const isSame = filled.equals(Decimal.parse(order.filled)) && status !== 'open';
  return isSame ? undefined : `${filled.trim().toString()} filled, ${status}`;
}

const NOTHING = { filled: Decimal.ZERO, status: 'no such order' } as const;

const isSameTrade = (one: TradeRow, other: TradeRow): boolean =>
  one.order_id === other.order_id &&
  one.venue_trade_id === other.venue_trade_id &&
  one.fee_asset === other.fee_asset &&
  (['price', 'quantity', 'fee'] as const).every((field) =>
    Decimal.parse(one[field]).equals(Decimal.parse(other[field])),
  );

/** Without what one person has found, now that the venue answers. */
const unfound = (order: OrderRow): OrderRow =>
  order.finding === null ? order : { ...order, finding: null, reason: null };

const absent = (order: OrderRow, reason: string, now: Date): News | undefined =>
  ended(order, 'ABSENT', reason, now);

function ended(order: OrderRow, status: 'REFUSED' | 'ABSENT', reason: string, now: Date): News | undefined {
  if (order.status !== 'SENT') return undefined;
  return { order: { ...unfound(order), status, reason, updated_at: now }, trades: [] };
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
      ...unfound(order),
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
