import type { okx as Okx } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  HEX,
  list,
  marginBefore,
  text,
  unifiedType,
  type Json,
  type Profile,
} from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { addresses } from './addresses.ts';
import { deposits } from './deposits.ts';
import { travelRule } from './travel-rule.ts';

type Class = InstanceType<typeof Okx>;

const ORDERS_A_PAGE = 100;
const TRADES_A_PAGE = 100;
const WITHDRAWALS_A_PAGE = 100;

export const profile: Profile = {
  options: {
    createOrder: 'privatePostTradeOrder',
    fetchMarkets: { types: ['spot'] },
    defaultType: 'spot',
    // Otherwise the quantity of a market order to buy would be in the counter asset.
    tgtCcy: 'base_ccy',
  },
  signedForMs: 30_000,
  answers,
  feeIn: 'received',
  feeSymbol: 'BTC/USDT',
  async permissions(exchange) {
    const answer = (await (exchange as Class).privateGetAccountConfig()) as Json;
    const [{ perm, ip } = {}] = list(answer['data']) ?? [];
    const granted = String(perm).split(',');
    return { trade: granted.includes('trade'), withdraw: granted.includes('withdraw'), isBound: Boolean(ip) };
  },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'market', 'ioc', 'post-only'],
    ids: HEX,
    honoursDeadline: true,
    parameters: (type, id) => ({
      clOrdId: id,
      ...unifiedType(type),
    }),
    names: { id: 'clOrdId', amount: 'sz', price: 'px', side: 'side', symbol: 'instId' },
    absentCodes: ['51603'],
    queries: [
      {
        ask: async (exchange, { id, symbol }) => [await exchange.fetchOrder('', symbol, { clOrdId: id })],
        covers: { open: true, tradedMs: 7 * DAY_MS, untradedMs: 2 * 3_600_000 },
      },
    ],
    history: {
      reachMs: 90 * DAY_MS,
      untradedMs: 2 * 3_600_000,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const instance = exchange as Class;
        const pages = (ask: (by: Json) => Promise<unknown>): Promise<readonly Json[]> =>
          readPages(ORDERS_A_PAGE, async (cursor) => {
            const by = { instType: 'SPOT', instId: market.id, limit: ORDERS_A_PAGE, ...cursor };
            const answer = (await ask(by)) as Json;
            return { rows: answer['data'], next: ({ ordId }) => ({ after: ordId }) };
          });
        const begin = marginBefore(since);
        const rows = [
          ...(await pages((by) => instance.privateGetTradeOrdersPending(by))),
          // The last seven days, and three months.
          ...(await pages((by) => instance.privateGetTradeOrdersHistory({ ...by, begin }))),
          ...(await pages((by) => instance.privateGetTradeOrdersHistoryArchive({ ...by, begin }))),
        ];
        return rows.map((row) => exchange.parseOrder(row, market));
      },
    },
    cancel: (exchange, { id, symbol }) => exchange.cancelOrder('', symbol, { clOrdId: id }),
    async trades(exchange, { orderId, symbol }) {
      const market = exchange.market(symbol);
      const rows = await readPages(TRADES_A_PAGE, async (cursor) => {
        const answer = (await (exchange as Class).privateGetTradeFillsHistory({
          instType: 'SPOT',
          instId: market.id,
          ordId: orderId,
          limit: TRADES_A_PAGE,
          ...cursor,
        })) as Json;
        return { rows: answer['data'], next: ({ billId }) => ({ after: billId }) };
      });
      return rows.toReversed().map((row) => exchange.parseTrade(row, market));
    },
  },
  travelRule,
  withdrawals: {
    reference: { parameter: 'clientId', ids: HEX },
    honoursDeadline: true,
    looksBackMs: 30 * DAY_MS,
    amountName: 'amt',
    fee: { kind: 'on top' },
    destination: ({ address, tag, networkId }) => ({
      toAddr: tag === undefined ? address : `${address}:${tag}`,
      chain: networkId,
      dest: '4',
    }),
    // Without the fee, ccxt would ask for it first.
    parameters: ({ fee }) => ({ ...(fee !== undefined && { fee }) }),
    list: async (exchange, by) => {
      const answer = (await (exchange as Class).privateGetAssetWithdrawalHistory(
        'reference' in by ? { clientId: by.reference } : { wdId: by.id },
      )) as Json;
      return list(answer['data']);
    },
    history: {
      reachMs: 30 * DAY_MS,
      async list(exchange, since) {
        const rows = await readPages(WITHDRAWALS_A_PAGE, async (cursor) => {
          const answer = (await (exchange as Class).privateGetAssetWithdrawalHistory({
            limit: WITHDRAWALS_A_PAGE,
            ...cursor,
          })) as Json;
          return {
            rows: answer['data'],
            // Newest first. Several may have the time of the last one: it is asked for again.
            next: ({ ts }) =>
              Number(ts) < marginBefore(since) ? undefined : { after: String(Number(ts) + 1) },
          };
        });
        return rows.filter(({ ts }) => Number(ts) >= marginBefore(since));
      },
    },
    // From the trading account, 18, to the funding account, 6.
    payingWallet: {
      ids: HEX,
      names: { id: 'clientId', amount: 'amt', asset: 'ccy' },
      wallets: () => ({ from: '18', to: '6' }),
      async available(exchange, ccy) {
        const answer = (await (exchange as Class).privateGetAssetBalances({ ccy })) as Json;
        const rows = list(answer['data']);
        return rows && (text(rows.find((row) => row['ccy'] === ccy)?.['availBal']) ?? '0');
      },
      async send(exchange, { assetId, amount, reference }) {
        const answer = (await (exchange as Class).privatePostAssetTransfer({
          ccy: assetId,
          amt: amount,
          from: '18',
          to: '6',
          type: '0',
          clientId: reference,
        })) as Json;
        return text(list(answer['data'])?.[0]?.['transId']);
      },
      async find(exchange, clientId) {
        const answer = (await (exchange as Class).privateGetAssetTransferState({ clientId })) as Json;
        const own = list(answer['data'])?.filter((row) => row['clientId'] === clientId);
        const made = own?.find(({ state }) => state !== 'failed');
        return own && (made ? text(made['amt']) : null);
      },
    },
    referenceOf: ({ clientId }) => text(clientId),
    failureOf: ({ note }) => text(note),
    waitsFor: ({ state }) =>
      String(state) === '17'
        ? 'OKX waits for the provider of the recipient. It can be cancelled at OKX until that answers.'
        : undefined,
  },
};
