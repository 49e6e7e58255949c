import { sql, type Generated } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { Status } from '../status.ts';

interface CountTable {
  tenant: string;
  status: Status;
  venue: string;
  asset: string;
  withdrawals: Generated<string>;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    withdrawal_count: CountTable;
  }
}

interface Counted {
  readonly tenant: string;
  readonly status?: Status | undefined;
  readonly venue?: string | undefined;
  readonly asset?: string | undefined;
  /** False leaves out what is SIMULATED. */
  readonly simulated?: boolean | undefined;
}

const COUNTED: Counted = { tenant: 'acme', status: 'PENDING', venue: 'aurora', asset: 'BTC' };

/** Reads the totals that triggers maintain, so it counts no rows. It knows neither times nor conditions. */
export const countWithdrawals = statement(
  [COUNTED],
  (db, { tenant, status, venue, asset, simulated }: Counted) =>
    db
      .selectFrom('withdrawal_count')
      .select(sql<string>`coalesce(sum(withdrawals), 0)`.as('total'))
      .where('tenant', '=', tenant)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'PENDING'))
      .$if(simulated === false, (query) => query.where('status', '<>', 'SIMULATED'))
      .$if(venue !== undefined, (query) => query.where('venue', '=', venue ?? ''))
      .$if(asset !== undefined, (query) => query.where('asset', '=', asset ?? '')),
);

/** Merges the rows of each count into one. Readers see the same sums before and after. */
export const foldCounts = statement([], (db) =>
  db
    .with('folded', (db) =>
      db.deleteFrom('withdrawal_count').returning(['tenant', 'status', 'venue', 'asset', 'withdrawals']),
    )
    .insertInto('withdrawal_count')
    .columns(['tenant', 'status', 'venue', 'asset', 'withdrawals'])
    .expression((db) =>
      db
        .selectFrom('folded')
        .select(['tenant', 'status', 'venue', 'asset', sql<string>`sum(withdrawals)`.as('withdrawals')])
        .groupBy(['tenant', 'status', 'venue', 'asset'])
        .having(sql`sum(withdrawals)`, '<>', 0),
    ),
);
