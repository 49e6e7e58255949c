import { Problem, type Clock } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Logger, Metrics } from '../../platform/telemetry/index.ts';
import { readSwitches, type Venues } from '../venues/index.ts';
import type { BackOff } from './follow.ts';
import { Market, type OpenMarket } from './market.ts';
import { measure, Tallies } from './measure.ts';
import { Places, type SwitchesOf } from './places.ts';

interface Limits extends BackOff {
  /** How long the first reader of a symbol waits for its books. */
  readonly readyWithinMs: number;
  /** A symbol without requests for this long is dropped. */
  readonly idleMs: number;
  /** The number of concurrent markets, besides the configured ones. */
  readonly markets: number;
}

const LIMITS: Limits = {
  backOffMs: 250,
  maxBackOffMs: 30_000,
  readyWithinMs: 1_000,
  idleMs: 5 * 60_000,
  markets: 200,
};

/** How often feeds are maintained and streams updated. */
const TICK_EVERY_MS = 50;
/** How often changed switches, fees and listings are applied to the books. */
const REVIEW_EVERY_MS = 1_000;

interface Subscription {
  readonly tenant: string;
  readonly symbol: string;
}

interface MarketDataOptions {
  readonly venues: Venues;
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Followed from the start, even without requests. */
  readonly subscriptions?: readonly Subscription[];
  readonly limits?: Partial<Limits>;
}

export function openMarketData(options: MarketDataOptions): MarketData {
  return new MarketData(options);
}

/** The order books of every tenant's venues, followed while they are in use. */
export class MarketData {
  readonly #options: MarketDataOptions;
  readonly #limits: Limits;
  readonly #places = new Places();
  readonly #tallies = new Tallies();
  /** Tenant to symbol to market. */
  readonly #markets = new Map<string, Map<string, Market>>();
  readonly #switches = new Map<string, SwitchesOf>();
  readonly #timers: NodeJS.Timeout[];
  #nowMs: number;
  #reviewing: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: MarketDataOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#nowMs = this.#readClock();
    this.#timers = [
      setInterval(() => this.#tick(), TICK_EVERY_MS),
      setInterval(() => this.#startReview(), REVIEW_EVERY_MS),
    ];
    this.#startReview();
  }

  /** The market of a symbol. A new market is followed from now on, and its first books are awaited. */
  find(tenant: string, symbol: string): Market | Promise<Market> {
    const markets = this.#markets.get(tenant);
    const known = markets?.get(symbol) ?? markets?.get(symbol.toUpperCase());
    if (!known?.isReady) return this.#open(tenant, symbol.toUpperCase());
    known.usedAtMs = this.#nowMs;
    return known;
  }

  /** How many venues list each symbol. */
  listed(tenant: string): ReadonlyMap<string, number> {
    return this.#places.count(this.#options.venues.of(tenant));
  }

  /** Registers the metrics of each venue's feeds. */
  measure(metrics: Metrics): void {
    measure(
      metrics,
      this.#tallies,
      () => this.#all(),
      () => this.#readClock(),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const held of this.#all()) this.#drop(held);
    await this.#reviewing;
  }

  async #open(tenant: string, symbol: string): Promise<Market> {
    this.#refuseUnlisted(tenant, symbol);
    const switchesOf = this.#switches.get(tenant) ?? (await this.#readSwitches(tenant));
    if (this.#isClosed) throw new Problem('unavailable', 'The service is stopping.');
    const known = this.#markets.get(tenant)?.get(symbol);
    if (!known) this.#makeRoom();
    const market = known ?? this.#create(tenant, symbol, switchesOf);
    market.usedAtMs = this.#nowMs;
    await market.whenReady();
    // It may have been dropped meanwhile and would never update.
    if (this.#markets.get(tenant)?.get(symbol) !== market) {
      throw new Problem('unavailable', `${symbol} is no longer followed.`, {
        headers: { 'retry-after': '1' },
      });
    }
    return market;
  }

  #refuseUnlisted(tenant: string, symbol: string): void {
    const venues = this.#options.venues.of(tenant);
    if (this.listed(tenant).has(symbol)) return;
    if (venues.length > 0 && venues.every(({ description }) => description === undefined)) {
      throw new Problem('unavailable', 'No venue has described its markets yet.', {
        headers: { 'retry-after': '1' },
      });
    }
    throw new Problem('not_found', `No venue lists ${symbol}. GET /trade/v1/venues shows what is listed.`);
  }

  #create(tenant: string, symbol: string, switchesOf: SwitchesOf): Market {
    const { venues, logger } = this.#options;
    const [base = '', counter = ''] = symbol.split('-');
    const { backOffMs, maxBackOffMs, readyWithinMs } = this.#limits;
    const market = new Market({
      base,
      counter,
      backOff: { backOffMs, maxBackOffMs },
      readyWithinMs,
      nowMs: () => this.#readClock(),
      onFault: (venue, { reason, message }) =>
        logger.warn({ tenant, venue, symbol, reason }, `The book is not live: ${message}`),
      onRetired: (venue, counters) => this.#tallies.add(tenant, venue, counters),
    });
    const markets = this.#markets.get(tenant) ?? new Map<string, Market>();
    this.#markets.set(tenant, markets.set(symbol, market));
    market.revise(this.#places.of(venues.of(tenant), symbol, switchesOf));
    market.tick();
    return market;
  }

  /** Drops the least recently used market. Configured markets do not count. */
  #makeRoom(): void {
    const asked = this.#all().filter((held) => !this.#isConfigured(held));
    if (asked.length < this.#limits.markets) return;
    const [unused] = asked
      .filter((held) => !this.#isNeeded(held))
      .sort((a, b) => a.market.usedAtMs - b.market.usedAtMs);
    if (!unused) {
      throw new Problem('unavailable', `${asked.length} symbols are followed, and all are in use.`, {
        headers: { 'retry-after': '60' },
      });
    }
    this.#drop(unused);
  }

  /** It is awaited, streamed or configured. */
  #isNeeded(held: OpenMarket): boolean {
    const { isReady, broadcasts } = held.market;
    return !isReady || broadcasts.readerCount > 0 || this.#isConfigured(held);
  }

  #isConfigured({ tenant, symbol }: Subscription): boolean {
    const { subscriptions = [] } = this.#options;
    return subscriptions.some((kept) => kept.tenant === tenant && kept.symbol === symbol);
  }

  #drop({ tenant, symbol, market }: OpenMarket): void {
    market.close();
    this.#markets.get(tenant)?.delete(symbol);
  }

  #tick(): void {
    this.#nowMs = this.#readClock();
    for (const { market } of this.#all()) market.tick();
  }

  #startReview(): void {
    this.#reviewing ??= this.#review()
      .catch((error: unknown) => {
        // Retried at the next review; until then the books keep their last state.
        this.#options.logger.warn({ err: error }, 'Cannot update the venues of the order books.');
      })
      .finally(() => (this.#reviewing = undefined));
  }

  /** Applies changes of the venues, drops unused markets and opens configured ones. */
  async #review(): Promise<void> {
    const { venues, subscriptions = [] } = this.#options;
    const tenants = new Set([...this.#markets.keys(), ...subscriptions.map(({ tenant }) => tenant)]);
    await Promise.all([...tenants].map((tenant) => this.#readSwitches(tenant)));
    if (this.#isClosed) return;
    for (const held of this.#all()) {
      const { tenant, symbol, market } = held;
      if (this.#isNeeded(held)) market.usedAtMs = this.#nowMs;
      const switchesOf = this.#switches.get(tenant);
      const places = switchesOf ? this.#places.of(venues.of(tenant), symbol, switchesOf) : [];
      if (places.length === 0 || this.#nowMs - market.usedAtMs >= this.#limits.idleMs) this.#drop(held);
      else market.revise(places);
    }
    for (const { tenant, symbol } of subscriptions) {
      const switchesOf = this.#switches.get(tenant);
      const isMissing = switchesOf && !this.#markets.get(tenant)?.has(symbol);
      if (isMissing && this.listed(tenant).has(symbol)) this.#create(tenant, symbol, switchesOf);
    }
  }

  async #readSwitches(tenant: string): Promise<SwitchesOf> {
    const switchesOf = await readSwitches(this.#options.db, tenant);
    this.#switches.set(tenant, switchesOf);
    return switchesOf;
  }

  #all(): OpenMarket[] {
    return [...this.#markets].flatMap(([tenant, markets]) =>
      [...markets].map(([symbol, market]) => ({ tenant, symbol, market })),
    );
  }

  #readClock(): number {
    return this.#options.clock.now().getTime();
  }
}
