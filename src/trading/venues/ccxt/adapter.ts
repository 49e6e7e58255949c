import type { Exchange } from 'ccxt';
import { Decimal, type Clock } from '../../../kernel/index.ts';
import {
  answered,
  unknown,
  type BookFeed,
  type Call,
  type OrderApi,
  type Outcome,
  type Venue,
  type VenueBalance,
  type WithdrawalApi,
} from '../port.ts';
import { decimal, describe } from './describe.ts';
import type { Desk } from './desk.ts';
import { ensureMarkets } from './ensure-markets.ts';
import { explain } from './explain.ts';
import { HEARTBEAT_EVERY_MS, openFeed } from './feed.ts';
import * as orders from './orders.ts';
import { prepare } from './prepare.ts';
import type { Profile } from './profile.ts';
import type { Traits } from './traits.ts';
import { isAnswered, isJson, openTravel, type Travel } from './travel.ts';
import * as withdrawals from './withdraw.ts';

interface CcxtAdapterOptions {
  readonly code: string;
  readonly account: string;
  readonly clock: Clock;
  /** A new instance of ccxt's exchange, with its credentials. */
  readonly create: () => Exchange;
  readonly profile: Profile | undefined;
  readonly traits: Traits | undefined;
  readonly travel?: Travel;
}

type Ask = <T>(call: Call, action: () => Promise<Outcome<T>>) => Promise<Outcome<T>>;

/** A venue that ccxt knows. Without a profile it has no orders, and a withdrawal cannot be found by our reference. */
export function ccxtVenue({
  code,
  account,
  clock,
  create,
  profile,
  traits,
  ...options
}: CcxtAdapterOptions): Venue {
  const now = (): Date => clock.now();
  const travel = options.travel ?? openTravel(now);
  const newExchange = (): Exchange => prepare(create(), travel, profile?.signedForMs);
  const exchange = newExchange();
  const desk: Desk = { exchange, travel, now };
  const feeds = new Set<BookFeed>();

  const ask: Ask = (call, action) =>
    travel.make(
      call,
      async () => {
        const outcome = await action();
        const fate = travel.fate();
        // The library makes an empty result of whatever it cannot read.
        if (isAnswered(fate) && !isJson(fate)) return unknown('The venue answered something else than JSON.');
        return outcome;
      },
      (error, fate) => explain(error, fate, profile),
    );

  const loadMarkets = async (): Promise<Exchange> => {
    await ensureMarkets(exchange);
    return exchange;
  };

  return {
    code,
    describe: (call) => ask(call, async () => answered(await describe(exchange, profile, account))),
    balances: (call) => ask(call, async () => answered(await readBalances(exchange))),
    withdrawals: withdrawalDesk(desk, profile, ask),
    ...(profile && { orders: orderDesk(desk, profile, ask) }),
    ...(traits && {
      books: {
        isPolled: false,
        heartbeatEveryMs: HEARTBEAT_EVERY_MS,
        open(symbol, onEvent) {
          const feed = openFeed({ exchange: newExchange(), traits, loadMarkets, symbol, now, onEvent });
          feeds.add(feed);
          return {
            refresh: () => feed.refresh(),
            close() {
              feeds.delete(feed);
              feed.close();
            },
          };
        },
      },
    }),
    async close() {
      for (const feed of feeds) feed.close();
      await exchange.close().catch(() => {});
      travel.close();
    },
  };
}

function withdrawalDesk(desk: Desk, profile: Profile | undefined, ask: Ask): WithdrawalApi {
  const terms = profile?.withdrawals;
  return {
    isIdempotent: false,
    honoursDeadline: terms?.honoursDeadline ?? false,
    submit: (request, call) => ask(call, () => withdrawals.submit(desk, profile, request)),
    status: (submitted, call) => ask(call, () => withdrawals.status(desk, profile, submitted)),
    ...(terms?.reference && {
      find: (sought, call) => ask(call, () => withdrawals.find(desk, terms, sought)),
    }),
  };
}

function orderDesk(context: Desk, profile: Profile, ask: Ask): OrderApi {
  const { orders: terms } = profile;
  const desk = { ...context, profile };
  return {
    isIdempotent: false,
    honoursDeadline: terms.honoursDeadline,
    types: terms.types,
    place: (request, call) => ask(call, () => orders.place(desk, request, call)),
    cancel: (order, call) => ask(call, () => orders.cancel(desk, order)),
    trades: (order, call) => ask(call, () => orders.trades(desk, order)),
    find: (order, call) => ask(call, () => orders.find(desk, order)),
  };
}

/** The library reports only free and used amounts, not those in transit. */
async function readBalances(exchange: Exchange): Promise<VenueBalance[]> {
  await ensureMarkets(exchange);
  const balances = await exchange.fetchBalance();
  const { free, used } = balances as unknown as Record<'free' | 'used', Record<string, string | undefined>>;
  return Object.keys(free).map((asset) => ({
    asset,
    available: decimal(free[asset]) ?? Decimal.ZERO,
    locked: decimal(used[asset]) ?? Decimal.ZERO,
    withdrawing: Decimal.ZERO,
    depositing: Decimal.ZERO,
  }));
}
