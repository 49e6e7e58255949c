import { OrderNotFound, type coinbase as Coinbase, type Exchange, type Order } from 'ccxt';
import {
  DAY_MS,
  marginBefore,
  text,
  unifiedType,
  WHOLE,
  type Json,
  type Profile,
  type WireDestination,
  type WireOrder,
} from '../../profile.ts';
import { accountOf, accounts, allPages } from './accounts.ts';
import { addresses } from './addresses.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { deposits } from './deposits.ts';
import { NETWORKS } from './networks.ts';
import { transactions } from './transactions.ts';
import { travelRule } from './travel-rule.ts';

type Class = InstanceType<typeof Coinbase>;

/** How long the exchange takes a token. */
const TOKEN_MS = 120_000;
const ORDERS_A_PAGE = 250;
const TRADES_A_PAGE = 100;

const valueOf = (amount: unknown): string => text((amount as Json | undefined)?.['value']) ?? '0';

/** Open, although ccxt does not sort them. */
const OPEN = new Set(['PENDING', 'QUEUED', 'CANCEL_QUEUED', 'EDIT_QUEUED']);

/** Nothing filters by our id: all orders of the market since then. */
async function orders(
  exchange: Exchange,
  { symbol, since }: Pick<WireOrder, 'symbol' | 'since'>,
): Promise<Order[]> {
  const market = exchange.market(symbol);
  const start = new Date(marginBefore(since)).toISOString();
  const fetch = (cursor: Json) =>
    (exchange as Class).v3PrivateGetBrokerageOrdersHistoricalBatch({
      product_id: market.id,
      start_date: start,
      limit: ORDERS_A_PAGE,
      ...cursor,
    });
  const all = await allPages(fetch, 'orders');
  return all.map((order) =>
    exchange.parseOrder({ ...order, ...(OPEN.has(String(order['status'])) && { status: 'OPEN' }) }, market),
  );
}

const destinationOf = ({ address, tag, networkId, assetId }: WireDestination): Record<string, string> => ({
  to: address,
  currency: assetId,
  network: NETWORKS[networkId] ?? networkId,
  ...(tag !== undefined && { destination_tag: tag }),
});

const STATES: Readonly<Record<string, string>> = {
  expired: 'failed',
  waiting_for_clearing: 'pending',
  waiting_for_signature: 'pending',
};

/** With what was asked for as the amount: that of the transaction has the fee in it. */
const readTransaction = (transaction: Json): Json => ({
  ...transaction,
  subtotal: (transaction['network'] as Json | undefined)?.['transaction_amount'],
  status: STATES[String(transaction['status'])] ?? transaction['status'],
});

/** What left an account; a deposit or a trade is a transaction too. */
const isSent = ({ type, amount }: Json): boolean =>
  type === 'send' && (text((amount as Json | undefined)?.['amount']) ?? '').startsWith('-');

/** No question covers all accounts. */
async function allSent(exchange: Exchange, since: Date): Promise<Json[]> {
  const sent: Json[] = [];
  for (const { uuid } of await accounts(exchange)) {
    const all = await transactions(exchange, String(uuid), since);
    const isNew = ({ created_at }: Json) => Date.parse(String(created_at)) >= marginBefore(since);
    sent.push(...all.filter((one) => isSent(one) && isNew(one)));
  }
  return sent.map(readTransaction);
}

export const profile: Profile = {
  options: { fetchBalance: 'v3PrivateGetBrokerageAccounts', currencyType: 'crypto' },
  signedForMs: TOKEN_MS,
  answers,
  feeIn: 'counter',
  networks: {
    BTC: ['BTC'],
    ETH: ['ETH', 'BASE', 'ARBITRUM', 'OPTIMISM'],
    SOL: ['SOL'],
    XRP: ['XRP'],
    USDC: ['ETH', 'SOL', 'BASE', 'MATIC', 'ARBITRUM', 'OPTIMISM'],
    USDT: ['ETH'],
  },
  stepOf: ({ exponent }) => (exponent === undefined ? undefined : `0.${'1'.padStart(Number(exponent), '0')}`),
  async balances(exchange) {
    return (await accounts(exchange)).map(({ currency, available_balance, hold }) => ({
      asset: exchange.safeCurrencyCode(String(currency)) ?? String(currency),
      free: valueOf(available_balance),
      used: valueOf(hold),
    }));
  },
  async permissions(exchange) {
    const answer = (await (exchange as Class).v3PrivateGetBrokerageKeyPermissions()) as Json;
    return {
      trade: answer['can_trade'] === true,
      withdraw: answer['can_transfer'] === true,
      isBound: undefined,
    };
  },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'ioc', 'post-only'],
    ids: WHOLE,
    honoursDeadline: true,
    // ccxt drops its own name of the id.
    parameters: (type, id) => ({
      client_order_id: id,
      ...unifiedType(type),
    }),
    names: {
      id: 'client_order_id',
      amount: 'base_size',
      price: 'limit_price',
      side: 'side',
      symbol: 'product_id',
    },
    absentCodes: [],
    queries: [
      {
        isList: true,
        ask: orders,
        covers: { open: true, tradedMs: 30 * DAY_MS, untradedMs: 30 * DAY_MS },
      },
    ],
    history: { reachMs: 30 * DAY_MS, list: orders },
    async cancel(exchange, order) {
      const orderId =
        order.orderId ??
        (await orders(exchange, order)).find(({ clientOrderId }) => clientOrderId === order.id)?.id;
      if (orderId === undefined) throw new OrderNotFound(`The venue has no order ${order.id}.`);
      return (exchange as Class).v3PrivatePostBrokerageOrdersBatchCancel({ order_ids: [orderId] });
    },
    async trades(exchange, { orderId, symbol }) {
      const fetch = (cursor: Json) =>
        (exchange as Class).v3PrivateGetBrokerageOrdersHistoricalFills({
          order_ids: [orderId],
          limit: TRADES_A_PAGE,
          ...cursor,
        });
      const fills = await allPages(fetch, 'fills');
      return fills.map((fill) => exchange.parseTrade(fill, exchange.market(symbol)));
    },
  },
  travelRule,
  withdrawals: {
    reference: { parameter: 'idem', ids: WHOLE },
    honoursDeadline: true,
    looksBackMs: 30 * DAY_MS,
    amountName: 'amount',
    fee: { kind: 'on top' },
    destination: destinationOf,
    // ccxt looks for the account on the first page only.
    parameters: async (to, exchange) => ({
      network: destinationOf(to)['network'],
      account_id: await accountOf(exchange, to.assetId),
    }),
    async list(exchange, by) {
      if (!('id' in by)) {
        const account = await accountOf(exchange, exchange.currency(by.asset).id);
        return (await transactions(exchange, account, by.since)).map(readTransaction);
      }
      const { data } = (await (exchange as Class).v2PrivateGetAccountsAccountIdTransactionsTransactionId({
        account_id: await accountOf(exchange, exchange.currency(by.asset).id),
        transaction_id: by.id,
      })) as Json;
      return typeof data === 'object' && data !== null ? [readTransaction(data as Json)] : undefined;
    },
    history: { reachMs: 30 * DAY_MS, list: allSent },
    referenceOf: ({ idem }) => text(idem),
    failureOf: ({ details }) => text((details as Json | undefined)?.['subtitle']),
  },
};
