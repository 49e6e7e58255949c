import type { Exchange, kucoin as Kucoin } from 'ccxt';
import { readList, readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  list,
  marginBefore,
  text,
  unifiedType,
  WHOLE,
  type Json,
  type Profile,
  type TradingWallet,
} from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { addresses } from './addresses.ts';
import { deposits } from './deposits.ts';

type Class = InstanceType<typeof Kucoin>;

const ROWS_A_PAGE = 100;
const WITHDRAWALS_A_PAGE = 500;

const dataOf = async (answer: Promise<unknown>): Promise<Json> =>
  ((await answer) as { data?: Json }).data ?? {};

/** Which wallet the account has, as ccxt asks once with the markets. */
function walletOf({ options }: Exchange): TradingWallet {
  const isHighFrequency: unknown = options['hf'];
  if (isHighFrequency === true) return { name: 'TRADE_HF' };
  if (isHighFrequency === false) {
    return {
      name: 'TRADE',
      cannotTrade:
        'The account has no high-frequency wallet. Of orders from its other wallet KuCoin forgets those that have ended: open the high-frequency wallet there to trade.',
    };
  }
  throw new Error('The venue did not say which wallets the account has.');
}

/** Classic accounts only. The endpoints named `hf` also show orders that have ended; the older ones forget them. */
export const profile: Profile = {
  options: { hf: undefined, uta: false, fetchMarkets: { types: ['spot'], fetchTickersFees: false } },
  signedForMs: 5_000,
  answers,
  wallet: walletOf,
  tags: { headers: ['KC-API-PARTNER', 'KC-API-PARTNER-SIGN', 'KC-API-PARTNER-VERIFY'] },
  feeIn: 'counter',
  feeSymbol: 'BTC/USDT',
  // What ccxt reads holds for market orders only.
  minNotionalOf: ({ minFunds }) => text(minFunds),
  async permissions(exchange) {
    const { data } = (await (exchange as Class).privateGetUserApiKey()) as unknown as { data: Json };
    const granted = String(data['permission'])
      .split(',')
      .map((name) => name.trim());
    return {
      trade: granted.includes('Spot'),
      withdraw: granted.some((name) => name === 'Transfer' || name === 'Withdrawal'),
      isBound: Boolean(data['ipWhitelist']),
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
      clientOid: id,
      ...unifiedType(type),
    }),
    names: { id: 'clientOid', amount: 'size', price: 'price', side: 'side', symbol: 'symbol' },
    absentCodes: [
      '100001',
      '400100 The order does not exist.',
      '400100 order not exist',
      '400100 order not exist.',
      '400100 order_not_exist',
      'order_not_exist',
    ],
    queries: [
      {
        ask: async (exchange, { id, symbol }) => [await exchange.fetchOrder('', symbol, { clientOid: id })],
        covers: { open: true, tradedMs: 3 * DAY_MS, untradedMs: 3 * DAY_MS },
      },
    ],
    history: {
      reachMs: 3 * DAY_MS,
      async list(exchange, { symbol, since }) {
        const market = exchange.market(symbol);
        const active = (await (exchange as Class).privateGetHfOrdersActive({ symbol: market.id })) as Json;
        const open = readList(active['data']);
        const ended = await readPages(ROWS_A_PAGE, async (cursor) => {
          const { items, lastId } = await dataOf(
            (exchange as Class).privateGetHfOrdersDone({
              symbol: market.id,
              startAt: marginBefore(since),
              limit: ROWS_A_PAGE,
              ...cursor,
            }),
          );
          return { rows: items, next: () => (lastId === undefined ? undefined : { lastId }) };
        });
        return [...open, ...ended].map((row) => exchange.parseOrder(row, market));
      },
    },
    cancel: (exchange, { id, symbol }) => exchange.cancelOrder('', symbol, { clientOid: id }),
    async trades(exchange, { orderId, symbol }) {
      const market = exchange.market(symbol);
      const rows = await readPages(ROWS_A_PAGE, async (cursor) => {
        const { items, lastId } = await dataOf(
          (exchange as Class).privateGetHfFills({
            symbol: market.id,
            orderId,
            limit: ROWS_A_PAGE,
            ...cursor,
          }),
        );
        return { rows: items, next: () => (lastId === undefined ? undefined : { lastId }) };
      });
      return rows.toReversed().map((row) => exchange.parseTrade(row, market));
    },
  },
  withdrawals: {
    reference: { parameter: 'remark', ids: WHOLE },
    honoursDeadline: true,
    looksBackMs: 7 * DAY_MS,
    amountName: 'amount',
    fee: { kind: 'on top' },
    destination: ({ address, tag, networkId, assetId }) => ({
      currency: assetId,
      chain: networkId,
      toAddress: address,
      feeDeductType: 'EXTERNAL',
      ...(tag !== undefined && { memo: tag }),
    }),
    // ccxt would send the amount as a float.
    async send(exchange, { to, amount, reference }) {
      const data = await dataOf(
        (exchange as Class).privatePostWithdrawals({
          currency: to.assetId,
          chain: to.networkId,
          toAddress: to.address,
          ...(to.tag !== undefined && { memo: to.tag }),
          withdrawType: 'ADDRESS',
          amount,
          // Otherwise the fee may be taken out of the amount.
          feeDeductType: 'EXTERNAL',
          remark: reference,
        }),
      );
      return text(data['withdrawalId']);
    },
    list: (exchange, by) =>
      readPages(WITHDRAWALS_A_PAGE, async ({ currentPage = 1 }) => {
        const { items } = await dataOf(
          (exchange as Class).privateGetWithdrawals({
            ...('since' in by && { startAt: marginBefore(by.since) }),
            currentPage,
            pageSize: WITHDRAWALS_A_PAGE,
          }),
        );
        // By its own id, one is asked for soon after it was sent.
        const next = () => ('since' in by ? { currentPage: Number(currentPage) + 1 } : undefined);
        return { rows: items, next };
      }),
    history: {
      reachMs: 7 * DAY_MS,
      list: (exchange, since) =>
        readPages(WITHDRAWALS_A_PAGE, async ({ currentPage = 1 }) => {
          const { items } = await dataOf(
            (exchange as Class).privateGetWithdrawals({
              startAt: marginBefore(since),
              currentPage,
              pageSize: WITHDRAWALS_A_PAGE,
            }),
          );
          return { rows: items, next: () => ({ currentPage: Number(currentPage) + 1 }) };
        }),
    },
    // No list shows the id of a transfer.
    payingWallet: {
      ids: WHOLE,
      names: { id: 'clientOid', amount: 'amount', asset: 'currency' },
      wallets: (exchange) => ({ fromAccountType: walletOf(exchange).name, toAccountType: 'MAIN' }),
      async available(exchange, currency) {
        const answer = (await (exchange as Class).privateGetAccounts({ currency, type: 'main' })) as Json;
        const rows = list(answer['data']);
        return rows && (text(rows.find((row) => row['currency'] === currency)?.['available']) ?? '0');
      },
      async send(exchange, { assetId, amount, reference }) {
        const data = await dataOf(
          (exchange as Class).privatePostAccountsUniversalTransfer({
            clientOid: reference,
            type: 'INTERNAL',
            currency: assetId,
            amount,
            fromAccountType: walletOf(exchange).name,
            toAccountType: 'MAIN',
          }),
        );
        return text(data['orderId']);
      },
    },
    referenceOf: ({ remark }) => text(remark),
    failureOf: () => undefined,
  },
};
