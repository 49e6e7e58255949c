import { later, type Decimal } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Rule } from '../../policies/index.ts';
import { selectRecentAssets } from './store.ts';
import { WINDOW_MS } from './windows.ts';

/** The live prices of assets. */
export interface Rates {
  /** The value of one unit of `from` in `to`; undefined if there is no live price. */
  find(tenant: string, from: string, to: string): Promise<Decimal | undefined>;
}

export const NO_RATES: Rates = { find: async () => undefined };

interface Valued {
  readonly tenant: string;
  readonly rules: readonly Rule[];
  /** Besides those of which something was withdrawn in the windows of the rules. */
  readonly assets: readonly string[];
  readonly now: Date;
}

/** Values in the currencies of rules, at the prices of one moment. */
export class Valuation {
  static readonly NONE = new Valuation(new Map());
  readonly #rates: ReadonlyMap<string, Decimal>;

  private constructor(rates: ReadonlyMap<string, Decimal>) {
    this.#rates = rates;
  }

  /** Reads prices before a decision takes locks, because a market may have to be followed first. */
  static async read(db: Db, rates: Rates, { tenant, rules, assets, now }: Valued): Promise<Valuation> {
    const currencies = [...new Set(rules.flatMap(({ currency }) => currency ?? []))];
    if (currencies.length === 0) return Valuation.NONE;
    const recent = await selectRecentAssets(db, tenant, later(now, -WINDOW_MS['30d'])).execute();
    const all = new Set([...assets, ...recent.map(({ asset }) => asset)]);
    const found = await Promise.all(
      currencies.flatMap((currency) =>
        [...all].map(async (asset) => ({
          key: keyOf(asset, currency),
          rate: await rates.find(tenant, asset, currency),
        })),
      ),
    );
    return new Valuation(new Map(found.flatMap(({ key, rate }) => (rate ? [[key, rate]] : []))));
  }

  /** Undefined while the price is not known. */
  valueOf(asset: string, amount: Decimal, currency: string): Decimal | undefined {
    const rate = this.#rates.get(keyOf(asset, currency));
    return rate && amount.times(rate);
  }
}

const keyOf = (asset: string, currency: string): string => JSON.stringify([asset, currency]);
