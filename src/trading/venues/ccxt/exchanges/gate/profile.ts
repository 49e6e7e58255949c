import { BadRequest, type Exchange, type gate as Gate, type Order } from 'ccxt';
import { Decimal } from '../../../../../kernel/index.ts';
import { readPages } from '../../reading/pages.ts';
import {
  DAY_MS,
  HEX,
  list,
  marginBefore,
  text,
  unifiedType,
  type IdCodec,
  type Json,
  type Profile,
  type WireDestination,
  type WireWithdrawal,
} from '../../profile.ts';
import { answers } from './answers.ts';
import { books } from './books.ts';
import { addresses } from './addresses.ts';
import { deposits } from './deposits.ts';

type Class = InstanceType<typeof Gate>;

const ROWS_A_PAGE = 100;
const TRADES_A_PAGE = 1000;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const PREFIX = 't-';

/** Ids have 28 characters at most, after a prefix: 22 digits of base 62 hold a UUID. */
const BASE_62: IdCodec = {
  encode(id) {
    let rest = BigInt(`0x${HEX.encode(id)}`);
    const digits = Array.from({ length: 22 }, () => {
      const digit = DIGITS[Number(rest % BASE)];
      rest /= BASE;
      return digit;
    });
    return PREFIX + digits.reverse().join('');
  },
  decode(text) {
    const number = text
      .slice(PREFIX.length)
      .split('')
      .reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n);
    return HEX.decode(number.toString(16).padStart(32, '0'));
  },
};

const from = (since: Date): number => Math.floor(marginBefore(since) / 1000);

/** All rows of a list that comes in numbered pages. */
const pages = (limit: number, ask: (page: Json) => Promise<unknown>): Promise<readonly Json[]> =>
  readPages(limit, async ({ page = 1 }) => ({
    rows: await ask({ limit, page }),
    next: () => ({ page: Number(page) + 1 }),
  }));

async function orders(exchange: Exchange, symbol: string, filter: Json): Promise<Order[]> {
  const market = exchange.market(symbol);
  const rows = await pages(ROWS_A_PAGE, (page) =>
    (exchange as Class).privateSpotGetOrders({ currency_pair: market.id, ...filter, ...page }),
  );
  return rows.map((row) => exchange.parseOrder(row, market));
}

/** A fee that was paid in GT or points leaves a zero in the other asset. */
function withOneFee({ fee, ...row }: Json): Json {
  const isDiscounted = [row['gt_fee'], row['point_fee']].some((other) => Number(other ?? 0) !== 0);
  return isDiscounted && Number(fee) === 0 ? row : { ...row, fee };
}

/** A fee in percent is not a fixed one. */
async function feeOf(
  exchange: Exchange,
  { assetId, networkId }: WireDestination,
): Promise<string | undefined> {
  const answer = list(await (exchange as Class).privateWalletGetWithdrawStatus({ currency: assetId }));
  const row = answer?.find(({ currency }) => currency === assetId) ?? {};
  const { withdraw_fix_on_chains: fixed, withdraw_percent_on_chains: shares } = row as {
    readonly [name: string]: Json | undefined;
  };
  const share = shares?.[networkId] ?? row['withdraw_percent'] ?? '0';
  if (typeof share !== 'string' || Number(share.replace('%', '')) !== 0) return undefined;
  return text(fixed ? fixed[networkId] : row['withdraw_fix']);
}

/** ccxt does not know how fine an amount may be. */
async function refuseTooFine(exchange: Exchange, { to, amount }: WireWithdrawal): Promise<void> {
  const chains = list(await (exchange as Class).publicWalletGetCurrencyChains({ currency: to.assetId }));
  const decimals = chains?.find(({ chain }) => chain === to.networkId)?.['decimal'];
  if (decimals === undefined || Decimal.parse(amount).trim().scale > Number(decimals)) {
    throw new BadRequest(`The venue does not pay out ${amount} ${to.assetId} on ${to.networkId}: too fine.`);
  }
}

/** Classic accounts only. */
export const profile: Profile = {
  options: { unifiedAccount: false, fetchMarkets: { types: ['spot'] }, defaultType: 'spot' },
  signedForMs: 60_000,
  answers,
  tags: { headers: ['X-Gate-Channel-Id'] },
  feeIn: 'received',
  async permissions(exchange) {
    const answer = (await (exchange as Class).privateAccountGetMainKeys()) as unknown;
    const [{ perms, ip_whitelist: addresses } = {}] = list(answer) ?? [answer as Json];
    const mayWrite = (list(perms) ?? [])
      .filter(({ read_only }) => read_only !== true)
      .map(({ name }) => String(name));
    return {
      trade: mayWrite.includes('spot'),
      withdraw: mayWrite.some((name) => name.startsWith('withdraw')),
      isBound: Array.isArray(addresses) && addresses.length > 0,
    };
  },
  books,
  deposits,
  addresses,
  orders: {
    types: ['limit', 'ioc', 'post-only'],
    ids: BASE_62,
    honoursDeadline: true,
    headers: (deadline) => ({ 'x-gate-exptime': String(deadline.getTime()) }),
    parameters: (type, id) => ({
      text: id,
      ...unifiedType(type),
    }),
    names: { id: 'text', amount: 'amount', price: 'price', side: 'side', symbol: 'currency_pair' },
    absentCodes: ['ORDER_NOT_FOUND'],
    queries: [
      {
        // By our id it shows an order only until it ends.
        async ask(exchange, { id, symbol }) {
          const market = exchange.market(symbol);
          const row = await (exchange as Class).privateSpotGetOrdersOrderId({
            order_id: id,
            currency_pair: market.id,
          });
          return [exchange.parseOrder(row, market)];
        },
        covers: { open: true },
      },
      {
        isList: true,
        ask: (exchange, { symbol, since }) =>
          orders(exchange, symbol, { status: 'finished', from: from(since) }),
        covers: { tradedMs: 30 * DAY_MS, untradedMs: 30 * DAY_MS },
      },
    ],
    history: {
      reachMs: 30 * DAY_MS,
      list: async (exchange, { symbol, since }) => [
        ...(await orders(exchange, symbol, { status: 'open' })),
        ...(await orders(exchange, symbol, { status: 'finished', from: from(since) })),
      ],
    },
    // Never without an id: the same path then cancels every order.
    cancel: (exchange, { id, symbol }) =>
      (exchange as Class).privateSpotDeleteOrdersOrderId({
        order_id: id,
        currency_pair: exchange.market(symbol).id,
      }),
    async trades(exchange, { orderId, symbol, since }) {
      const market = exchange.market(symbol);
      const rows = await pages(TRADES_A_PAGE, (page) =>
        (exchange as Class).privateSpotGetMyTrades({
          currency_pair: market.id,
          order_id: orderId,
          from: from(since),
          ...page,
        }),
      );
      return rows.toReversed().map((row) => exchange.parseTrade(withOneFee(row), market));
    },
  },
  withdrawals: {
    reference: { parameter: 'withdraw_order_id', ids: HEX },
    honoursDeadline: true,
    looksBackMs: 30 * DAY_MS,
    decimals: 18,
    amountName: 'amount',
    fee: { kind: 'inside', quote: feeOf, isSubtracted: true },
    destination: ({ address, tag, networkId, assetId }) => ({
      currency: assetId,
      chain: networkId,
      address,
      ...(tag !== undefined && { memo: tag }),
    }),
    // ccxt would round the amount to four decimals.
    async send(exchange, withdrawal) {
      await refuseTooFine(exchange, withdrawal);
      const { to, amount, reference } = withdrawal;
      const answer = (await (exchange as Class).privateWithdrawalsPostWithdrawals({
        currency: to.assetId,
        chain: to.networkId,
        address: to.address,
        ...(to.tag !== undefined && { memo: to.tag }),
        amount,
        withdraw_order_id: reference,
      })) as Json;
      return text(answer['id']);
    },
    list: async (exchange, by) =>
      list(
        await (exchange as Class).privateWalletGetWithdrawals(
          'since' in by ? { withdraw_order_id: by.reference, from: from(by.since) } : { withdraw_id: by.id },
        ),
      ),
    history: {
      reachMs: 30 * DAY_MS,
      list: (exchange, since) =>
        readPages(ROWS_A_PAGE, async ({ offset = 0 }) => ({
          rows: await (exchange as Class).privateWalletGetWithdrawals({
            from: from(since),
            limit: ROWS_A_PAGE,
            offset,
          }),
          next: () => ({ offset: Number(offset) + ROWS_A_PAGE }),
        })),
    },
    referenceOf: ({ withdraw_order_id: reference }) => text(reference),
    failureOf: ({ fail_reason: reason }) => text(reason),
  },
};
