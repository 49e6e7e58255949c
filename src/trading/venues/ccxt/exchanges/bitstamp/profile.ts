import type { bitstamp as Bitstamp, Exchange, MarketInterface, Order } from 'ccxt';
import { Decimal } from '../../../../../kernel/index.ts';
import { IN_PATH } from '../../transport/guard.ts';
import { readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  list,
  marginBefore,
  text,
  WHOLE,
  type Json,
  type Profile,
  type WireOrder,
} from '../../profile.ts';
import { addresses } from './addresses.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { deposits } from './deposits.ts';
import { travelRule } from './travel-rule.ts';

type Class = InstanceType<typeof Bitstamp>;

const WITHDRAWALS_A_PAGE = 1000;
/** In seconds: the farthest that the exchange looks back for withdrawals. */
const LONGEST_DELTA = 50_000_000;

const STATES: Readonly<Record<string, string>> = {
  'In Queue': 'open',
  Open: 'open',
  'Cancel pending': 'canceling',
  Finished: 'closed',
  Expired: 'expired',
  Canceled: 'canceled',
};

const statusOf = async (exchange: Exchange, { id }: WireOrder): Promise<Json> =>
  (await (exchange as Class).privatePostOrderStatus({ client_order_id: id })) as Json;

/** The exchange shows what remains and what was traded, from which ccxt cannot tell the quantity. */
function readOrder(exchange: Exchange, status: Json, market: MarketInterface): Order[] | undefined {
  const trades = list(status['transactions']);
  const remaining = Decimal.tryParse(String(status['amount_remaining']));
  if (!trades || !remaining) return undefined;
  const base = String(market.baseId).toLowerCase();
  const filled = trades
    .map((trade) => Decimal.parse(String(trade[base])))
    .reduce((sum, next) => sum.plus(next), Decimal.ZERO);
  const order = {
    ...exchange.parseOrder({ ...status, transactions: [] }, market),
    type: status['subtype'] === 'MARKET' ? 'market' : 'limit',
    status: STATES[String(status['status'])],
    amount: remaining.plus(filled).toString(),
    filled: filled.toString(),
  };
  return [order as unknown as Order];
}

/** Those of the last seconds. */
const withdrawalsOf = (exchange: Exchange, timedelta: number): Promise<readonly Json[]> =>
  readPages(WITHDRAWALS_A_PAGE, async ({ offset = 0 }) => ({
    rows: await (exchange as Class).privatePostWithdrawalRequests({
      timedelta,
      limit: WITHDRAWALS_A_PAGE,
      offset,
    }),
    next: () => ({ offset: Number(offset) + WITHDRAWALS_A_PAGE }),
  }));

export const profile: Profile = {
  options: {},
  signedForMs: 150_000,
  answers,
  feeIn: 'counter',
  areFeesInPercent: true,
  // Only assets of one network: nothing in the request names it.
  networks: { BTC: ['BTC'], ETH: ['ETH'], SOL: ['SOL'], XRP: ['XRP'] },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'market', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    // ccxt sends its own names of the types, which the exchange does not have.
    parameters: (type, id) => ({
      client_order_id: id,
      ...(type === 'ioc' && { ioc_order: true }),
      ...(type === 'post-only' && { moc_order: true }),
    }),
    names: { id: 'client_order_id', amount: 'amount', price: 'price', side: IN_PATH, symbol: IN_PATH },
    absentCodes: ['404.002'],
    queries: [
      {
        async ask(exchange, order) {
          return readOrder(exchange, await statusOf(exchange, order), exchange.market(order.symbol));
        },
        covers: { open: true, tradedMs: 7 * DAY_MS, untradedMs: 7 * DAY_MS },
      },
    ],
    cancel: (exchange, { id }) => (exchange as Class).privatePostCancelOrder({ client_order_id: id }),
    async trades(exchange, order) {
      const market = exchange.market(order.symbol);
      const status = await statusOf(exchange, order);
      const rows = list(status['transactions']);
      if (!rows || status['client_order_id'] !== order.id)
        throw new Error('The venue answered without the trades of the order.');
      return rows.map((row) => ({ ...exchange.parseTrade(row, market), order: order.orderId }));
    },
  },
  travelRule,
  withdrawals: {
    honoursDeadline: true,
    looksBackMs: 0,
    amountName: 'amount',
    // It refuses a withdrawal for which the balance is short by less than its fee.
    fee: { kind: 'on top', isInferred: true },
    destination: ({ address, tag, assetId }) => ({
      [IN_PATH]: `${assetId.toLowerCase()}_withdrawal`,
      address,
      ...(tag !== undefined && { destination_tag: tag }),
    }),
    // ccxt would add a network of its own name.
    async send(exchange, { to, amount, answers: asked }) {
      const path = `${to.assetId.toLowerCase()}_withdrawal/`;
      const answer = (await exchange.request(path, 'private', 'POST', {
        amount,
        address: to.address,
        ...(to.tag !== undefined && { destination_tag: to.tag }),
        ...asked,
      })) as Json;
      return text(answer['withdrawal_id']) ?? text(answer['id']);
    },
    list: (exchange) => withdrawalsOf(exchange, LONGEST_DELTA),
    history: {
      reachMs: LONGEST_DELTA * 1000,
      list: (exchange, since) =>
        withdrawalsOf(exchange, Math.ceil((exchange.milliseconds() - marginBefore(since)) / 1000)),
    },
    referenceOf: () => undefined,
    failureOf: () => undefined,
  },
};
