import type { bybit as Bybit, Exchange, Order } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  HEX,
  list,
  marginBefore,
  periods,
  text,
  unifiedType,
  WHOLE,
  type Json,
  type Profile,
  type WireOrder,
} from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { addresses } from './addresses.ts';
import { deposits } from './deposits.ts';
import { travelRule } from './travel-rule.ts';

type Class = InstanceType<typeof Bybit>;

const WINDOW_MS = 30_000;
const ORDERS_A_PAGE = 50;
/** The longest period that a question for ended orders or for trades covers. */
const HISTORY_MS = 7 * DAY_MS;
const TRADES_A_PAGE = 100;
const WITHDRAWALS_A_PAGE = 50;

const resultOf = async (answer: Promise<unknown>): Promise<Json | undefined> =>
  ((await answer) as { result?: Json }).result;

const sought = (exchange: Exchange, { id, symbol }: WireOrder) => ({
  category: 'spot',
  symbol: exchange.market(symbol).id,
  orderLinkId: id,
});

async function ordersIn(
  exchange: Exchange,
  symbol: string,
  answer: Promise<unknown>,
): Promise<Order[] | undefined> {
  const rows = list((await resultOf(answer))?.['list']);
  return rows?.map((row) => exchange.parseOrder(row, exchange.market(symbol)));
}

/** Unified trading accounts only: the older accounts show no spot order by its id. */
export const profile: Profile = {
  options: {
    recvWindow: WINDOW_MS,
    fetchMarkets: { types: ['spot'] },
    defaultType: 'spot',
    enableUnifiedMargin: false,
    enableUnifiedAccount: true,
    unifiedMarginStatus: 6,
  },
  signedForMs: WINDOW_MS,
  answers,
  tags: { headers: ['Referer'] },
  feeIn: 'received',
  feeSymbol: 'BTC/USDT',
  async permissions(exchange) {
    const { result } = (await (exchange as Class).privateGetV5UserQueryApi()) as {
      result?: { readOnly: unknown; permissions: Record<'Spot' | 'Wallet', string[]>; ips: string[] };
    };
    const mayWrite = String(result?.readOnly) === '0';
    return {
      trade: mayWrite && (result?.permissions.Spot ?? []).includes('SpotTrade'),
      withdraw: mayWrite && (result?.permissions.Wallet ?? []).includes('Withdraw'),
      isBound: (result?.ips ?? ['*']).every((address) => address !== '*'),
    };
  },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    parameters: (type, id) => ({
      orderLinkId: id,
      ...unifiedType(type),
    }),
    names: { id: 'orderLinkId', amount: 'qty', price: 'price', side: 'side', symbol: 'symbol' },
    absentCodes: [],
    queries: [
      {
        // It also shows the newest 500 that have ended, but forgets them when the exchange restarts.
        isList: true,
        ask: (exchange, order) =>
          ordersIn(
            exchange,
            order.symbol,
            (exchange as Class).privateGetV5OrderRealtime(sought(exchange, order)),
          ),
        covers: { open: true },
      },
      {
        isList: true,
        ask: (exchange, order) =>
          ordersIn(
            exchange,
            order.symbol,
            (exchange as Class).privateGetV5OrderHistory({
              ...sought(exchange, order),
              // Without it the answer goes back seven days only.
              startTime: marginBefore(order.since),
            }),
          ),
        covers: { tradedMs: 365 * DAY_MS, untradedMs: DAY_MS },
      },
    ],
    history: {
      reachMs: 365 * DAY_MS,
      untradedMs: DAY_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const pages = (ask: (by: Json) => Promise<unknown>): Promise<readonly Json[]> =>
          readPages(ORDERS_A_PAGE, async (cursor) => {
            const by = { category: 'spot', symbol: market.id, limit: ORDERS_A_PAGE, ...cursor };
            const result = await resultOf(ask(by));
            const next = text(result?.['nextPageCursor']);
            return {
              rows: result?.['list'],
              next: () => (next === undefined ? undefined : { cursor: next }),
            };
          });
        const rows = [...(await pages((by) => (exchange as Class).privateGetV5OrderRealtime(by)))];
        for (const [startTime, endTime] of periods(exchange, since, HISTORY_MS)) {
          const within = { startTime, endTime };
          rows.push(
            ...(await pages((by) => (exchange as Class).privateGetV5OrderHistory({ ...by, ...within }))),
          );
        }
        return rows.map((row) => exchange.parseOrder(row, market));
      },
    },
    cancel: (exchange, { id, symbol }) =>
      exchange.cancelOrder(undefined as unknown as string, symbol, { orderLinkId: id }),
    async trades(exchange, { orderId, symbol, since }) {
      const market = exchange.market(symbol);
      const rows: Json[] = [];
      // Without a period the answer goes back seven days only.
      for (const [startTime, endTime] of periods(exchange, since, HISTORY_MS)) {
        const within = await readPages(TRADES_A_PAGE, async (cursor) => {
          const result = await resultOf(
            (exchange as Class).privateGetV5ExecutionList({
              category: 'spot',
              symbol: market.id,
              orderId,
              startTime,
              endTime,
              limit: TRADES_A_PAGE,
              ...cursor,
            }),
          );
          const next = text(result?.['nextPageCursor']);
          return { rows: result?.['list'], next: () => (next === undefined ? undefined : { cursor: next }) };
        });
        rows.push(...within.toReversed());
      }
      // One at the border of two periods may be in both.
      const byId = new Map(rows.map((row) => [row['execId'], row]));
      return [...byId.values()].map((row) => exchange.parseTrade(row, market));
    },
  },
  travelRule,
  withdrawals: {
    reference: { parameter: 'requestId', ids: HEX, isHidden: true },
    honoursDeadline: true,
    looksBackMs: 0,
    amountName: 'amount',
    fee: { kind: 'on top' },
    destination: ({ address, tag, networkId, assetId }) => ({
      coin: assetId,
      chain: networkId,
      address,
      // The amount is what arrives.
      feeType: '0',
      ...(tag !== undefined && { tag }),
    }),
    async send(exchange, { to, amount, reference, answers: asked }) {
      const result = await resultOf(
        (exchange as Class).privatePostV5AssetWithdrawCreate({
          coin: to.assetId,
          chain: to.networkId,
          address: to.address,
          ...(to.tag !== undefined && { tag: to.tag }),
          amount,
          timestamp: exchange.nonce(),
          // The exchange moves the money from the unified wallet itself.
          accountType: 'UTA',
          feeType: 0,
          requestId: reference,
          ...asked,
        }),
      );
      return text(result?.['id']);
    },
    async list(exchange, by) {
      const result = await resultOf(
        (exchange as Class).privateGetV5AssetWithdrawQueryRecord(
          'id' in by ? { withdrawID: by.id, withdrawType: 2 } : {},
        ),
      );
      return list(result?.['rows']);
    },
    history: {
      reachMs: 30 * DAY_MS,
      list: (exchange, since) =>
        readPages(WITHDRAWALS_A_PAGE, async (cursor) => {
          const result = await resultOf(
            (exchange as Class).privateGetV5AssetWithdrawQueryRecord({
              startTime: marginBefore(since),
              withdrawType: 2,
              limit: WITHDRAWALS_A_PAGE,
              ...cursor,
            }),
          );
          const next = text(result?.['nextPageCursor']);
          return { rows: result?.['rows'], next: () => (next === undefined ? undefined : { cursor: next }) };
        }),
    },
    referenceOf: () => undefined,
    failureOf: () => undefined,
    waitsFor: ({ status }) =>
      status === 'MoreInformationRequired'
        ? 'Bybit wants to know more about who receives it: answer there.'
        : undefined,
  },
};
