import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import type { Place } from './decide.ts';
import { json } from './json.ts';
import type { Settings } from './schema.ts';

export interface BalanceRow {
  tenant: string;
  venue: string;
  asset: string;
  settings: Settings | null;
  settings_by: string | null;
  settings_at: Date | null;
  pending: Settings | null;
  pending_by: string | null;
  pending_at: Date | null;
  created_at: Date;
}

export interface StateRow {
  tenant: string;
  venue: string;
  asset: string;
  state: 'OK' | 'LOW' | 'HIGH' | 'UNKNOWN';
  known_state: 'OK' | 'LOW' | 'HIGH' | null;
  level: string | null;
  reason: string | null;
  at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    managed_balance: BalanceRow;
    managed_state: StateRow;
  }
}

const TENANT = 'acme';
const TIME = new Date(0);
const PLACE: Place = { venue: 'aurora', asset: 'USDC' };
const BALANCE: BalanceRow = {
  tenant: TENANT,
  ...PLACE,
  settings: null,
  settings_by: null,
  settings_at: null,
  pending: null,
  pending_by: null,
  pending_at: null,
  created_at: TIME,
};
const STATE: StateRow = {
  tenant: TENANT,
  ...PLACE,
  state: 'OK',
  known_state: 'OK',
  level: '1',
  reason: null,
  at: TIME,
};
const BALANCE_COLUMNS = Object.keys(BALANCE) as (keyof BalanceRow)[];
/** Held until the transaction ends: what a tenant's managed balances decide is decided one after the other. */
export const lockManaged = statement([TENANT], (db, tenant: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${tenant}, 7216340043))`.as('locked')),
);

const MAX_BALANCES = 200;

export const selectBalances = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('managed_balance')
    .select(BALANCE_COLUMNS)
    .where('tenant', '=', tenant)
    .orderBy('venue')
    .orderBy('asset')
    .limit(MAX_BALANCES),
);

export const selectTenants = statement([], (db) =>
  db.selectFrom('managed_balance').select('tenant').distinct().orderBy('tenant'),
);

export const upsertBalance = statement([BALANCE], (db, row: BalanceRow) =>
  db
    .insertInto('managed_balance')
    .values({ ...row, settings: json(row.settings), pending: json(row.pending) })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset']).doUpdateSet((excluded) => ({
        settings: excluded.ref('excluded.settings'),
        settings_by: excluded.ref('excluded.settings_by'),
        settings_at: excluded.ref('excluded.settings_at'),
        pending: excluded.ref('excluded.pending'),
        pending_by: excluded.ref('excluded.pending_by'),
        pending_at: excluded.ref('excluded.pending_at'),
      })),
    )
    .returning(BALANCE_COLUMNS),
);

export const deleteBalance = statement([TENANT, PLACE], (db, tenant: string, { venue, asset }: Place) =>
  db
    .deleteFrom('managed_balance')
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .where('asset', '=', asset)
    .returning('venue'),
);

export const selectStates = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('managed_state')
    .select(Object.keys(STATE) as (keyof StateRow)[])
    .where('tenant', '=', tenant),
);

/** Writes nothing where the balance was removed meanwhile. */
export const upsertState = statement([STATE], (db, row: StateRow) =>
  db
    .insertInto('managed_state')
    .columns(['tenant', 'venue', 'asset', 'state', 'known_state', 'level', 'reason', 'at'])
    .expression(
      db
        .selectFrom('managed_balance')
        .select([
          'tenant',
          'venue',
          'asset',
          sql<StateRow['state']>`${row.state}::text`.as('state'),
          sql<StateRow['known_state']>`${row.known_state}::text`.as('known_state'),
          sql<string | null>`${row.level}::numeric`.as('level'),
          sql<string | null>`${row.reason}::text`.as('reason'),
          sql<Date>`${row.at}::timestamptz`.as('at'),
        ])
        .where('tenant', '=', row.tenant)
        .where('venue', '=', row.venue)
        .where('asset', '=', row.asset),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset']).doUpdateSet((excluded) => ({
        state: excluded.ref('excluded.state'),
        known_state: excluded.ref('excluded.known_state'),
        level: excluded.ref('excluded.level'),
        reason: excluded.ref('excluded.reason'),
        at: excluded.ref('excluded.at'),
      })),
    ),
);
