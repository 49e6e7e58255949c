import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { BankAccount } from '../destinations/index.ts';
import type { DisbursementStatus } from '../schema.ts';
import type { DisbursementChange } from '../store.ts';
import type { FileFormat } from './bank.ts';

export interface FileRow {
  number: string;
  tenant: string;
  bank: string;
  format: FileFormat;
  message_id: string;
  iban: string;
  currency: string;
  execution_date: string;
  line_count: number;
  total: string;
  sha256: Buffer;
  sealed_by: string;
  sealed_at: Date;
  fetched_at: Date | null;
  unsealed_at: Date | null;
}

interface PartTable {
  file_number: string;
  part: number;
  content: Buffer;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement_file: FileRow;
    disbursement_file_part: PartTable;
  }
}

const TENANT = 'acme';
const NOW = new Date(0);
const FILE: FileRow = {
  number: '1',
  tenant: TENANT,
  bank: 'main',
  format: 'pain.001.001.09',
  message_id: 'F000000001-19700101000000',
  iban: 'DE89370400440532013000',
  currency: 'EUR',
  execution_date: '2024-06-03',
  line_count: 1,
  total: '120.50',
  sha256: Buffer.alloc(32),
  sealed_by: 'grace',
  sealed_at: NOW,
  fetched_at: null,
  unsealed_at: null,
};

const COLUMNS = [
  sql<number>`disbursement_file.number::float8`.as('number'),
  'bank',
  'format',
  'message_id',
  'iban',
  'currency',
  sql<string>`execution_date::text`.as('execution_date'),
  'line_count',
  'total',
  sql<string>`encode(sha256, 'hex')`.as('sha256'),
  'sealed_by',
  'sealed_at',
  'fetched_at',
  'unsealed_at',
] as const;

export type ListedFile = Omit<FileRow, 'number' | 'tenant' | 'sha256'> & {
  readonly number: number;
  readonly sha256: string;
};

export const takeFileNumber = statement([], (db) =>
  db.selectNoFrom(sql<number>`nextval('disbursement_file_number')::float8`.as('number')),
);

/** A disbursement that waits for a file, with where it goes. */
export interface ApprovedLine {
  readonly number: number;
  readonly partner_uid: string;
  readonly account_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly details: BankAccount;
}

/** The oldest first. */
export const lockApproved = statement(
  [TENANT, 'EUR', 1000],
  (db, tenant: string, currency: string, limit: number) =>
    db
      .selectFrom('disbursement')
      .select([sql<number>`disbursement.number::float8`.as('number'), 'account_id'])
      .where('tenant', '=', tenant)
      .where('currency', '=', currency)
      .where('status', '=', 'APPROVED')
      .orderBy('disbursement.number')
      .limit(limit)
      .forUpdate(),
);

/** In the order of their numbers. */
export const selectApproved = statement([[1]], (db, numbers: readonly number[]) =>
  db
    .selectFrom('disbursement')
    .innerJoin('disbursement_destination', 'disbursement_destination.id', 'disbursement.destination_id')
    .select([
      sql<number>`disbursement.number::float8`.as('number'),
      'disbursement.partner_uid',
      'disbursement.account_id',
      'disbursement.currency',
      'disbursement.amount',
      sql<BankAccount>`disbursement_destination.details`.as('details'),
    ])
    .where('number', '=', sql<string>`any(${numbers}::bigint[])`)
    .orderBy('disbursement.number'),
);

/** What of accounts is in files and not settled. */
export const selectInFiles = statement([['700100']], (db, accounts: readonly string[]) =>
  db
    .selectFrom('disbursement')
    .select(['account_id', sql<string>`sum(amount)`.as('amount')])
    .where('account_id', '=', sql<string>`any(${accounts}::text[])`)
    .where('status', 'in', ['SEALED', 'SENT', 'ACCEPTED'])
    .groupBy('account_id'),
);

export const insertFile = statement([FILE], (db, file: FileRow) =>
  db.insertInto('disbursement_file').values(file).returning(COLUMNS),
);

export const lockFile = statement([TENANT, 1], (db, tenant: string, number: number) =>
  db
    .selectFrom('disbursement_file')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('disbursement_file.number', '=', String(number))
    .forUpdate(),
);

export const insertPart = statement(
  [1, 0, Buffer.from('<Document>')],
  (db, file: number, part: number, content: Buffer) =>
    db.insertInto('disbursement_file_part').values({ file_number: String(file), part, content }),
);

export const selectPart = statement([1, 0], (db, file: number, part: number) =>
  db
    .selectFrom('disbursement_file_part')
    .select('content')
    .where('file_number', '=', String(file))
    .where('part', '=', part),
);

/** Moves all lines of a file, and counts them. */
export const moveLines = statement(
  [1, 'SEALED', { status: 'SENT', updated_at: NOW }],
  (db, file: number, from: DisbursementStatus, change: DisbursementChange) =>
    db
      .updateTable('disbursement')
      .set(change)
      .where('file_number', '=', String(file))
      .where('status', '=', from),
);

/** Puts lines into a file. */
export const putLines = statement([1, [1], NOW], (db, file: number, numbers: readonly number[], now: Date) =>
  db
    .updateTable('disbursement')
    .set({ status: 'SEALED', file_number: String(file), updated_at: now })
    .where('number', '=', sql<string>`any(${numbers}::bigint[])`)
    .where('status', '=', 'APPROVED'),
);

export const updateFile = statement(
  [1, { fetched_at: NOW }],
  (db, number: number, change: Partial<Pick<FileRow, 'fetched_at' | 'unsealed_at'>>) =>
    db.updateTable('disbursement_file').set(change).where('number', '=', String(number)).returning(COLUMNS),
);

export const selectFileLines = statement([1], (db, file: number) =>
  db
    .selectFrom('disbursement')
    .select([sql<number>`disbursement.number::float8`.as('number')])
    .where('file_number', '=', String(file))
    .orderBy('disbursement.number')
    .forUpdate(),
);

/** Newest first. */
export const selectFiles = statement([TENANT, 100, 0], (db, tenant: string, limit: number, offset: number) =>
  db
    .selectFrom('disbursement_file')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .orderBy('disbursement_file.number', 'desc')
    .limit(limit)
    .offset(offset),
);

export const countFiles = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('disbursement_file')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant),
);
