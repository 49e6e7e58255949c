import { Decimal } from '../../kernel/index.ts';
import type { Tx } from '../../platform/postgres/index.ts';
import type { SumScope } from '../policies/index.ts';
import { lockSums, sumAmounts, type WithdrawalRow } from './store.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = { '24h': 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS } as const;

interface AssetScope extends SumScope {
  readonly asset: string;
}

interface Sum extends AssetScope {
  readonly total: Decimal;
}

/** What has been withdrawn within rolling windows. */
export class Sums {
  static readonly NONE = new Sums([]);
  readonly #sums: readonly Sum[];

  private constructor(sums: readonly Sum[]) {
    this.#sums = sums;
  }

  /** Once the locks are held, nobody else can add a withdrawal of these assets before this transaction has ended. */
  static async read(tx: Tx, tenant: string, scopes: readonly AssetScope[], now: Date): Promise<Sums> {
    const assets = new Set(scopes.map(({ asset }) => asset));
    // Always in the same order, or two who wait for each other would.
    for (const asset of [...assets].sort()) await lockSums(tx, tenant, asset).execute();
    const distinct = new Map(scopes.map((scope) => [JSON.stringify(scope), scope]));
    const sums = [...distinct.values()].map(async ({ asset, window, venue }) => {
      const after = new Date(now.getTime() - WINDOW_MS[window]);
      const { sum } = await sumAmounts(tx, tenant, asset, venue, after).executeTakeFirstOrThrow();
      return { asset, window, venue, total: Decimal.parse(sum) };
    });
    return new Sums(await Promise.all(sums));
  }

  of(asset: string, { window, venue }: SumScope): Decimal {
    const sum = this.#sums.find(
      (other) => other.asset === asset && other.window === window && other.venue === venue,
    );
    if (!sum) throw new Error(`The sum of ${asset} over ${window} was not read.`);
    return sum.total;
  }

  /** With one more withdrawal. */
  with({ asset, venue, amount }: WithdrawalRow): Sums {
    if (this.#sums.length === 0) return this;
    const more = Decimal.parse(amount);
    return new Sums(
      this.#sums.map((sum) =>
        sum.asset === asset && (sum.venue === null || sum.venue === venue)
          ? { ...sum, total: sum.total.plus(more) }
          : sum,
      ),
    );
  }
}
