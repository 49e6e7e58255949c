import type { binance as Binance, Exchange } from 'ccxt';
import { readList, readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  list,
  marginBefore,
  periods,
  text,
  unifiedType,
  WHOLE,
  type Json,
  type Profile,
  type WireDestination,
} from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { addresses } from './addresses.ts';
import { deposits } from './deposits.ts';
import { findAccepted, findLocal, listLocal, readsRefusal, LOCAL } from './local-entity.ts';
import { travelRule } from './travel-rule.ts';

type Class = InstanceType<typeof Binance>;

async function feeOf(
  exchange: Exchange,
  { assetId, networkId }: WireDestination,
): Promise<string | undefined> {
  const coins = list(await (exchange as Class).sapiGetCapitalConfigGetall());
  const networks = list(coins?.find(({ coin }) => coin === assetId)?.['networkList']);
  return text(networks?.find(({ network }) => network === networkId)?.['withdrawFee']);
}

const listPlain = async (exchange: Exchange, ids: Json): Promise<readonly Json[] | undefined> =>
  list(await (exchange as Class).sapiGetCapitalWithdrawHistory(ids));

/** The longest time after its timestamp in which the exchange takes a request. */
const WINDOW_MS = 60_000;
/** The wallet that trades and whose balances are shown. */
const SPOT_WALLET = '0';
const ORDERS_A_PAGE = 1000;
const TRADES_A_PAGE = 1000;
const WITHDRAWALS_A_PAGE = 1000;

export const profile: Profile = {
  options: { recvWindow: WINDOW_MS, fetchMarkets: { types: ['spot'] }, fetchMargins: false },
  signedForMs: WINDOW_MS,
  answers,
  feeIn: 'received',
  async permissions(exchange) {
    const answer = (await (exchange as Class).sapiGetAccountApiRestrictions()) as unknown as Json;
    return {
      trade: answer['enableSpotAndMarginTrading'] === true,
      withdraw: answer['enableWithdrawals'] === true,
      isBound: answer['ipRestrict'] === true,
    };
  },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'market', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    parameters: (type, id) => ({
      newClientOrderId: id,
      newOrderRespType: 'FULL',
      ...unifiedType(type),
    }),
    names: { id: 'newClientOrderId', amount: 'quantity', price: 'price', side: 'side', symbol: 'symbol' },
    absentCodes: ['-2013'],
    queries: [
      {
        ask: async (exchange, { id, symbol }) => [
          await exchange.fetchOrder('', symbol, { origClientOrderId: id }),
        ],
        covers: { open: true, tradedMs: 90 * DAY_MS, untradedMs: 90 * DAY_MS },
      },
    ],
    history: {
      reachMs: 90 * DAY_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const ask = (by: Json) =>
          (exchange as Class).privateGetAllOrders({ symbol: market.id, limit: ORDERS_A_PAGE, ...by });
        // It lists by time one day at most, and from an id on without an end.
        for (const [startTime, endTime] of periods(exchange, since, DAY_MS)) {
          const [first] = readList(await ask({ startTime, endTime }));
          if (!first) continue;
          const rows = await readPages(ORDERS_A_PAGE, async ({ orderId = first['orderId'] }) => ({
            rows: await ask({ orderId }),
            next: (last) => ({ orderId: String(BigInt(String(last['orderId'])) + 1n) }),
          }));
          return rows.map((row) => exchange.parseOrder(row, market));
        }
        return [];
      },
    },
    cancel: (exchange, { id, symbol }) => exchange.cancelOrder('', symbol, { origClientOrderId: id }),
    async trades(exchange, { orderId, symbol }) {
      const market = exchange.market(symbol);
      const rows = await readPages(TRADES_A_PAGE, async (cursor) => ({
        rows: await (exchange as Class).privateGetMyTrades({
          symbol: market.id,
          orderId,
          limit: TRADES_A_PAGE,
          ...cursor,
        }),
        next: ({ id }) => ({ fromId: String(BigInt(String(id)) + 1n) }),
      }));
      return rows.map((row) => exchange.parseTrade(row, market));
    },
  },
  travelRule,
  withdrawals: {
    reference: { parameter: 'withdrawOrderId', ids: WHOLE },
    honoursDeadline: true,
    looksBackMs: 7 * DAY_MS,
    amountName: 'amount',
    // Its records show less than was asked for, by the fee.
    fee: { kind: 'inside', isInferred: true, quote: feeOf },
    destination: ({ address, tag, networkId }) => ({
      address,
      network: networkId,
      ...(tag !== undefined && { addressTag: tag }),
      walletType: SPOT_WALLET,
    }),
    // Otherwise the exchange pays from the wallet that somebody has chosen there.
    parameters: () => ({ walletType: SPOT_WALLET }),
    async list(exchange, by) {
      if ('id' in by && by.id.startsWith(LOCAL))
        return findAccepted(exchange, by.id, (ids) => listPlain(exchange, ids));
      const plain = await listPlain(
        exchange,
        'reference' in by ? { withdrawOrderId: by.reference } : { idList: by.id },
      );
      const isThere = plain?.some(
        ({ withdrawOrderId }) => withdrawOrderId === ('reference' in by && by.reference),
      );
      if (!plain || isThere || !('reference' in by)) return plain;
      // Nobody says that one with answers is in the plain history: it was never sent only if neither has it.
      return findLocal(exchange, { withdrawOrderId: by.reference });
    },
    history: {
      reachMs: 90 * DAY_MS,
      async list(exchange, since) {
        const plain = await readPages(WITHDRAWALS_A_PAGE, async ({ offset = 0 }) => ({
          rows: await (exchange as Class).sapiGetCapitalWithdrawHistory({
            startTime: marginBefore(since),
            limit: WITHDRAWALS_A_PAGE,
            offset,
          }),
          next: () => ({ offset: Number(offset) + WITHDRAWALS_A_PAGE }),
        }));
        const local = await listLocal(exchange, marginBefore(since));
        const own = new Set(local.map(({ withdrawalId }) => withdrawalId));
        return [...plain.filter(({ id }) => !own.has(id)), ...local];
      },
    },
    referenceOf: ({ withdrawOrderId }) => text(withdrawOrderId),
    failureOf: ({ info }) => text(info),
    waitsFor: readsRefusal,
  },
};
