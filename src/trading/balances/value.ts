import { Decimal } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { VALUATION_CURRENCY } from '../days.ts';
import { selectRates, selectRatesWithPaths, type RateRow, type Span } from './store.ts';

/** Decimals of a rate that needs a division, rounded half to even; one that needs none is exact. */
const RATE_DECIMALS = 18;
const ONE = Decimal.of(1n);

type KeptRate = Pick<RateRow, 'day' | 'asset' | 'rate'> & Partial<Pick<RateRow, 'path' | 'rated_at'>>;

/** What one unit of an asset was worth on a day, and how that was known. */
export interface DayRate {
  readonly rate: Decimal;
  /** The assets on the way, both ends included; empty where paths were not read. */
  readonly path: readonly string[];
  /** Null for the currency itself, and where paths were not read. */
  readonly ratedAt: Date | null;
}

/** The kept rates of some days in one currency. */
export class DayRates {
  readonly #currency: string;
  /** By day and asset. */
  readonly #kept = new Map<string, Map<string, KeptRate>>();
  readonly #found = new Map<string, Map<string, DayRate | undefined>>();

  constructor(rows: readonly KeptRate[], currency: string) {
    this.#currency = currency;
    for (const row of rows) ofDay(this.#kept, row.day).set(row.asset, row);
  }

  static async read(db: Db, span: Span, currency: string): Promise<DayRates> {
    return new DayRates(await selectRates(db, span).execute(), currency);
  }

  /** Reading the paths and times takes longer than all the rest. */
  static async readWithPaths(db: Db, span: Span, currency: string): Promise<DayRates> {
    return new DayRates(await selectRatesWithPaths(db, span).execute(), currency);
  }

  /** Undefined where no rate was kept on that day: the rate of another day is no substitute. */
  find(day: string, asset: string): DayRate | undefined {
    const found = ofDay(this.#found, day);
    if (!found.has(asset)) found.set(asset, this.#derive(day, asset));
    return found.get(asset);
  }

  #derive(day: string, asset: string): DayRate | undefined {
    if (asset === this.#currency) return { rate: ONE, path: [asset], ratedAt: null };
    const [from, to] = [this.#inKept(day, asset), this.#inKept(day, this.#currency)];
    if (!from || !to) return undefined;
    if (to.rate === ONE) return from;
    return {
      rate: from.rate.dividedBy(to.rate, RATE_DECIMALS, 'half-even').trim(),
      path: [...from.path, ...to.path.toReversed().slice(1)],
      ratedAt: earlier(from.ratedAt, to.ratedAt),
    };
  }

  /** In the currency in which rates are kept. */
  #inKept(day: string, asset: string): DayRate | undefined {
    if (asset === VALUATION_CURRENCY) return { rate: ONE, path: [asset], ratedAt: null };
    const kept = this.#kept.get(day)?.get(asset);
    return kept && { rate: Decimal.parse(kept.rate), path: kept.path ?? [], ratedAt: kept.rated_at ?? null };
  }
}

function ofDay<T>(days: Map<string, Map<string, T>>, day: string): Map<string, T> {
  const known = days.get(day);
  if (known) return known;
  const made = new Map<string, T>();
  days.set(day, made);
  return made;
}

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;
