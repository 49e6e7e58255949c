import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import { isAfter, positionBy, type Slice } from '../../platform/lists/index.ts';
import type { Format, STATUSES } from './schema.ts';

export interface ExportRow {
  id: string;
  tenant: string;
  type: string;
  format: Format;
  range_from: Date;
  range_to: Date;
  query: string | null;
  request_hash: Buffer;
  status: (typeof STATUSES)[number];
  filename: string;
  attempts: number;
  rows_expected: string | null;
  rows_written: string;
  failure_message: string | null;
  requested_by: string;
  ends_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    export: ExportRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const TYPES = ['withdrawal'];
const ROW: ExportRow = {
  id: ID,
  tenant: TENANT,
  type: 'withdrawal',
  format: 'CSV',
  range_from: TIME,
  range_to: TIME,
  query: null,
  request_hash: Buffer.alloc(32),
  status: 'PROCESSING',
  filename: 'withdrawal.csv',
  attempts: 0,
  rows_expected: null,
  rows_written: '0',
  failure_message: null,
  requested_by: 'desk',
  ends_at: TIME,
  created_at: TIME,
  updated_at: TIME,
};

/** Inserts nothing if the same export is in progress. */
export const insertExport = statement([ROW], (db, row: ExportRow) =>
  db
    .insertInto('export')
    .values(row)
    .onConflict((conflict) =>
      // Not a parameter: without its value PostgreSQL cannot use the partial index.
      conflict
        .columns(['tenant', 'request_hash'])
        .where(sql<boolean>`status = 'PROCESSING'`)
        .doNothing(),
    )
    .returningAll(),
);

export const selectSame = statement([TENANT, Buffer.alloc(32)], (db, tenant: string, hash: Buffer) =>
  db
    .selectFrom('export')
    .select('id')
    .where('tenant', '=', tenant)
    .where('request_hash', '=', hash)
    .where('status', '=', 'PROCESSING'),
);

export const selectExport = statement(
  [TENANT, TYPES, ID],
  (db, tenant: string, types: readonly string[], id: string) =>
    db
      .selectFrom('export')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('type', '=', sql<string>`any (${types}::text[])`)
      .where('id', '=', id),
);

export const lockExport = statement(
  [TENANT, TYPES, ID],
  (db, tenant: string, types: readonly string[], id: string) =>
    selectExport(db, tenant, types, id).forUpdate(),
);

export const selectPage = statement(
  [TENANT, TYPES, { limit: 20, offset: 0, after: ['0', ID] }],
  (db, tenant: string, types: readonly string[], { limit, offset, after }: Slice) =>
    db
      .selectFrom('export')
      .selectAll()
      .select(positionBy('created_at').as('position'))
      .where('tenant', '=', tenant)
      .where('type', '=', sql<string>`any (${types}::text[])`)
      .$if(after !== undefined, (query) => query.where(isAfter('created_at', after ?? [])))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countExports = statement([TENANT, TYPES], (db, tenant: string, types: readonly string[]) =>
  db
    .selectFrom('export')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('tenant', '=', tenant)
    .where('type', '=', sql<string>`any (${types}::text[])`),
);

/** Finds nothing if it has ended. */
export const beginAttempt = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db
    .updateTable('export')
    .set({ attempts: sql`attempts + 1`, rows_expected: null, rows_written: '0' })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .returningAll(),
);

interface Progress {
  readonly written: number;
  readonly expected: number;
}

export const updateProgress = statement(
  [ID, 1, { written: 0, expected: 0 }],
  (db, id: string, attempt: number, { written, expected }: Progress) =>
    db
      .updateTable('export')
      .set({ rows_written: String(written), rows_expected: String(expected) })
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .where('status', '=', 'PROCESSING'),
);

type End = Partial<
  Pick<ExportRow, 'status' | 'rows_written' | 'rows_expected' | 'failure_message' | 'ends_at' | 'updated_at'>
>;

/** Updates nothing if it has ended or a later attempt has started. */
export const endExport = statement(
  [ID, 1, { status: 'COMPLETED', ends_at: TIME }],
  (db, id: string, attempt: number, end: End) =>
    db
      .updateTable('export')
      .set(end)
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .where('status', '=', 'PROCESSING')
      .returningAll(),
);

/** Exports that take too long, and those whose file has expired. */
export const selectEnding = statement([TIME, 100], (db, before: Date, limit: number) =>
  db.selectFrom('export').selectAll().where('ends_at', '<=', before).orderBy('ends_at').limit(limit),
);

export const forgetFile = statement([ID, TIME], (db, id: string, now: Date) =>
  db
    .updateTable('export')
    .set({ ends_at: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '<>', 'PROCESSING'),
);

/** The number of exports and rows by status. */
export const tallyExports = statement(['PROCESSING'], (db, status: ExportRow['status']) =>
  db
    .selectFrom('export')
    .select(({ fn }) => [
      fn.countAll<string>().as('exports'),
      fn.sum<string | null>('rows_written').as('rows'),
    ])
    .where('status', '=', status),
);
