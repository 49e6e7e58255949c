import type { Exchange } from 'ccxt';
import { Decimal, type Clock } from '../../../kernel/index.ts';
import {
  answered,
  notSent,
  unknown,
  type AddressApi,
  type BookFeed,
  type BookFeeds,
  type Call,
  type DepositApi,
  type FeedEvent,
  type FeeKind,
  type FundingRequest,
  type OrderApi,
  type OrderPeriod,
  type Outcome,
  type PayingWallet,
  type Venue,
  type VenueBalance,
  type WithdrawalApi,
} from '../port/index.ts';
import { decimal, describe } from './describe.ts';
import type { ApiContext } from './api-context.ts';
import { openConnection } from './transport/connection.ts';
import { ensureMarkets } from './ensure-markets.ts';
import { explain } from './outcomes/explain.ts';
import { findFunding, fund } from './withdrawals/fund.ts';
import { listOrders } from './orders/list-orders.ts';
import * as orders from './orders/orders.ts';
import { keepTexts, openPoll, POLL_EVERY_MS } from './books/poll.ts';
import { findAddress } from './deposits/find-address.ts';
import { listDeposits } from './deposits/list.ts';
import { prepare } from './prepare.ts';
import type { AddressProfile, DepositProfile, PayingWalletProfile, Profile, WireBalance } from './profile.ts';
import { DIRECT, type Reach } from './transport/reach.ts';
import { HEARTBEAT_EVERY_MS, openStream } from './books/stream.ts';
import { isAnswered, isJson, openTransport, type Transport } from './transport/transport.ts';
import { openQuestions } from './questions.ts';
import * as withdrawals from './withdrawals/withdraw.ts';

interface CcxtAdapterOptions {
  readonly code: string;
  readonly account: string;
  readonly clock: Clock;
  /** A new instance of ccxt's exchange, with its credentials. */
  readonly create: () => Exchange;
  readonly profile: Profile | undefined;
  readonly reach?: Reach;
  readonly sandbox?: boolean;
  readonly brokerTags?: boolean | undefined;
  /** What the profile says, unless given. */
  readonly withdrawalFees?: FeeKind | undefined;
  /** Where the company is that holds the account, unless the exchange says it. */
  readonly jurisdiction?: string | undefined;
  /** The country that the exchange named before this start, or null. */
  readonly form?: string | null | undefined;
  /** Over the reach, unless given. */
  readonly transport?: Transport;
}

type Ask = <T>(call: Call, action: () => Promise<Outcome<T>>) => Promise<Outcome<T>>;

/**
 * A venue that ccxt knows. Without a profile it has no orders, its books are polled, and a withdrawal cannot be found
 * by our reference.
 */
export function ccxtVenue(options: CcxtAdapterOptions): Venue {
  const {
    code,
    account,
    clock,
    create,
    profile,
    reach = DIRECT,
    sandbox = false,
    brokerTags = true,
  } = options;
  const now = (): Date => clock.now();
  const transport = options.transport ?? openTransport(now, openConnection(now, reach));
  const exchange = prepare(create(), transport, {
    signedForMs: profile?.signedForMs,
    tags: brokerTags ? undefined : profile?.tags,
  });
  const feeKind = options.withdrawalFees ?? profile?.withdrawals.fee.kind;
  const questions = openQuestions(
    profile?.travelRule,
    { jurisdiction: options.jurisdiction, said: options.form },
    now,
  );
  const api: ApiContext = { exchange, transport, now, feeKind, questions };
  const feeds = new Set<BookFeed>();
  const readPermissions = profile?.permissions;
  const readWallet = profile?.wallet;
  const readCounterparties = profile?.travelRule?.counterparties;

  const ask: Ask = (call, action) =>
    transport.make(
      call,
      async () => {
        const outcome = await action();
        const delivery = transport.delivery();
        // The library makes an empty result of whatever it cannot read.
        if (outcome.kind === 'answered' && isAnswered(delivery) && !isJson(delivery))
          return unknown('The venue answered something else than JSON.', 'outage');
        // A question that comes first may have failed for it already.
        const isClock = outcome.kind === 'notSent' && !outcome.cause && transport.clockFault() !== undefined;
        return isClock ? notSent(outcome.reason, 'clock') : outcome;
      },
      (error, delivery) => explain(error, delivery, profile),
    );

  const loadMarkets = async (): Promise<Exchange> => {
    await ensureMarkets(exchange);
    return exchange;
  };

  function bookFeeds(): BookFeeds {
    const open = (symbol: string, onEvent: (event: FeedEvent) => void): BookFeed =>
      profile
        ? openStream({ protocol: profile.books, reach, sandbox, loadMarkets, symbol, now, onEvent })
        : openPoll({ exchange: keepTexts(exchange), loadMarkets, symbol, now, onEvent });
    return {
      isPolled: !profile,
      heartbeatEveryMs: profile ? HEARTBEAT_EVERY_MS : POLL_EVERY_MS,
      ...(profile?.books.checksum && { checksum: profile.books.checksum }),
      open(symbol, onEvent) {
        const feed = open(symbol, onEvent);
        feeds.add(feed);
        return {
          refresh: () => feed.refresh(),
          close() {
            feeds.delete(feed);
            feed.close();
          },
        };
      },
    };
  }

  return {
    code,
    describe: (call) =>
      ask(call, async () => {
        const description = await describe(exchange, profile, { account, feeKind });
        await questions.refresh(exchange);
        const fault = transport.clockFault();
        if (fault !== undefined) return notSent(fault, 'clock');
        const form = questions.said();
        return answered({ ...description, ...(form !== undefined && { form }) });
      }),
    balances: (call) => ask(call, async () => answered(await readBalances(exchange, profile))),
    withdrawals: withdrawalApi(api, profile, ask),
    get asks() {
      return questions.form();
    },
    get isFormKnown() {
      return questions.isKnown();
    },
    ...(readCounterparties && {
      counterparties: (call) =>
        ask(call, async () => {
          const listed = await readCounterparties(exchange);
          return listed ? answered(listed) : unknown('The venue answered without a list of providers.');
        }),
    }),
    ...(profile?.deposits && { deposits: depositApi(api, profile, profile.deposits, ask) }),
    ...(profile?.addresses && { addresses: addressApi(api, profile, profile.addresses, ask) }),
    ...(profile && { orders: orderApi(api, profile, ask) }),
    books: bookFeeds(),
    ...(readPermissions && {
      permissions: (call) => ask(call, async () => answered(await readPermissions(await loadMarkets()))),
    }),
    ...(readWallet && {
      wallet: (call) => ask(call, async () => answered(readWallet(await loadMarkets()))),
    }),
    clockAheadMs: () => transport.aheadMs(),
    async close() {
      for (const feed of feeds) feed.close();
      await exchange.close().catch(() => {});
      transport.close();
    },
  };
}

function withdrawalApi(api: ApiContext, profile: Profile | undefined, ask: Ask): WithdrawalApi {
  const terms = profile?.withdrawals;
  return {
    isIdempotent: false,
    honoursDeadline: terms?.honoursDeadline ?? false,
    async submit(request, call) {
      const noted: { fee?: Decimal } = {};
      const noteFee = (fee: Decimal): void => void (noted.fee = fee);
      const outcome = await ask(call, () => withdrawals.submit(api, profile, request, noteFee));
      return outcome.kind === 'unknown' ? { ...outcome, ...noted } : outcome;
    },
    status: (submitted, call) => ask(call, () => withdrawals.status(api, profile, submitted)),
    ...(terms?.reference &&
      !terms.reference.isHidden && {
        find: (sought, call) => ask(call, () => withdrawals.find(api, terms, sought)),
      }),
    ...(terms && { list: (since, call) => ask(call, () => withdrawals.list(api, terms, since)) }),
    ...(profile && terms?.payingWallet && { payingWallet: walletApi(api, profile, terms.payingWallet, ask) }),
  };
}

const depositApi = (api: ApiContext, profile: Profile, terms: DepositProfile, ask: Ask): DepositApi => ({
  reachMs: terms.reachMs,
  list: (since, call) => ask(call, () => listDeposits(api, profile, terms, since)),
});

const addressApi = (api: ApiContext, profile: Profile, terms: AddressProfile, ask: Ask): AddressApi => ({
  find: (place, call) => ask(call, () => findAddress(api, profile, terms, place)),
});

function walletApi(api: ApiContext, profile: Profile, wallet: PayingWalletProfile, ask: Ask): PayingWallet {
  return {
    honoursDeadline: profile.withdrawals.honoursDeadline,
    fund: (request, call) => ask(call, () => fund(api, profile, wallet, request)),
    ...(wallet.find && {
      find: (request: FundingRequest, call: Call) =>
        ask(call, () => findFunding(api, profile, wallet, request)),
    }),
  };
}

function orderApi(context: ApiContext, profile: Profile, ask: Ask): OrderApi {
  const { orders: terms } = profile;
  const { history } = terms;
  const api = { ...context, profile };
  return {
    isIdempotent: false,
    honoursDeadline: terms.honoursDeadline,
    types: terms.types,
    place: (request, call) => ask(call, () => orders.place(api, request, call)),
    cancel: (order, call) => ask(call, () => orders.cancel(api, order)),
    trades: (order, call) => ask(call, () => orders.trades(api, order)),
    find: (order, call) => ask(call, () => orders.find(api, order)),
    ...(history && {
      list: (period: OrderPeriod, call: Call) => ask(call, () => listOrders(api, history, period)),
      listsUntradedMs: history.untradedMs,
    }),
  };
}

/** The library reports only free and used amounts, not those in transit. */
async function readBalances(exchange: Exchange, profile: Profile | undefined): Promise<VenueBalance[]> {
  await ensureMarkets(exchange);
  // Throws where it is not known.
  profile?.wallet?.(exchange);
  const balances = await (profile?.balances?.(exchange) ?? fetchBalances(exchange));
  return balances.map(({ asset, free, used }) => ({
    asset,
    available: decimal(free) ?? Decimal.ZERO,
    locked: decimal(used) ?? Decimal.ZERO,
    withdrawing: Decimal.ZERO,
    depositing: Decimal.ZERO,
  }));
}

async function fetchBalances(exchange: Exchange): Promise<WireBalance[]> {
  const balances = await exchange.fetchBalance();
  const { free, used } = balances as unknown as Record<'free' | 'used', Record<string, string | undefined>>;
  return Object.keys(free).map((asset) => ({ asset, free: free[asset] ?? '0', used: used[asset] ?? '0' }));
}
