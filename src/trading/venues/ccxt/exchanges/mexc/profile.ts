import type { mexc as Mexc } from 'ccxt';
import { readList, readPages } from '../../reading/pages.ts';
import { DAY_MS, HEX, list, periods, text, unifiedType, type Json, type Profile } from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';

type Class = InstanceType<typeof Mexc>;

/** The longest time after its timestamp in which the exchange takes a request. */
const WINDOW_MS = 60_000;
const ROWS_A_PAGE = 1000;

export const profile: Profile = {
  options: { recvWindow: WINDOW_MS, defaultType: 'spot' },
  signedForMs: WINDOW_MS,
  answers,
  tags: { headers: ['source'] },
  feeIn: 'counter',
  feeSymbol: 'BTC/USDT',
  books,
  orders: {
    types: ['limit', 'market', 'ioc', 'post-only'],
    ids: HEX,
    honoursDeadline: true,
    parameters: (type, id) => ({ newClientOrderId: id, ...unifiedType(type) }),
    names: { id: 'newClientOrderId', amount: 'quantity', price: 'price', side: 'side', symbol: 'symbol' },
    absentCodes: ['-2013'],
    queries: [
      {
        async ask(exchange, { id, symbol }) {
          const market = exchange.market(symbol);
          const row = await (exchange as Class).spotPrivateGetOrder({
            symbol: market.id,
            origClientOrderId: id,
          });
          return [exchange.parseOrder(row, market)];
        },
        covers: { open: true, tradedMs: 7 * DAY_MS, untradedMs: 7 * DAY_MS },
      },
    ],
    history: {
      reachMs: 7 * DAY_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const rows: Json[] = [];
        for (const [startTime, endTime] of periods(exchange, since, DAY_MS)) {
          // Newest first. Several may have the time of the last one: it is asked for again.
          rows.push(
            ...(await readPages(ROWS_A_PAGE, async (cursor) => ({
              rows: await (exchange as Class).spotPrivateGetAllOrders({
                symbol: market.id,
                startTime,
                endTime,
                limit: ROWS_A_PAGE,
                ...cursor,
              }),
              next: ({ time }) => ({ endTime: Number(time) }),
            }))),
          );
        }
        return rows.map((row) => exchange.parseOrder(row, market));
      },
    },
    cancel: (exchange, { id, symbol }) =>
      (exchange as Class).spotPrivateDeleteOrder({
        symbol: exchange.market(symbol).id,
        origClientOrderId: id,
      }),
    async trades(exchange, { orderId, symbol }) {
      const market = exchange.market(symbol);
      const rows = readList(
        await (exchange as Class).spotPrivateGetMyTrades({ symbol: market.id, orderId, limit: ROWS_A_PAGE }),
      );
      // Nothing asks for the next page.
      if (rows.length >= ROWS_A_PAGE)
        throw new Error(`The venue shows only ${ROWS_A_PAGE} trades of an order.`);
      return rows.toReversed().map((row) => exchange.parseTrade(row, market));
    },
  },
  withdrawals: {
    // It is not known whether a list shows it again.
    reference: { parameter: 'withdrawOrderId', ids: HEX, isHidden: true },
    honoursDeadline: true,
    looksBackMs: 0,
    decimals: 8,
    amountName: 'amount',
    fee: { kind: undefined, isSubtracted: true },
    destination: ({ address, tag, networkId, assetId }) => ({
      coin: assetId,
      netWork: networkId,
      address,
      ...(tag !== undefined && { memo: tag }),
    }),
    async send(exchange, { to, amount, reference }) {
      const answer = (await (exchange as Class).spotPrivatePostCapitalWithdraw({
        coin: to.assetId,
        netWork: to.networkId,
        address: to.address,
        ...(to.tag !== undefined && { memo: to.tag }),
        amount,
        withdrawOrderId: reference,
      })) as Json;
      return text(answer['id']);
    },
    async list(exchange) {
      const rows = await (exchange as Class).spotPrivateGetCapitalWithdrawHistory({
        startTime: exchange.milliseconds() - 7 * DAY_MS,
        endTime: exchange.milliseconds() + DAY_MS,
        limit: ROWS_A_PAGE,
      });
      return list(rows);
    },
    history: {
      reachMs: 30 * DAY_MS,
      async list(exchange, since) {
        const rows: Json[] = [];
        for (const [startTime, endTime] of periods(exchange, since, DAY_MS)) {
          rows.push(
            ...(await readPages(ROWS_A_PAGE, async (cursor) => ({
              rows: await (exchange as Class).spotPrivateGetCapitalWithdrawHistory({
                startTime,
                endTime,
                limit: ROWS_A_PAGE,
                ...cursor,
              }),
              // Newest first.
              next: ({ applyTime }) => ({ endTime: Number(applyTime) }),
            }))),
          );
        }
        return rows;
      },
    },
    referenceOf: () => undefined,
    failureOf: () => undefined,
  },
};
