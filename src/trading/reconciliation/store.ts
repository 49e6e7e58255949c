import { sql } from 'kysely';
import type { JsonObject } from '../../platform/audit/index.ts';
import { statement } from '../../platform/postgres/index.ts';

export interface ReconciliationRow {
  id: string;
  kind: 'withdrawals' | 'orders' | 'deposits';
  tenant: string;
  venue: string;
  since: Date;
  run_at: Date;
  run_by: string;
  refusal: string | null;
  matched: number;
  only_venue: number;
  only_here: number;
  different: number;
  differences: readonly JsonObject[];
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    reconciliation: ReconciliationRow;
  }
}

const TENANT = 'acme';
const TIME = new Date(0);
const ROW: ReconciliationRow = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  kind: 'withdrawals',
  tenant: TENANT,
  venue: 'aurora',
  since: TIME,
  run_at: TIME,
  run_by: 'ada',
  refusal: null,
  matched: 0,
  only_venue: 0,
  only_here: 0,
  different: 0,
  differences: [],
};

/** A run, unless a later one has compared the same kind at the same venue. */
export const selectLatest = statement([TENANT, ROW.id], (db, tenant: string, id: string) =>
  db
    .selectFrom('reconciliation as run')
    .select(['id', 'venue', 'since', 'run_by', 'only_venue', 'only_here', 'different'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reconciliation as later')
            .select('later.id')
            .whereRef('later.tenant', '=', 'run.tenant')
            .whereRef('later.venue', '=', 'run.venue')
            .whereRef('later.kind', '=', 'run.kind')
            .whereRef('later.run_at', '>', 'run.run_at'),
        ),
      ),
    ),
);

/** What the venue names, and what should have reached it since then. */
export const selectWithdrawals = statement(
  [TENANT, 'aurora', TIME, ['i'], ['w']],
  (db, tenant: string, venue: string, since: Date, ids: readonly string[], venueIds: readonly string[]) =>
    db
      .selectFrom('withdrawal')
      .select(['id', 'venue_transfer_id', 'asset', 'amount', 'fee', 'status', 'sent_at'])
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where((eb) =>
        eb.or([
          eb('sent_at', '>=', since),
          eb(sql<string>`id::text`, '=', sql<string>`any(${ids}::text[])`),
          eb('venue_transfer_id', '=', sql<string>`any(${venueIds}::text[])`),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id'),
);

export const selectOrders = statement(
  [TENANT, 'aurora', TIME, ['i'], ['w']],
  (db, tenant: string, venue: string, since: Date, ids: readonly string[], venueIds: readonly string[]) =>
    db
      .selectFrom('conversion_order')
      .innerJoin('conversion', 'conversion.id', 'conversion_id')
      .select([
        'conversion_order.id',
        'venue_order_id',
        'symbol',
        'side',
        'quantity',
        'filled',
        'conversion_order.status',
        'conversion_order.created_at',
      ])
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where((eb) =>
        eb.or([
          eb('conversion_order.created_at', '>=', since),
          eb(sql<string>`conversion_order.id::text`, '=', sql<string>`any(${ids}::text[])`),
          eb('venue_order_id', '=', sql<string>`any(${venueIds}::text[])`),
        ]),
      )
      .orderBy('conversion_order.created_at')
      .orderBy('conversion_order.id'),
);

/** What the venue names, and what it has recorded since then. */
export const selectDeposits = statement(
  [TENANT, 'aurora', TIME, ['w']],
  (db, tenant: string, venue: string, since: Date, venueIds: readonly string[]) =>
    db
      .selectFrom('deposit')
      .select([
        'id',
        'venue_deposit_id',
        'asset',
        'amount',
        'fee',
        'network',
        'address',
        'tag',
        'receipt',
        'output',
        'internal_transfer_id',
        'state',
        'venue_status',
        'created_at',
      ])
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where((eb) =>
        eb.or([
          eb('created_at', '>=', since),
          eb('venue_deposit_id', '=', sql<string>`any(${venueIds}::text[])`),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id'),
);

/** The markets in which orders of ours were placed at the venue. */
export const selectSymbols = statement([TENANT, 'aurora'], (db, tenant: string, venue: string) =>
  db
    .selectFrom('conversion_order')
    .innerJoin('conversion', 'conversion.id', 'conversion_id')
    .select('symbol')
    .distinct()
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .orderBy('symbol'),
);

export const insertReconciliation = statement([ROW], (db, { differences, ...row }: ReconciliationRow) =>
  db
    .insertInto('reconciliation')
    .values({ ...row, differences: sql`${JSON.stringify(differences)}::jsonb` })
    .returningAll(),
);

/** The newest comparison of withdrawals at each venue since a time. */
export const selectNewest = statement([TIME], (db, after: Date) =>
  db
    .selectFrom('reconciliation')
    .distinctOn(['tenant', 'venue'])
    .selectAll()
    .where('kind', '=', 'withdrawals')
    .where('run_at', '>=', after)
    .orderBy('tenant')
    .orderBy('venue')
    .orderBy('run_at', 'desc'),
);
