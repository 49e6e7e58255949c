import { Problem, type Clock } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Logger, Metrics } from '../../platform/telemetry/index.ts';
import { readSwitches, type Venues } from '../venues/index.ts';
import type { BackOff } from './follow.ts';
import { Market, type OpenMarket } from './market.ts';
import { measure, Tallies } from './measure.ts';
import { Places, type SwitchesOf } from './places.ts';

interface Limits extends BackOff {
  /** The first reader of a symbol waits so long for its books. */
  readonly readyWithinMs: number;
  /** A symbol nobody has asked for in this time is no longer followed. */
  readonly idleMs: number;
  /** Followed at once, beside those of the configuration. */
  readonly markets: number;
}

const LIMITS: Limits = {
  backOffMs: 250,
  maxBackOffMs: 30_000,
  readyWithinMs: 1_000,
  idleMs: 5 * 60_000,
  markets: 200,
};

/** Feeds are looked after, and streams told what is new, this often. */
const TICK_EVERY_MS = 50;
/** Switches, fees and listings that have changed show in the books after at most about this long. */
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
  /** Followed from the beginning, whether or not somebody asks. */
  readonly subscriptions?: readonly Subscription[];
  readonly limits?: Partial<Limits>;
}

export function openMarketData(options: MarketDataOptions): MarketData {
  return new MarketData(options);
}

/** The order books of every tenant's venues, followed while somebody needs them. */
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

  /** The market of a symbol, which is followed from now on. Waits for the first books of a new one. */
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
    // It may have been let go meanwhile, and then nothing would ever be told of it.
    if (this.#markets.get(tenant)?.get(symbol) !== market) {
      throw new Problem('unavailable', `${symbol} is not followed any more.`, {
        headers: { 'retry-after': '1' },
      });
    }
    return market;
  }

  #refuseUnlisted(tenant: string, symbol: string): void {
    const venues = this.#options.venues.of(tenant);
    if (this.listed(tenant).has(symbol)) return;
    if (venues.length > 0 && venues.every(({ description }) => description === undefined)) {
      throw new Problem('unavailable', 'No venue has told yet what it trades.', {
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
        logger.warn({ tenant, venue, symbol, reason }, `the book is not live: ${message}`),
      onRetired: (venue, counters) => this.#tallies.add(tenant, venue, counters),
    });
    const markets = this.#markets.get(tenant) ?? new Map<string, Market>();
    this.#markets.set(tenant, markets.set(symbol, market));
    market.revise(this.#places.of(venues.of(tenant), symbol, switchesOf));
    market.tick();
    return market;
  }

  /** Lets go of the market that has been unused for the longest time; those of the configuration take no room. */
  #makeRoom(): void {
    const asked = this.#all().filter((held) => !this.#isConfigured(held));
    if (asked.length < this.#limits.markets) return;
    const [unused] = asked
      .filter((held) => !this.#isNeeded(held))
      .sort((a, b) => a.market.usedAtMs - b.market.usedAtMs);
    if (!unused) {
      throw new Problem('unavailable', `${asked.length} symbols are followed already, and all are in use.`, {
        headers: { 'retry-after': '60' },
      });
    }
    this.#drop(unused);
  }

  /** Somebody waits for it or reads its stream, or the configuration wants it. */
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
        // It is tried again at the next review; until then the books show what was last known.
        this.#options.logger.warn({ err: error }, 'the venues of the order books could not be reviewed');
      })
      .finally(() => (this.#reviewing = undefined));
  }

  /** Takes over what has changed at the venues, drops what nobody uses, and opens what the configuration wants. */
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
