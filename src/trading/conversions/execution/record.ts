import { Problem, later } from '../../../kernel/index.ts';
import { command } from '../../../platform/commands/index.ts';
import { change, lockKept, saveChange, saveOrder } from './change.ts';
import { differenceOf, isResolved, newsOf, type Answered } from './observe.ts';
import type { Kept } from './kept.ts';
import { postedUntil } from './progress.ts';
import { hasEnded } from '../status.ts';
import { insertTrades, type ConversionRow, type OrderRow, type TradeRow } from '../store.ts';
import { earliest, type Timing } from './timing.ts';

interface RecordInput {
  readonly id: string;
  readonly answers: readonly Answered[];
  readonly timing: Timing;
}

/** Records the venues' answers about the orders of a conversion, and when it is due again. */
export const record = command({
  name: 'conversion.record',
  scope: 'admin',
  lock: (tx, { id }: RecordInput, { actor }) => lockKept(tx, actor.tenant, id),
  decide(kept: Kept, { answers, timing }, { now }) {
    const { row } = kept;
    const news = newsFrom(kept, answers, timing, now);
    const isOver = hasEnded(row.status);
    // Of an order that two people have settled, a late answer that differs is still noted.
    const { orders, trades } = isOver ? { orders: news.orders.filter(isResolved), trades: [] } : news;
    if (isOver && orders.length === 0) {
      throw new Problem('invalid_transition', `The conversion is ${row.status}.`);
    }
    const members = isOver ? {} : afterAnswers(kept, answers, news, timing, now);
    return {
      change: { change: change(row, members, now), orders, trades },
      audit: {
        subject: row.id,
        details: {
          status: row.status,
          orders: orders.map(({ id, status, filled, reason }) => ({ id, status, filled, reason })),
          trades: trades.map(({ order_id, venue_trade_id, price, quantity, fee }) => ({
            order: order_id,
            trade: venue_trade_id,
            price,
            quantity,
            fee,
          })),
        },
      },
    };
  },
  async write(tx, { change, orders, trades }): Promise<ConversionRow | undefined> {
    for (const order of orders) await saveOrder(tx, order).execute();
    if (trades.length > 0) await insertTrades(tx, trades).execute();
    return saveChange(tx, change).executeTakeFirst();
  },
});

export interface AllNews {
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
}

/** The answers that change something. */
export function newsFrom(kept: Kept, answers: readonly Answered[], timing: Timing, now: Date): AllNews {
  const orders = new Map(kept.orders.map((order) => [order.id, order]));
  const trades = new Map(kept.trades.map((trade) => [keyOf(trade), trade]));
  for (const answer of answers) {
    const order = orders.get(answer.order.id);
    if (!order) continue;
    const news = isResolved(order)
      ? differenceOf(answer, order, kept.trades, now)
      : newsOf(answer, order, now, timing.marginMs);
    if (!news) continue;
    orders.set(news.order.id, news.order);
    for (const trade of news.trades) if (!trades.has(keyOf(trade))) trades.set(keyOf(trade), trade);
  }
  return {
    orders: [...orders.values()].filter((order) => !kept.orders.includes(order)),
    trades: [...trades.values()].filter((trade) => !kept.trades.includes(trade)),
  };
}

const keyOf = (trade: TradeRow): string => JSON.stringify([trade.order_id, trade.venue_trade_id]);

/** Due at once after a change; otherwise after a pause, with the reason if a venue does not answer. */
export function afterAnswers(
  kept: Kept,
  answers: readonly Answered[],
  { orders, trades }: AllNews,
  timing: Timing,
  now: Date,
): Pick<ConversionRow, 'due_at' | 'waiting_reason'> {
  if (orders.length + trades.length > 0) return { due_at: now, waiting_reason: null };
  const failed = answers.map(({ outcome }) => outcome).find(({ kind }) => kind !== 'answered');
  const waiting_reason = failed && 'reason' in failed ? failed.reason : null;
  return { due_at: nextPollAt(kept, timing, now), waiting_reason };
}

/** Pauses grow with the age of the orders, but never pass the end of the wait. */
function nextPollAt({ row, orders }: Kept, timing: Timing, now: Date): Date {
  const open = orders.filter(({ status }) => status === 'SENT' || status === 'OPEN');
  const since = (open.at(-1) ?? orders.at(-1))?.created_at ?? now;
  const pauseMs = (now.getTime() - since.getTime()) / 4;
  const { shortestPollMs, longestPollMs } = timing;
  const next = later(now, Math.min(Math.max(pauseMs, shortestPollMs), longestPollMs));
  const ends = [row.expires_at, postedUntil(row, timing), ...open.map((order) => settledAt(order, timing))];
  return earliest(next, ...ends.map((end) => (end && end > now ? end : null)));
}

/** After this time, "no such order" is final. */
const settledAt = ({ status, deadline }: OrderRow, { marginMs }: Timing): Date | null =>
  status === 'SENT' ? later(deadline, marginMs) : null;
