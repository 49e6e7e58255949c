import type { Exchange, kraken as Kraken, Order } from 'ccxt';
import { Decimal } from '../../../../../kernel/index.ts';
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
  type WireDestination,
  type WireOrder,
} from '../../profile.ts';
import { addresses } from './addresses.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { deposits } from './deposits.ts';

type Class = InstanceType<typeof Kraken>;

const ORDERS_A_PAGE = 50;
const TRADES_A_QUERY = 20;
const WITHDRAWALS_A_PAGE = 500;

/** The orders in one member of the answer, by the exchange's ids. */
async function ordersIn(
  exchange: Exchange,
  answer: Promise<unknown>,
  member: 'open' | 'closed',
): Promise<Order[] | undefined> {
  return rowsIn(await answer, member)?.map((row) => exchange.parseOrder(row));
}

function rowsIn(answer: unknown, member: 'open' | 'closed'): Json[] | undefined {
  const { result } = answer as { result?: Partial<Record<'open' | 'closed', Record<string, Json>>> };
  const orders = result?.[member];
  if (typeof orders !== 'object') return undefined;
  return Object.entries(orders).map(([id, order]) => ({ id, ...order }));
}

const seconds = ({ since }: Pick<WireOrder, 'since'>): number => Math.floor(marginBefore(since) / 1000);

export const profile: Profile = {
  options: {},
  answers,
  feeIn: 'counter',
  feeSymbol: 'BTC/USDT',
  networks: {
    BTC: ['BTC'],
    ETH: ['ETH'],
    SOL: ['SOL'],
    XRP: ['XRP'],
    TRX: ['TRX'],
    USDC: ['ETH', 'SOL'],
    USDT: ['ETH', 'TRX'],
  },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'market', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    shortestMs: 500,
    parameters: (type, id, deadline) => ({
      cl_ord_id: id,
      deadline: deadline.toISOString(),
      // The trades do not name the asset of their fee: this makes it the counter asset.
      oflags: 'fciq',
      ...unifiedType(type),
    }),
    names: { id: 'cl_ord_id', amount: 'volume', price: 'price', side: 'type', symbol: 'pair' },
    absentCodes: [],
    queries: [
      {
        isList: true,
        ask: (exchange, { id }) =>
          ordersIn(exchange, (exchange as Class).privatePostOpenOrders({ cl_ord_id: id }), 'open'),
        covers: { open: true },
      },
      {
        isList: true,
        ask: (exchange, order) =>
          ordersIn(
            exchange,
            (exchange as Class).privatePostClosedOrders({ cl_ord_id: order.id, start: seconds(order) }),
            'closed',
          ),
        covers: { tradedMs: 365 * DAY_MS, untradedMs: 365 * DAY_MS },
      },
    ],
    history: {
      reachMs: 365 * DAY_MS,
      async list(exchange, { since }) {
        const instance = exchange as Class;
        const open = readList(rowsIn(await instance.privatePostOpenOrders({}), 'open'));
        const ended = await readPages(ORDERS_A_PAGE, async ({ ofs = 0 }) => {
          const by = { start: seconds({ since }), closetime: 'open', ofs };
          return {
            rows: rowsIn(await instance.privatePostClosedOrders(by), 'closed'),
            next: () => ({ ofs: Number(ofs) + ORDERS_A_PAGE }),
          };
        });
        return [...open, ...ended].map((row) => exchange.parseOrder(row));
      },
    },
    cancel: (exchange, { id, symbol }) => exchange.cancelOrder('', symbol, { cl_ord_id: id }),
    async trades(exchange, { orderId, symbol }) {
      const instance = exchange as Class;
      const { result } = (await instance.privatePostQueryOrders({ txid: orderId, trades: 'true' })) as {
        result?: Record<string, { trades?: string[] }>;
      };
      const ids = result?.[orderId]?.trades ?? [];
      const market = instance.market(symbol);
      const batches = Array.from({ length: Math.ceil(ids.length / TRADES_A_QUERY) }, (_, index) =>
        ids.slice(index * TRADES_A_QUERY, (index + 1) * TRADES_A_QUERY),
      );
      const answers = [];
      for (const batch of batches) {
        const answer = (await instance.privatePostQueryTrades({ txid: batch.join(',') })) as {
          result?: Record<string, Json>;
        };
        answers.push(...Object.entries(answer.result ?? {}));
      }
      return answers.map(([id, trade]) => instance.parseTrade({ id, ...trade }, market));
    },
  },
  withdrawals: {
    honoursDeadline: false,
    looksBackMs: 0,
    amountName: 'amount',
    fee: { kind: 'inside', quote: feeOf },
    // The exchange compares the address with the one it has stored under the name, which also holds the tag.
    destination: ({ alias, address, fee }) => ({ key: nameOf(alias), address, ...atMost(fee) }),
    parameters: ({ alias, fee }) => ({ key: nameOf(alias), ...atMost(fee) }),
    isTagStored: true,
    async list(exchange) {
      const { result } = (await (exchange as Class).privatePostWithdrawStatus({})) as Json;
      return list(result);
    },
    history: {
      reachMs: 90 * DAY_MS,
      list: (exchange, since) =>
        // The exchange may answer with shorter pages than asked for: only its cursor says that there are more.
        readPages(0, async ({ cursor = 'true' }) => {
          const { result } = (await (exchange as Class).privatePostWithdrawStatus({
            start: seconds({ since }),
            limit: WITHDRAWALS_A_PAGE,
            cursor,
          })) as { result?: Json };
          const next = text(result?.['next_cursor']);
          return {
            rows: result?.['withdrawals'],
            next: () => (next === undefined ? undefined : { cursor: next }),
          };
        }),
    },
    referenceOf: () => undefined,
    failureOf: ({ 'status-prop': property }) => text(property),
  },
};

/** The exchange refuses a withdrawal whose fee has risen. */
const atMost = (fee: string | undefined) => (fee === undefined ? {} : { max_fee: fee });

/** The fee might depend on the amount: it counts once the exchange says that with it the payee receives the amount. */
async function feeOf(
  exchange: Exchange,
  { alias, assetId }: WireDestination,
  wanted: string,
): Promise<string | undefined> {
  const ask = async (amount: string): Promise<Json | undefined> => {
    const answer = await (exchange as Class).privatePostWithdrawInfo({
      asset: assetId,
      key: nameOf(alias),
      amount,
    });
    return (answer as { result?: Json }).result;
  };
  const fee = text((await ask(wanted))?.['fee']);
  const total = fee === undefined ? undefined : Decimal.parse(wanted).plus(Decimal.parse(fee));
  const received = total && Decimal.tryParse(String((await ask(total.trim().toString()))?.['amount']));
  return received?.equals(Decimal.parse(wanted)) ? fee : undefined;
}

function nameOf(alias: string | undefined): string {
  if (alias !== undefined) return alias;
  throw new Error(
    'Kraken pays out only to addresses stored there: save the destination under the name it has at Kraken.',
  );
}
