import { newId, type Decimal } from '../../kernel/index.ts';
import { Aggregator, type AggregationRequest, type FeedFault, type Listing } from '../order-book/index.ts';
import type { BookFeeds, FeeIn } from '../venues/index.ts';
import { Answers } from './answer.ts';
import { Broadcasts } from './broadcast.ts';
import { EmptySince } from './empty-since.ts';
import { Follower, type BackOff } from './follow.ts';
import { Printer } from './print.ts';
import type { BookSource, TimedBook } from './source.ts';

/** A venue that lists the symbol, with its trading terms. */
export interface Place {
  readonly venue: string;
  readonly feeds: BookFeeds;
  /** As the venue writes it. */
  readonly symbol: string;
  readonly account: string;
  readonly tickSize: Decimal;
  readonly makerFee: Decimal;
  readonly takerFee: Decimal;
  readonly feeIn: FeeIn;
  readonly isOpenForTrading: boolean;
}

export interface MarketOptions {
  readonly base: string;
  readonly counter: string;
  readonly backOff: BackOff;
  /** How long to wait for the first books. */
  readonly readyWithinMs: number;
  readonly nowMs: () => number;
  readonly onFault: (venue: string, fault: FeedFault) => void;
  /** Called with the counters of a follower when it is dropped. */
  readonly onRetired: (venue: string, counters: Follower['counters']) => void;
}

interface Followed {
  readonly place: Place;
  readonly follower: Follower;
}

/** A market that is open for a tenant. */
export interface OpenMarket {
  readonly tenant: string;
  readonly symbol: string;
  readonly market: Market;
}

/** One symbol at all venues of a tenant that list it, and what is computed from their books. */
export class Market implements BookSource {
  readonly base: string;
  readonly counter: string;
  readonly epoch = newId();
  readonly printer: Printer;
  readonly answers: Answers;
  readonly broadcasts: Broadcasts;
  usedAtMs: number;
  readonly #options: MarketOptions;
  readonly #readyByMs: number;
  readonly #aggregator = new Aggregator();
  readonly #emptySince: EmptySince;
  #followed = new Map<string, Followed>();
  #listings: readonly Listing[] = [];
  #version = 0;
  #isReady = false;
  #waiters: (() => void)[] = [];

  constructor(options: MarketOptions) {
    this.base = options.base;
    this.counter = options.counter;
    this.#options = options;
    const nowMs = options.nowMs();
    this.usedAtMs = nowMs;
    this.#readyByMs = nowMs + options.readyWithinMs;
    this.printer = new Printer(this.base, this.counter);
    this.answers = new Answers(this);
    this.#emptySince = new EmptySince(nowMs);
    this.broadcasts = new Broadcasts(this, options.nowMs);
  }

  get version(): number {
    return this.#version;
  }

  /** The first books have arrived, or the wait for them is over. */
  get isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#isReady ? Promise.resolve() : new Promise((resolve) => this.#waiters.push(resolve));
  }

  get followers(): { readonly venue: string; readonly follower: Follower }[] {
    return [...this.#followed].map(([venue, { follower }]) => ({ venue, follower }));
  }

  get listings(): readonly Listing[] {
    return this.#listings;
  }

  get polledAtMs(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#followed].flatMap(
        ([
          venue,
          {
            follower: { polledAtMs },
          },
        ]) => (polledAtMs === undefined ? [] : [[venue, polledAtMs]]),
      ),
    );
  }

  nowMs(): number {
    return this.#options.nowMs();
  }

  aggregate(request: AggregationRequest): TimedBook {
    const book = this.#aggregator.aggregate(this.#listings, request);
    return { ...book, timestampMs: book.timestampMs ?? this.#emptySince.sinceMs(request.type) };
  }

  bookOf(listing: Listing, terms: Omit<AggregationRequest, 'type'>): TimedBook {
    const book = this.#aggregator.aggregate([listing], { ...terms, type: 'INDICATIVE' });
    return { ...book, timestampMs: book.timestampMs ?? this.#emptySince.atVenueSinceMs(listing.venue) };
  }

  /** Follows exactly these places, in this order. */
  revise(places: readonly Place[]): void {
    const before = this.#followed;
    const isSame =
      before.size === places.length &&
      places.every((place) => {
        const known = before.get(place.venue);
        return known !== undefined && hasSameTerms(known.place, place);
      });
    if (isSame) return;
    this.#followed = new Map(
      places.map((place) => {
        const known = before.get(place.venue);
        const isKept = known?.place.feeds === place.feeds && known.place.symbol === place.symbol;
        const follower = isKept ? known.follower : this.#follow(place);
        return [place.venue, { place, follower }];
      }),
    );
    for (const [venue, { follower }] of before) {
      if (this.#followed.get(venue)?.follower !== follower) this.#retire(venue, follower);
    }
    this.#change();
  }

  tick(): void {
    for (const { follower } of this.#followed.values()) follower.tick();
    if (!this.#isReady && this.#options.nowMs() >= this.#readyByMs) this.#becomeReady();
    this.broadcasts.tick();
  }

  close(): void {
    for (const [venue, { follower }] of this.#followed) this.#retire(venue, follower);
    this.#followed.clear();
    this.broadcasts.close();
    this.#becomeReady();
  }

  #follow({ venue, feeds, symbol }: Place): Follower {
    const { backOff, nowMs, onFault } = this.#options;
    return new Follower({
      feeds,
      symbol,
      backOff,
      nowMs,
      onChange: () => this.#change(),
      onFault: (fault) => onFault(venue, fault),
    });
  }

  #retire(venue: string, follower: Follower): void {
    follower.close();
    this.#options.onRetired(venue, follower.counters);
  }

  #change(): void {
    this.#version += 1;
    const followed = [...this.#followed.values()];
    this.#listings = followed.map(listingOf);
    this.#emptySince.note(this.#listings, this.#options.nowMs());
    if (!this.#isReady && followed.every(({ follower }) => follower.hasSettled)) this.#becomeReady();
  }

  #becomeReady(): void {
    this.#isReady = true;
    for (const wake of this.#waiters.splice(0)) wake();
  }
}

function listingOf({ place, follower: { isLive, book } }: Followed): Listing {
  const { venue, account, tickSize, makerFee, takerFee, feeIn, isOpenForTrading } = place;
  return { venue, account, tickSize, makerFee, takerFee, feeIn, isOpenForTrading, isLive, book };
}

const hasSameTerms = (a: Place, b: Place): boolean =>
  a.feeds === b.feeds &&
  a.symbol === b.symbol &&
  a.account === b.account &&
  a.tickSize.equals(b.tickSize) &&
  a.makerFee.equals(b.makerFee) &&
  a.takerFee.equals(b.takerFee) &&
  a.feeIn === b.feeIn &&
  a.isOpenForTrading === b.isOpenForTrading;
