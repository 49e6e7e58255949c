import { canonicalJson, Decimal, later, Problem, type Context } from '../../../kernel/index.ts';
import { isSamePerson } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { toDetail } from '../conversion.ts';
import { ask } from './advance.ts';
import { change, lockKept, readKept, saveChange, saveOrder } from './change.ts';
import { checkFound, normalise, sumOf } from './check-found.ts';
import type { Kept } from './kept.ts';
import { isSettled } from './progress.ts';
import { TIMING } from './timing.ts';
import { requestWork } from '../jobs.ts';
import type { MarketAccess } from '../plans/index.ts';
import type { OrderResolution } from '../resolution.ts';
import type { ConversionDetail } from '../schema.ts';
import {
  insertTrades,
  selectOrders,
  selectTrades,
  type OrderFinding,
  type OrderRow,
  type TradeRow,
} from '../store.ts';

/** Why the venue can still be asked for the order as it was then; undefined where it cannot. */
interface Asked {
  readonly status: OrderRow['status'];
  readonly refusal: string | undefined;
}

interface ResolveInput extends OrderResolution {
  readonly id: string;
  readonly asked: Asked | undefined;
}

/**
 * Records what became of an order that its venue cannot be asked for any more, as two people have found it there. It only
 * settles the order: the conversion was cancelled before, so nothing is sent again if they were wrong.
 */
export async function resolveOrder(
  context: Context<Db>,
  access: MarketAccess,
  resolution: OrderResolution & { readonly id: string },
): Promise<ConversionDetail> {
  const kept = await readKept(context.db, context.actor.tenant, resolution.id);
  const order = kept && orderOf(kept, resolution.orderId);
  const asked = order && (await askAgain(context, access, order));
  return (await run(context, resolve, { ...resolution, trades: normalise(resolution.trades), asked })).result;
}

const orderOf = ({ orders }: Kept, orderId: string): OrderRow | undefined =>
  orders.find(({ id }) => id === orderId);

const isUnderWay = ({ status }: OrderRow): boolean => status === 'SENT' || status === 'OPEN';

/** It is not configured, has forgotten the order, or no longer lists its market. */
const LOST: ReadonlySet<string> = new Set(['not_configured', 'too_old', 'symbol']);

async function askAgain(context: Context<Db>, access: MarketAccess, order: OrderRow): Promise<Asked> {
  const { status, venue } = order;
  const kind = isUnderWay(order) ? 'find' : 'trades';
  const { outcome } = await ask(context, access, TIMING, { kind, order });
  switch (outcome.kind) {
    case 'answered':
      return { status, refusal: `${venue} still answers for the order, and its answer is recorded.` };
    case 'refused':
      if (LOST.has(outcome.code)) return { status, refusal: undefined };
      break;
    default:
  }
  return { status, refusal: `${venue} can be asked for the order when it answers again: ${outcome.reason}` };
}

const resolve = command({
  name: 'conversion.resolve',
  scope: 'admin',
  async lock(tx, { id, orderId }: ResolveInput, { actor, clock }) {
    const kept = await lockKept(tx, actor.tenant, id);
    const order = kept && orderOf(kept, orderId);
    if (!order) return undefined;
    const { finding } = order;
    const isOwn =
      finding !== null &&
      (await isSamePerson(
        tx,
        { by: finding.by, at: new Date(finding.at) },
        { by: actor.id, at: clock.now() },
      ));
    return { kept, order, isOwn };
  },
  approves: ({ order: { conversion_id, id, venue, symbol, side, quantity } }, { trades }) => ({
    id: conversion_id,
    orderId: id,
    venue,
    symbol,
    side,
    quantity,
    trades,
  }),
  decide({ kept, order, isOwn }, { trades, comment, asked }, { actor, now }) {
    const { row } = kept;
    const refusal = whyNot(kept, order, asked, now);
    if (refusal !== undefined) throw new Problem('invalid_transition', refusal);
    const known = kept.trades.filter(({ order_id }) => order_id === order.id);
    checkFound(order, known, trades, now);
    const { finding } = order;
    const isAgreed = !isOwn && finding !== null && canonicalJson(finding.trades) === canonicalJson(trades);
    const own: OrderFinding = {
      trades,
      comment,
      by: actor.id,
      at: now.toISOString(),
      confirmedBy: null,
    };
    const after = isAgreed
      ? settle(order, { ...finding, confirmedBy: actor.id }, sumOf([...known, ...trades]), comment)
      : { ...order, finding: own, reason: noteOf(own) };
    return {
      change: {
        change: change(row, isAgreed ? { due_at: now, waiting_reason: null } : {}, now),
        order: { ...after, updated_at: now },
        trades: isAgreed ? trades.map((trade) => toRow(order.id, trade)) : [],
      },
      audit: {
        subject: row.id,
        details: {
          status: row.status,
          reason: comment,
          order: order.id,
          trades,
          ...(isAgreed && { foundBefore: { ...finding } }),
        },
      },
      jobs: isAgreed ? [requestWork(row.id)] : [],
    };
  },
  async write(tx, { change, order, trades }): Promise<ConversionDetail | undefined> {
    await saveOrder(tx, order).execute();
    if (trades.length > 0) await insertTrades(tx, trades).execute();
    const row = await saveChange(tx, change).executeTakeFirst();
    return (
      row && toDetail(row, await selectOrders(tx, row.id).execute(), await selectTrades(tx, row.id).execute())
    );
  },
});

/** Undefined where the order is lost, so that only people can say what became of it. */
function whyNot(
  { row, trades }: Kept,
  order: OrderRow,
  asked: Asked | undefined,
  now: Date,
): string | undefined {
  if (row.status === 'PENDING' || row.status === 'PROCESSING') {
    return `The conversion is ${row.status}: cancel it first, so that it places no more orders.`;
  }
  if (row.status !== 'PENDING_CANCEL') return `The conversion is ${row.status}.`;
  if (isSettled(order, trades)) return 'What became of the order is known.';
  if (now < later(order.deadline, TIMING.marginMs)) return 'The order may still reach the venue.';
  if (asked?.status !== order.status) return 'The order has changed at this moment: try again.';
  return asked.refusal;
}

const noteOf = ({ by, trades }: OrderFinding): string =>
  trades.length === 0
    ? `${by} found that it traded nothing more: another admin must find the same.`
    : `${by} found that it traded ${sumOf(trades).toString()} more: another admin must find the same.`;

function settle(order: OrderRow, finding: OrderFinding, filled: Decimal, comment: string): OrderRow {
  const isAll = filled.equals(Decimal.parse(order.quantity));
  const over = isAll ? 'FILLED' : order.status === 'SENT' && filled.isZero ? 'ABSENT' : 'CANCELLED';
  return {
    ...order,
    status: isUnderWay(order) ? over : order.status,
    filled: filled.toString(),
    finding,
    reason: `As ${finding.by} and ${finding.confirmedBy} found: ${comment}`,
  };
}

const toRow = (orderId: string, { fee, ...trade }: OrderFinding['trades'][number]): TradeRow => ({
  order_id: orderId,
  venue_trade_id: trade.venueTradeId,
  price: trade.price,
  quantity: trade.quantity,
  fee: fee.amount,
  fee_asset: fee.asset,
  liquidity: trade.liquidity,
  traded_at: new Date(trade.tradedAt),
});
