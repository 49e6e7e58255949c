import type { Exchange } from 'ccxt';
import { Decimal, type Clock } from '../../../kernel/index.ts';
import {
  answered,
  unknown,
  type BookFeed,
  type Call,
  type Outcome,
  type Venue,
  type VenueBalance,
} from '../port.ts';
import { decimal, describe } from './describe.ts';
import { ensureMarkets } from './ensure-markets.ts';
import { explain } from './explain.ts';
import { HEARTBEAT_EVERY_MS, openFeed } from './feed.ts';
import type { Traits } from './traits.ts';
import { isAnswered, openTravel } from './travel.ts';
import { find, status, submit } from './withdraw.ts';

interface CcxtAdapterOptions {
  readonly code: string;
  readonly account: string;
  readonly clock: Clock;
  /** A new instance of ccxt's exchange, with its credentials. */
  readonly create: () => Exchange;
  readonly traits: Traits | undefined;
}

/** Longer than any call: the calls' own deadlines end them. */
const NEVER_MS = 2 ** 31 - 1;

/** A venue that ccxt knows. */
export function ccxtVenue({ code, account, clock, create, traits }: CcxtAdapterOptions): Venue {
  const now = (): Date => clock.now();
  const travel = openTravel(now);
  const exchange = prepare();
  const feeds = new Set<BookFeed>();

  const loadMarkets = async (): Promise<Exchange> => {
    await ensureMarkets(exchange);
    return exchange;
  };

  /** Numbers stay the texts they came as, and requests go our way. */
  function prepare(): Exchange {
    const made = create();
    made.number = String as unknown as Exchange['number'];
    made.timeout = NEVER_MS;
    made.fetchImplementation = travel.fetch;
    made.parseJson = (text: string) => parseExactly(made, text);
    traits?.stamp(made, travel);
    return made;
  }

  const ask = <T>(call: Call, action: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    travel.make(
      call,
      async (fate) => {
        const outcome = await action();
        const answer = fate();
        // The library makes an empty result of whatever it cannot read.
        if (isAnswered(answer) && !isJson(answer.body))
          return unknown('The venue answered something else than JSON.');
        return outcome;
      },
      explain,
    );

  return {
    code,
    describe: (call) => ask(call, async () => answered(await describe(exchange, account))),
    balances: (call) => ask(call, async () => answered(await readBalances(exchange))),
    withdrawals: {
      isIdempotent: false,
      honoursDeadline: traits?.honoursDeadline ?? false,
      submit: (request, call) => ask(call, () => submit(exchange, traits, request)),
      status: (id, call) => ask(call, () => status(exchange, traits, id)),
      ...(traits && { find: (sought, call) => ask(call, () => find(exchange, traits, sought, now())) }),
    },
    ...(traits && {
      books: {
        isPolled: false,
        heartbeatEveryMs: HEARTBEAT_EVERY_MS,
        open(symbol, onEvent) {
          const feed = openFeed({ exchange: prepare(), traits, loadMarkets, symbol, now, onEvent });
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

/** Exchanges that send numbers lose digits when they are parsed as such. */
function parseExactly(exchange: Exchange, text: string): unknown {
  try {
    return JSON.parse(String(exchange.onJsonResponse(text)));
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
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
