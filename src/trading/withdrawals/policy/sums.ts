import { Decimal } from '../../../kernel/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import type { SumScope } from '../../policies/index.ts';
import type { WithdrawalRow } from '../store.ts';
import { lockSums } from './store.ts';

const HOUR_MS = 3_600_000;
export const WINDOW_MS = { '24h': 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS } as const;

interface AssetScope extends SumScope {
  readonly asset: string;
}

/** `sumCreated` or `sumDeparted`. */
type SumStatement = (
  db: Db,
  tenant: string,
  asset: string,
  venue: string | null,
  after: Date,
) => { executeTakeFirstOrThrow(): Promise<{ total: string }> };

interface Sum extends AssetScope {
  readonly total: Decimal;
}

/** Amounts withdrawn within rolling windows. */
export class Sums {
  static readonly NONE = new Sums([]);
  readonly #sums: readonly Sum[];

  private constructor(sums: readonly Sum[]) {
    this.#sums = sums;
  }

  /** Takes a lock per asset until the transaction ends, so that no other transaction adds to the same sums meanwhile. */
  static async lock(
    tx: Tx,
    tenant: string,
    scopes: readonly AssetScope[],
    now: Date,
    sum: SumStatement,
  ): Promise<Sums> {
    const assets = new Set(scopes.map(({ asset }) => asset));
    // Sorted, so that two transactions cannot wait for each other.
    for (const asset of [...assets].sort()) await lockSums(tx, tenant, asset).execute();
    return Sums.read(tx, tenant, scopes, now, sum);
  }

  /** `sum` is the statement that defines which withdrawals count. */
  static async read(
    db: Db,
    tenant: string,
    scopes: readonly AssetScope[],
    now: Date,
    sum: SumStatement,
  ): Promise<Sums> {
    const distinct = new Map(scopes.map((scope) => [JSON.stringify(scope), scope]));
    const sums = [...distinct.values()].map(async ({ asset, window, venue }) => {
      const after = new Date(now.getTime() - WINDOW_MS[window]);
      const { total } = await sum(db, tenant, asset, venue, after).executeTakeFirstOrThrow();
      return { asset, window, venue, total: Decimal.parse(total) };
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

  /** Adds a withdrawal. */
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
