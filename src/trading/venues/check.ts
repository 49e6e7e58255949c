import { later, type Clock } from '../../kernel/index.ts';
import {
  CLOCK_MARGIN_MS,
  type BookFeed,
  type BookFeeds,
  type Call,
  type Cause,
  type FeedEvent,
  type Outcome,
  type TradingWallet,
  type Venue,
  type VenueDescription,
} from './port/index.ts';
import type { Switches } from './store.ts';

export type Subject = 'reach' | 'clock' | 'key' | 'permissions' | 'wallet' | 'markets' | 'book' | 'fees';

/** What was found of one subject. */
export interface Finding {
  readonly subject: Subject;
  /** `failed` where something needed does not work; `unknown` where it could not be checked. */
  readonly state: 'ok' | 'warning' | 'failed' | 'unknown';
  readonly text: string;
}

interface CheckOptions {
  readonly clock: Clock;
  readonly switches: Switches;
  /** Whose books to try first. */
  readonly symbols: readonly string[];
}

type Found = readonly [state: Finding['state'], text: string];

const ANSWER_WITHIN_MS = 15_000;
/** A venue with these troubles was not reached. */
const UNREACHED: ReadonlySet<Cause | undefined> = new Set(['unreachable', 'address', 'limit', 'outage']);

/** Tries what a venue offers, without orders or withdrawals, one subject after the other. */
export async function* checkVenue(
  venue: Venue,
  { clock, switches, symbols }: CheckOptions,
): AsyncGenerator<Finding> {
  const call = (): Call => ({ deadline: later(clock.now(), ANSWER_WITHIN_MS) });
  const described = await venue.describe(call());
  yield finding('reach', reachOf(described));
  yield finding('clock', clockOf(venue, described));
  yield finding('key', keyOf(venue.balances ? await venue.balances(call()) : described));
  yield finding('permissions', await permissionsOf(venue, switches, call()));
  if (venue.wallet) yield finding('wallet', walletOf(await venue.wallet(call()), switches));
  const description = described.kind === 'answered' ? described.value : undefined;
  yield finding('markets', marketsOf(description));
  yield finding('book', await bookOf(venue.books, description, symbols));
  yield finding('fees', feesOf(description));
}

const finding = (subject: Subject, [state, text]: Found): Finding => ({ subject, state, text });

const NOT_DESCRIBED: Found = ['unknown', 'not checked: the venue did not describe itself'];

function reachOf(described: Outcome<VenueDescription>): Found {
  if (described.kind === 'answered') return ['ok', `${described.value.name} answers`];
  if (UNREACHED.has(described.cause)) return ['failed', described.reason];
  return described.cause ? ['ok', 'it answers'] : ['failed', described.reason];
}

function clockOf({ clockAheadMs }: Venue, described: Outcome<VenueDescription>): Found {
  const aheadMs = clockAheadMs?.();
  const isRefused = described.kind !== 'answered' && described.cause === 'clock';
  if (aheadMs === undefined) {
    return isRefused ? ['failed', described.reason] : ['unknown', 'the venue does not show its time'];
  }
  const seconds = Math.round(aheadMs / 1000);
  const apart = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the venue`;
  return isRefused || Math.abs(aheadMs) > CLOCK_MARGIN_MS
    ? ['failed', `the clock of this machine is ${apart}: synchronise it`]
    : ['ok', seconds === 0 ? 'the same as the venue’s' : apart];
}

function keyOf(outcome: Outcome<unknown>): Found {
  if (outcome.kind === 'answered') return ['ok', 'the venue accepts it'];
  return outcome.cause === 'key' || !outcome.cause
    ? ['failed', outcome.reason]
    : ['unknown', `not checked: ${outcome.reason}`];
}

async function permissionsOf({ permissions }: Venue, switches: Switches, call: Call): Promise<Found> {
  if (!permissions) return ['unknown', 'the venue does not tell what a key may do'];
  const outcome = await permissions(call);
  if (outcome.kind !== 'answered') return ['unknown', `not checked: ${outcome.reason}`];
  const { trade, withdraw, isBound } = outcome.value;
  const granted = `read${trade ? ', trade' : ''}${withdraw ? ', withdraw' : ''}`;
  if (!trade && switches.trading === 'live') {
    return ['failed', `${granted}; trading is on here: allow the key to trade`];
  }
  if (!withdraw && switches.withdrawals === 'live') {
    return ['failed', `${granted}; withdrawals are on here: allow the key to withdraw`];
  }
  if (withdraw && switches.withdrawals === 'off') {
    return ['warning', `${granted}; withdrawals are off here: forbid the key to withdraw`];
  }
  return isBound === false
    ? ['warning', `${granted}; from any address: bind the key to the address of this machine`]
    : ['ok', granted];
}

function walletOf(outcome: Outcome<TradingWallet>, { trading }: Switches): Found {
  if (outcome.kind !== 'answered') return ['unknown', `not checked: ${outcome.reason}`];
  const { name, cannotTrade } = outcome.value;
  if (cannotTrade === undefined) return ['ok', `orders, balances and transfers use ${name}`];
  return [trading === 'live' ? 'failed' : 'warning', `balances and transfers use ${name}. ${cannotTrade}`];
}

function marketsOf(description: VenueDescription | undefined): Found {
  if (!description) return NOT_DESCRIBED;
  const { symbols, assets } = description;
  const payable = assets.filter(({ networks }) => networks.length > 0).length;
  const text = `${symbols.length} markets; ${payable} of ${assets.length} assets can be paid out`;
  return [symbols.length > 0 ? 'ok' : 'failed', text];
}

const USUAL = ['BTC-USDT', 'BTC-USD', 'BTC-EUR'];

async function bookOf(
  books: BookFeeds | undefined,
  description: VenueDescription | undefined,
  wanted: readonly string[],
): Promise<Found> {
  if (!books) return ['unknown', 'the venue has no books'];
  if (!description) return NOT_DESCRIBED;
  const listed = description.symbols.map(({ code }) => code);
  const symbol = [...wanted, ...USUAL].find((one) => listed.includes(one)) ?? listed[0];
  if (symbol === undefined) return ['unknown', 'not checked: the venue lists no market'];
  const event = await firstBook(books, symbol);
  if (event?.type !== 'snapshot') {
    return ['failed', `${symbol}: ${event?.reason ?? 'no book came in time'}`];
  }
  const [bid, ask] = [event.bids[0]?.[0] ?? 'none', event.asks[0]?.[0] ?? 'none'];
  return ['ok', `${symbol}: best bid ${bid}, best ask ${ask}, ${books.isPolled ? 'polled' : 'live'}`];
}

type FirstBook = Extract<FeedEvent, { type: 'snapshot' | 'disconnected' }>;

async function firstBook(books: BookFeeds, symbol: string): Promise<FirstBook | undefined> {
  let feed: BookFeed | undefined;
  let timer: NodeJS.Timeout | undefined;
  const event = await new Promise<FirstBook | undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
    feed = books.open(symbol, (event) => {
      if (event.type === 'snapshot' || event.type === 'disconnected') resolve(event);
    });
  });
  clearTimeout(timer);
  feed?.close();
  return event;
}

function feesOf(description: VenueDescription | undefined): Found {
  const [account] = description?.accounts ?? [];
  if (!account) return NOT_DESCRIBED;
  const { makerFee, takerFee, feeIn } = account;
  return ['ok', `maker ${makerFee.toString()}, taker ${takerFee.toString()}, in the ${feeIn} asset`];
}
