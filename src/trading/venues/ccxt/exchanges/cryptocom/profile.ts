import type { cryptocom as CryptoCom, Exchange, MarketInterface } from 'ccxt';
import { readList, readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  marginBefore,
  periods,
  text,
  unifiedType,
  WHOLE,
  type Json,
  type Profile,
} from '../../profile.ts';
import { addresses } from './addresses.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { deposits } from './deposits.ts';

type Class = InstanceType<typeof CryptoCom>;

/** How far the exchange lets a nonce be from its clock. */
const WINDOW_MS = 60_000;
const ORDERS_A_PAGE = 100;
const TRADES_A_PAGE = 100;
const WITHDRAWALS_A_PAGE = 200;

/** Open, although ccxt does not sort them. */
const OPEN = new Set(['NEW', 'PENDING']);

const resultOf = (answer: unknown): Json => ((answer as Json)['result'] ?? {}) as Json;

const nanoseconds = (ms: number): string => `${ms}000000`;

/** The end is exclusive, and several trades may have the time of the last one. */
const upTo = ({ create_time_ns }: Json): Json => ({ end_time: String(BigInt(String(create_time_ns)) + 1n) });

const withKnownStatus = (order: Json): Json => ({
  ...order,
  ...(OPEN.has(String(order['status'])) && { status: 'ACTIVE' }),
});

/** The orders of a market that have ended, within a day at most. */
const endedWithin = (
  exchange: Exchange,
  market: MarketInterface,
  startMs: number,
  endMs: number,
): Promise<readonly Json[]> =>
  readPages(ORDERS_A_PAGE, async ({ end_time = nanoseconds(endMs) }) => {
    const answer = await (exchange as Class).v1PrivatePostPrivateGetOrderHistory({
      instrument_name: market.id,
      start_time: nanoseconds(startMs),
      end_time,
      limit: ORDERS_A_PAGE,
    });
    return { rows: resultOf(answer)['data'], next: upTo };
  });

/** The trades of a market within a day, which is all that one request covers. */
const tradesOfDay = (
  exchange: Exchange,
  market: MarketInterface,
  startMs: number,
): Promise<readonly Json[]> =>
  readPages(TRADES_A_PAGE, async ({ end_time = nanoseconds(startMs + DAY_MS) }) => {
    const answer = await (exchange as Class).v1PrivatePostPrivateGetTrades({
      instrument_name: market.id,
      start_time: nanoseconds(startMs),
      end_time,
      limit: TRADES_A_PAGE,
    });
    return { rows: resultOf(answer)['data'], next: upTo };
  });

const withdrawalsOf = (exchange: Exchange, filter: Json): Promise<readonly Json[]> =>
  readPages(WITHDRAWALS_A_PAGE, async ({ page = 0 }) => {
    const answer = await (exchange as Class).v1PrivatePostPrivateGetWithdrawalHistory({
      ...filter,
      page_size: WITHDRAWALS_A_PAGE,
      page,
    });
    return {
      rows: resultOf(answer)['withdrawal_list'],
      next: () => ({ page: Number(page) + 1 }),
    };
  });

export const profile: Profile = {
  options: { defaultType: 'spot' },
  signedForMs: WINDOW_MS,
  answers,
  tags: { parameters: ['broker_id'] },
  feeIn: 'received',
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'market', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    // ccxt drops its own name of the id.
    parameters: (type, id) => ({ client_oid: id, ...unifiedType(type) }),
    names: {
      id: 'client_oid',
      amount: 'quantity',
      price: 'price',
      side: 'side',
      symbol: 'instrument_name',
    },
    absentCodes: ['40401'],
    queries: [
      {
        async ask(exchange, { id, symbol }) {
          const answer = await (exchange as Class).v1PrivatePostPrivateGetOrderDetail({ client_oid: id });
          return [exchange.parseOrder(withKnownStatus(resultOf(answer)), exchange.market(symbol))];
        },
        covers: { open: true, tradedMs: DAY_MS, untradedMs: DAY_MS },
      },
    ],
    history: {
      // What it keeps for longer is not documented.
      reachMs: DAY_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const open = await (exchange as Class).v1PrivatePostPrivateGetOpenOrders({
          instrument_name: market.id,
        });
        const rows = [...readList(resultOf(open)['data'])];
        for (const [start, end] of periods(exchange, since, DAY_MS))
          rows.push(...(await endedWithin(exchange, market, start, end)));
        return rows.map((row) => exchange.parseOrder(withKnownStatus(row), market));
      },
    },
    cancel: (exchange, { id }) => (exchange as Class).v1PrivatePostPrivateCancelOrder({ client_oid: id }),
    async trades(exchange, { symbol, since }) {
      const market = exchange.market(symbol);
      const trades = new Map<unknown, Json>();
      for (let start = marginBefore(since); start < exchange.milliseconds(); start += DAY_MS) {
        const rows = await tradesOfDay(exchange, market, start);
        for (const row of rows.toReversed()) trades.set(row['trade_id'], row);
      }
      return [...trades.values()].map((row) => exchange.parseTrade(row, market));
    },
  },
  withdrawals: {
    reference: { parameter: 'client_wid', ids: WHOLE },
    honoursDeadline: true,
    looksBackMs: 30 * DAY_MS,
    // The exchange publishes no steps; it writes amounts and fees with eight decimals.
    decimals: 8,
    amountName: 'amount',
    fee: { kind: undefined },
    destination: ({ address, tag, networkId, assetId }) => ({
      address,
      currency: assetId,
      network_id: networkId,
      ...(tag !== undefined && { address_tag: tag }),
    }),
    list: (exchange, by) =>
      withdrawalsOf(exchange, {
        currency: exchange.currency(by.asset).id,
        ...('since' in by && { start_ts: marginBefore(by.since) }),
      }),
    history: {
      reachMs: 30 * DAY_MS,
      list: (exchange, since) => withdrawalsOf(exchange, { start_ts: marginBefore(since) }),
    },
    referenceOf: ({ client_wid }) => text(client_wid),
    failureOf: () => undefined,
  },
};
