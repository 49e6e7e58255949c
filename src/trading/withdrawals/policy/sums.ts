import { Decimal } from '../../../kernel/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import type { SumScope } from '../../policies/index.ts';
import type { WithdrawalRow } from '../store.ts';
import { lockSums, sumCreated, sumCreatedByAsset, sumDeparted, sumDepartedByAsset } from './store.ts';
import type { Valuation } from './valuation.ts';
import { WINDOW_MS } from './windows.ts';

/** The scope of a sum of one asset or, with a currency, of all. */
interface AssetScope extends SumScope {
  readonly asset: string;
}

/** The statements that define which withdrawals count. */
export const CREATED = { ofAsset: sumCreated, byAsset: sumCreatedByAsset } as const;
export const DEPARTED = { ofAsset: sumDeparted, byAsset: sumDepartedByAsset } as const;
type Counted = typeof CREATED | typeof DEPARTED;

interface Sum extends SumScope {
  readonly totals: ReadonlyMap<string, Decimal>;
}

interface Reading {
  readonly tenant: string;
  readonly scopes: readonly AssetScope[];
  readonly now: Date;
  readonly counted: Counted;
  readonly valuation: Valuation;
}

/** Locked for sums over all assets; no asset has this name. */
const ALL = '';

/** Amounts withdrawn within rolling windows. */
export class Sums {
  static readonly NONE = new Sums([], undefined);
  readonly #sums: readonly Sum[];
  readonly #valuation: Valuation | undefined;

  private constructor(sums: readonly Sum[], valuation: Valuation | undefined) {
    this.#sums = sums;
    this.#valuation = valuation;
  }

  /**
   * Takes a lock per asset and, for a sum over all of them, one more until the transaction ends. What the transaction
   * withdraws adds to both kinds of sums, so that no other one that reads either adds to them meanwhile.
   */
  static async lock(tx: Tx, reading: Reading): Promise<Sums> {
    const names = reading.scopes.flatMap(({ asset, currency }) =>
      currency === null ? [asset] : [asset, ALL],
    );
    // Sorted, so that two transactions cannot wait for each other.
    for (const name of [...new Set(names)].sort()) await lockSums(tx, reading.tenant, name).execute();
    return Sums.read(tx, reading);
  }

  static async read(db: Db, { tenant, scopes, now, counted, valuation }: Reading): Promise<Sums> {
    const sums = new Map<string, Promise<Sum>>();
    for (const { asset, ...scope } of scopes) {
      const key = JSON.stringify([scope, scope.currency === null ? asset : null]);
      if (sums.has(key)) continue;
      const after = new Date(now.getTime() - WINDOW_MS[scope.window]);
      sums.set(key, readSum(db, { tenant, asset, scope, after, counted }));
    }
    return new Sums(await Promise.all(sums.values()), valuation);
  }

  /** Undefined while the price of something that counts is not known. */
  of(asset: string, { window, venue, currency }: SumScope): Decimal | undefined {
    const sum = this.#sums.find(
      (other) =>
        other.window === window &&
        other.venue === venue &&
        other.currency === currency &&
        (currency !== null || other.totals.has(asset)),
    );
    if (!sum) throw new Error(`The sum of ${currency ?? asset} over ${window} was not read.`);
    return currency === null ? sum.totals.get(asset) : this.#worth(sum.totals, currency);
  }

  /** Adds a withdrawal. */
  with({ asset, venue, amount }: WithdrawalRow): Sums {
    if (this.#sums.length === 0) return this;
    const more = Decimal.parse(amount);
    return new Sums(
      this.#sums.map((sum) => {
        const before = sum.totals.get(asset) ?? (sum.currency === null ? undefined : Decimal.ZERO);
        return before && (sum.venue === null || sum.venue === venue)
          ? { ...sum, totals: new Map([...sum.totals, [asset, before.plus(more)]]) }
          : sum;
      }),
      this.#valuation,
    );
  }

  #worth(totals: ReadonlyMap<string, Decimal>, currency: string): Decimal | undefined {
    let worth = Decimal.ZERO;
    for (const [asset, total] of totals) {
      const value = this.#valuation?.valueOf(asset, total, currency);
      if (!value) return undefined;
      worth = worth.plus(value);
    }
    return worth;
  }
}

interface SumReading {
  readonly tenant: string;
  readonly asset: string;
  readonly scope: SumScope;
  readonly after: Date;
  readonly counted: Counted;
}

async function readSum(db: Db, { tenant, asset, scope, after, counted }: SumReading): Promise<Sum> {
  const { venue, currency } = scope;
  const rows =
    currency === null
      ? await counted
          .ofAsset(db, tenant, asset, venue, after)
          .execute()
          .then((found) => found.map(({ total }) => ({ asset, total })))
      : await counted.byAsset(db, tenant, venue, after).execute();
  return { ...scope, totals: new Map(rows.map((row) => [row.asset, Decimal.parse(row.total)])) };
}
