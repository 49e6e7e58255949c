import type { bitget as Bitget, Exchange } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  HEX,
  list,
  marginBefore,
  text,
  type Json,
  type Profile,
  type WireDestination,
} from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { addresses } from './addresses.ts';
import { deposits } from './deposits.ts';
import { travelRule } from './travel-rule.ts';

type Class = InstanceType<typeof Bitget>;

const ORDERS_A_PAGE = 100;
const TRADES_A_PAGE = 100;
const WITHDRAWALS_A_PAGE = 100;
/** A question for withdrawals covers less than 90 days, of which one is for the clock of the exchange. */
const LOOKS_BACK_MS = 88 * DAY_MS;

const rowsOf = async (answer: Promise<unknown>): Promise<readonly Json[] | undefined> =>
  list(((await answer) as Json)['data']);

/** A fee in percent is not a fixed one. */
async function feeOf(
  exchange: Exchange,
  { assetId, networkId }: WireDestination,
): Promise<string | undefined> {
  const [coin] = (await rowsOf((exchange as Class).publicSpotGetV2SpotPublicCoins({ coin: assetId }))) ?? [];
  const network = list(coin?.['chains'])?.find(({ chain }) => chain === networkId);
  return Number(network?.['extraWithdrawFee']) === 0 ? text(network?.['withdrawFee']) : undefined;
}

/** Classic accounts only. */
export const profile: Profile = {
  options: { uta: false, fetchMarkets: { types: ['spot'] }, defaultType: 'spot' },
  signedForMs: 30_000,
  answers,
  tags: { headers: ['X-CHANNEL-API-CODE'] },
  feeIn: 'received',
  feeSymbol: 'BTC/USDT',
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'ioc', 'post-only'],
    ids: HEX,
    honoursDeadline: true,
    parameters: (type, id) => ({
      clientOid: id,
      timeInForce: type === 'ioc' ? 'IOC' : 'GTC',
      ...(type === 'post-only' && { postOnly: true }),
    }),
    names: { id: 'clientOid', amount: 'size', price: 'price', side: 'side', symbol: 'symbol' },
    absentCodes: ['43001'],
    queries: [
      {
        isList: true,
        async ask(exchange, { id, symbol }) {
          const rows = await rowsOf(
            (exchange as Class).privateSpotGetV2SpotTradeOrderInfo({ clientOid: id }),
          );
          return rows?.map((row) => exchange.parseOrder(row, exchange.market(symbol)));
        },
        covers: { open: true, tradedMs: 90 * DAY_MS, untradedMs: 90 * DAY_MS },
      },
    ],
    history: {
      reachMs: 90 * DAY_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const instance = exchange as Class;
        const pages = (ask: (by: Json) => Promise<unknown>): Promise<readonly Json[]> =>
          readPages(ORDERS_A_PAGE, async (cursor) => ({
            rows: await rowsOf(ask({ symbol: market.id, limit: ORDERS_A_PAGE, ...cursor })),
            next: ({ orderId }) => ({ idLessThan: orderId }),
          }));
        const within = { startTime: marginBefore(since), endTime: exchange.milliseconds() };
        const rows = [
          ...(await pages((by) => instance.privateSpotGetV2SpotTradeUnfilledOrders(by))),
          ...(await pages((by) => instance.privateSpotGetV2SpotTradeHistoryOrders({ ...by, ...within }))),
        ];
        return rows.map((row) => exchange.parseOrder(row, market));
      },
    },
    cancel: (exchange, { id, symbol }) => exchange.cancelOrder('', symbol, { clientOid: id }),
    async trades(exchange, { orderId, symbol }) {
      const market = exchange.market(symbol);
      const rows = await readPages(TRADES_A_PAGE, async (cursor) => ({
        rows: await rowsOf(
          (exchange as Class).privateSpotGetV2SpotTradeFills({
            symbol: market.id,
            orderId,
            limit: TRADES_A_PAGE,
            ...cursor,
          }),
        ),
        next: ({ tradeId }) => ({ idLessThan: tradeId }),
      }));
      return rows.toReversed().map((row) => exchange.parseTrade(row, market));
    },
  },
  travelRule,
  withdrawals: {
    reference: { parameter: 'clientOid', ids: HEX },
    honoursDeadline: true,
    looksBackMs: LOOKS_BACK_MS,
    amountName: 'size',
    // ccxt reads its records so.
    fee: { kind: 'inside', isInferred: true, quote: feeOf, isSubtracted: true },
    destination: ({ address, tag, networkId, assetId }) => ({
      coin: assetId,
      chain: networkId,
      address,
      ...(tag !== undefined && { tag }),
    }),
    // ccxt has its own idea of the exchange's name for some networks.
    async send(exchange, { to, amount, reference, answers: asked }) {
      const { data } = (await (exchange as Class).privateSpotPostV2SpotWalletWithdrawal({
        coin: to.assetId,
        transferType: 'on_chain',
        chain: to.networkId,
        address: to.address,
        ...(to.tag !== undefined && { tag: to.tag }),
        size: amount,
        clientOid: reference,
        ...asked,
      })) as { data?: Json };
      return text(data?.['orderId']);
    },
    async list(exchange, by) {
      const [filter, since] =
        'since' in by ? [{ clientOid: by.reference }, marginBefore(by.since)] : [{ orderId: by.id }, 0];
      const now = exchange.milliseconds();
      return rowsOf(
        (exchange as Class).privateSpotGetV2SpotWalletWithdrawalRecords({
          ...filter,
          startTime: Math.max(since, now - LOOKS_BACK_MS),
          // Until now: it may have been sent days after it was requested.
          endTime: now + DAY_MS,
        }),
      );
    },
    history: {
      reachMs: 90 * DAY_MS,
      list: (exchange, since) =>
        readPages(WITHDRAWALS_A_PAGE, async (cursor) => ({
          rows: await rowsOf(
            (exchange as Class).privateSpotGetV2SpotWalletWithdrawalRecords({
              startTime: marginBefore(since),
              endTime: exchange.milliseconds(),
              limit: WITHDRAWALS_A_PAGE,
              ...cursor,
            }),
          ),
          next: ({ orderId }) => ({ idLessThan: orderId }),
        })),
    },
    referenceOf: ({ clientOid }) => text(clientOid),
    failureOf: () => undefined,
  },
};
