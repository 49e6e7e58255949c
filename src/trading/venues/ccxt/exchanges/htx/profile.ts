import type { Exchange, htx as Htx, MarketInterface, Order } from 'ccxt';
import { readList, readPages } from '../../reading/pages.ts';
import { DAY_MS, list, marginBefore, periods, text, WHOLE, type Json, type Profile } from '../../profile.ts';
import type { OrderType } from '../../../port/index.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';

type Class = InstanceType<typeof Htx>;

const ROWS_A_PAGE = 100;
const WITHDRAWALS_A_PAGE = 500;
/** The longest period that a question for ended orders covers. */
const HISTORY_MS = 2 * DAY_MS;
/** One that was cancelled without a trade is forgotten after this. */
const UNTRADED_MS = 2 * 3_600_000;

const TYPES: Readonly<Record<OrderType, string>> = {
  limit: 'limit',
  market: 'market',
  ioc: 'ioc',
  'post-only': 'limit-maker',
};

const dataOf = async (answer: Promise<unknown>): Promise<unknown> => ((await answer) as Json)['data'];

/** ccxt reads of the type only whether it is a market order. */
function readOrder(exchange: Exchange, row: Json, market: MarketInterface): Order {
  const order = exchange.parseOrder(row, market);
  const [, ...type] = String(row['type']).split('-');
  return {
    ...order,
    type: type[0] === 'market' ? 'market' : 'limit',
    ...(type[0] === 'ioc' && { timeInForce: 'IOC' }),
    ...(type.includes('maker') && { postOnly: true }),
  };
}

/** The orders of a market that have ended, newest first in each period. */
async function endedSince(
  exchange: Exchange,
  market: MarketInterface,
  since: Date,
): Promise<readonly Json[]> {
  const rows: Json[] = [];
  for (const [start, end] of periods(exchange, since, HISTORY_MS)) {
    rows.push(
      ...(await readPages(ROWS_A_PAGE, async (cursor) => ({
        rows: await dataOf(
          (exchange as Class).spotPrivateGetV1OrderOrders({
            symbol: market.id,
            states: 'filled,partial-canceled,canceled',
            'start-time': start,
            'end-time': end,
            size: ROWS_A_PAGE,
            ...cursor,
          }),
        ),
        next: ({ id }) => ({ from: id, direct: 'next' }),
      }))),
    );
  }
  return rows;
}

/** ccxt does not read withdrawals without a hash: until they have one, a blank stands for it. */
const withHash = (row: Json): Json => ({ ...row, 'tx-hash': text(row['tx-hash']) ?? ' ' });

export const profile: Profile = {
  options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } }, defaultType: 'spot' },
  signedForMs: 300_000,
  answers,
  feeIn: 'received',
  feeSymbol: 'BTC/USDT',
  books,
  orders: {
    types: ['limit', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    // Timestamps count whole seconds.
    shortestMs: 1_000,
    parameters: (type, id) => ({
      'client-order-id': id,
      ...(type === 'ioc' && { timeInForce: 'IOC' }),
      ...(type === 'post-only' && { postOnly: true }),
    }),
    names: { id: 'client-order-id', amount: 'amount', price: 'price', side: 'type', symbol: 'symbol' },
    sideOf: (side, type) => `${side}-${TYPES[type]}`,
    absentCodes: ['base-record-invalid'],
    queries: [
      {
        async ask(exchange, { id, symbol }) {
          const row = await dataOf(
            (exchange as Class).spotPrivateGetV1OrderOrdersGetClientOrder({ clientOrderId: id }),
          );
          return [readOrder(exchange, (row ?? {}) as Json, exchange.market(symbol))];
        },
        covers: { open: true },
      },
      {
        isList: true,
        async ask(exchange, { symbol, since }) {
          const market = exchange.market(symbol);
          const rows = await endedSince(exchange, market, since);
          return rows.map((row) => readOrder(exchange, row, market));
        },
        covers: { tradedMs: 90 * DAY_MS, untradedMs: UNTRADED_MS },
      },
    ],
    history: {
      reachMs: 90 * DAY_MS,
      untradedMs: UNTRADED_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const accounts = readList(await dataOf((exchange as Class).spotPrivateGetV1AccountAccounts()));
        const account = accounts.find(({ type }) => type === 'spot');
        const open = await readPages(WITHDRAWALS_A_PAGE, async (cursor) => ({
          rows: await dataOf(
            (exchange as Class).spotPrivateGetV1OrderOpenOrders({
              'account-id': account?.['id'],
              symbol: market.id,
              size: WITHDRAWALS_A_PAGE,
              ...cursor,
            }),
          ),
          next: ({ id }) => ({ from: id, direct: 'next' }),
        }));
        const recent = open.filter((row) => Number(row['created-at']) >= marginBefore(since));
        const ended = await endedSince(exchange, market, since);
        return [...recent, ...ended].map((row) => readOrder(exchange, row, market));
      },
    },
    cancel: (exchange, { id }) =>
      (exchange as Class).spotPrivatePostV1OrderOrdersSubmitCancelClientOrder({ 'client-order-id': id }),
    async trades(exchange, { orderId, symbol }) {
      const market = exchange.market(symbol);
      const rows = readList(
        await dataOf(
          (exchange as Class).spotPrivateGetV1OrderOrdersOrderIdMatchresults({ 'order-id': orderId }),
        ),
      );
      return rows.map((row) => exchange.parseTrade(row, market));
    },
  },
  withdrawals: {
    reference: { parameter: 'client-order-id', ids: WHOLE },
    honoursDeadline: true,
    looksBackMs: 7 * DAY_MS,
    amountName: 'amount',
    fee: { kind: undefined },
    destination: ({ address, tag, networkId, assetId }) => ({
      currency: assetId,
      chain: networkId,
      address,
      ...(tag !== undefined && { 'addr-tag': tag }),
    }),
    // ccxt would send the amount as a float.
    async send(exchange, { to, amount, reference }) {
      const id = await dataOf(
        (exchange as Class).spotPrivatePostV1DwWithdrawApiCreate({
          currency: to.assetId,
          chain: to.networkId,
          address: to.address,
          ...(to.tag !== undefined && { 'addr-tag': to.tag }),
          amount,
          'client-order-id': reference,
        }),
      );
      return typeof id === 'number' ? String(id) : text(id);
    },
    async list(exchange, by) {
      if ('id' in by) {
        const rows = await dataOf(
          (exchange as Class).spotPrivateGetV1QueryDepositWithdraw({
            type: 'withdraw',
            from: by.id,
            direct: 'prev',
            size: 1,
          }),
        );
        return list(rows)?.map(withHash);
      }
      const row = await dataOf(
        (exchange as Class).spotPrivateGetV1QueryWithdrawClientOrderId({ clientOrderId: by.reference }),
      );
      if (row === null) return [];
      return typeof row === 'object' ? [withHash(row as Json)] : undefined;
    },
    history: {
      reachMs: 30 * DAY_MS,
      async list(exchange, since) {
        const rows = await readPages(WITHDRAWALS_A_PAGE, async (cursor) => ({
          rows: await dataOf(
            (exchange as Class).spotPrivateGetV1QueryDepositWithdraw({
              type: 'withdraw',
              direct: 'next',
              size: WITHDRAWALS_A_PAGE,
              ...cursor,
            }),
          ),
          // Newest first.
          next: ({ id, 'created-at': at }) => (Number(at) < marginBefore(since) ? undefined : { from: id }),
        }));
        return rows.filter((row) => Number(row['created-at']) >= marginBefore(since)).map(withHash);
      },
    },
    referenceOf: ({ 'client-order-id': reference }) => text(reference),
    failureOf: ({ 'error-msg': reason }) => text(reason),
  },
};
