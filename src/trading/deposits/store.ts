import { sql, type Generated } from 'kysely';
import { isAfter, positionBy, type Slice } from '../../platform/lists/index.ts';
import type { Condition } from '../../platform/lucene/index.ts';
import { ONCE, statement, type Db } from '../../platform/postgres/index.ts';
import type { DepositState } from '../venues/index.ts';
import type { Status } from './state.ts';

export interface DepositRow {
  id: string;
  tenant: string;
  venue: string;
  venue_deposit_id: string;
  asset: string;
  amount: string;
  fee: string | null;
  network: string | null;
  address: string | null;
  tag: string | null;
  receipt: string | null;
  output: string | null;
  internal_transfer_id: string | null;
  state: DepositState;
  venue_status: string;
  taken_back_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface DepositTable extends DepositRow {
  /** Follows from the state. */
  status: Generated<Status>;
}

interface CountTable {
  tenant: string;
  status: Status;
  venue: string;
  asset: string;
  deposits: string;
}

export interface SourceRow {
  tenant: string;
  venue: string;
  read_to: Date | null;
  reason: string | null;
  missing_from: Date | null;
  missing_to: Date | null;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    deposit: DepositTable;
    deposit_count: CountTable;
    deposit_source: SourceRow;
  }
}

export interface Filter {
  readonly tenant: string;
  readonly status?: Status | undefined;
  readonly venue?: string | undefined;
  readonly asset?: string | undefined;
  /** Created at this time or later. */
  readonly from?: Date | undefined;
  /** Created at this time or earlier. */
  readonly to?: Date | undefined;
  readonly condition?: Condition | undefined;
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const FILTER: Filter = { tenant: TENANT, status: 'PENDING', venue: 'aurora', asset: 'BTC' };
const ROW: DepositRow = {
  id: ID,
  tenant: TENANT,
  venue: 'aurora',
  venue_deposit_id: 'W1',
  asset: 'BTC',
  amount: '1',
  fee: null,
  network: null,
  address: null,
  tag: null,
  receipt: null,
  output: null,
  internal_transfer_id: null,
  state: 'pending',
  venue_status: 'pending',
  taken_back_at: null,
  created_at: TIME,
  updated_at: TIME,
};
const SOURCE: SourceRow = {
  tenant: TENANT,
  venue: 'aurora',
  read_to: TIME,
  reason: null,
  missing_from: null,
  missing_to: null,
};
const COLUMNS = Object.keys(ROW) as (keyof DepositRow)[];

/** Inserts nothing if another process has stored it meanwhile. */
export const insertDeposit = statement([ROW], (db, row: DepositRow) =>
  db
    .insertInto('deposit')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'venue', 'venue_deposit_id']).doNothing())
    .returning(COLUMNS),
);

export const updateDeposit = statement(
  [ID, { state: 'credited' }],
  (db, id: string, change: Partial<DepositRow>) =>
    db.updateTable('deposit').set(change).where('id', '=', id).returning(COLUMNS),
);

export const lockDeposit = statement(
  [TENANT, 'aurora', 'W1'],
  (db, tenant: string, venue: string, venueDepositId: string) =>
    db
      .selectFrom('deposit')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where('venue_deposit_id', '=', venueDepositId)
      .forUpdate(),
);

export const selectKnown = statement(
  [TENANT, 'aurora', ['W1']],
  (db, tenant: string, venue: string, venueDepositIds: readonly string[]) =>
    db
      .selectFrom('deposit')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where(sql<boolean>`venue_deposit_id = any(${venueDepositIds}::text[])`),
);

export const selectDeposit = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('deposit').select(COLUMNS).where('tenant', '=', tenant).where('id', '=', id),
);

function filtered(db: Db, { tenant, status, venue, asset, condition, from, to }: Filter) {
  let query = db.selectFrom('deposit').where('tenant', '=', tenant);
  if (status !== undefined) query = query.where('status', '=', status);
  if (venue !== undefined) query = query.where('venue', '=', venue);
  if (asset !== undefined) query = query.where('asset', '=', asset);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  if (condition === undefined) return query;
  return query.modifyFront(ONCE).where(sql<boolean>(condition.fragments, ...condition.parameters));
}

export const selectPage = statement(
  [
    { ...FILTER, from: TIME, to: TIME },
    { limit: 20, offset: 0, after: ['0', ID] },
  ],
  (db, filter: Filter, { limit, offset, after }: Slice) =>
    filtered(db, filter)
      .select(COLUMNS)
      .select(positionBy('created_at').as('position'))
      .$if(after !== undefined, (query) => query.where(isAfter('created_at', after ?? [])))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countFiltered = statement([FILTER], (db, filter: Filter) =>
  filtered(db, filter).select(({ fn }) => fn.countAll<string>().as('total')),
);

type Counted = Pick<Filter, 'tenant' | 'status' | 'venue' | 'asset'>;

/** Reads the totals that a trigger maintains, so it counts no rows. It knows neither times nor conditions. */
export const countDeposits = statement([FILTER], (db, { tenant, status, venue, asset }: Counted) =>
  db
    .selectFrom('deposit_count')
    .select(sql<string>`coalesce(sum(deposits), 0)`.as('total'))
    .where('tenant', '=', tenant)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'PENDING'))
    .$if(venue !== undefined, (query) => query.where('venue', '=', venue ?? ''))
    .$if(asset !== undefined, (query) => query.where('asset', '=', asset ?? '')),
);

/** The states that are not final. */
const OPEN = sql<boolean>`state in ('pending', 'locked', 'information', 'unknown')`;

export const selectOldestOpen = statement([TENANT, 'aurora'], (db, tenant: string, venue: string) =>
  db
    .selectFrom('deposit')
    .select('created_at')
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .where(OPEN)
    .orderBy('created_at')
    .limit(1),
);

/** All that are not final, of every tenant. */
export const countOpen = statement([], (db) =>
  db
    .selectFrom('deposit')
    .select(({ fn }) => [
      'tenant',
      'venue',
      'state',
      fn.countAll<string>().as('open'),
      sql<string>`extract(epoch from now() - min(created_at))`.as('oldestSeconds'),
    ])
    .where(OPEN)
    .groupBy(['tenant', 'venue', 'state']),
);

const SOURCE_COLUMNS = Object.keys(SOURCE) as (keyof SourceRow)[];

export const selectSource = statement([TENANT, 'aurora'], (db, tenant: string, venue: string) =>
  db
    .selectFrom('deposit_source')
    .select(SOURCE_COLUMNS)
    .where('tenant', '=', tenant)
    .where('venue', '=', venue),
);

export const selectSources = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('deposit_source')
    .select(SOURCE_COLUMNS)
    .where('tenant', '=', tenant)
    .orderBy('venue')
    .limit(1000),
);

export const selectAllSources = statement([], (db) =>
  db
    .selectFrom('deposit_source')
    .select(['tenant', 'venue', sql<string>`extract(epoch from now() - read_to)`.as('ageSeconds')])
    .where('read_to', 'is not', null),
);

export const upsertSource = statement([SOURCE], (db, row: SourceRow) =>
  db
    .insertInto('deposit_source')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue']).doUpdateSet((excluded) => ({
        read_to: excluded.ref('excluded.read_to'),
        reason: excluded.ref('excluded.reason'),
        missing_from: excluded.ref('excluded.missing_from'),
        missing_to: excluded.ref('excluded.missing_to'),
      })),
    ),
);
