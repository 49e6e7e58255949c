import { sql, type ColumnType, type Generated } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { DisbursementStatus } from '../schema.ts';
import type { Record as AnswerRecord } from './read.ts';

interface AnswerTable {
  number: string;
  tenant: string;
  bank: string;
  sha256: Buffer;
  applied: number;
  noted: number;
  unmatched: number;
  ignored: number;
  imported_by: string;
  imported_at: Date;
}

interface LineTable {
  id: Generated<string>;
  tenant: string;
  answer_number: string;
  key: string;
  outcome: 'APPLIED' | 'NOTED' | 'UNMATCHED' | 'WAITING' | 'ASSIGNED' | 'DISMISSED';
  disbursement_number: string | null;
  details: ColumnType<AnswerRecord, string>;
  reason: string | null;
  resolved_by: string | null;
  resolved_at: Date | null;
  resolution: string | null;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement_answer: AnswerTable;
    disbursement_answer_line: LineTable;
  }
}

export type AnswerRow = Readonly<AnswerTable>;

export interface NewLine {
  readonly key: string;
  readonly outcome: LineTable['outcome'];
  readonly disbursement_number: number | null;
  readonly details: AnswerRecord;
  readonly reason: string | null;
}

const TENANT = 'acme';
const ANSWER: AnswerRow = {
  number: '1',
  tenant: TENANT,
  bank: 'main',
  sha256: Buffer.alloc(32),
  applied: 1,
  noted: 0,
  unmatched: 0,
  ignored: 0,
  imported_by: 'grace',
  imported_at: new Date(0),
};

export const selectAnswer = statement([TENANT, Buffer.alloc(32)], (db, tenant: string, hash: Buffer) =>
  db.selectFrom('disbursement_answer').selectAll().where('tenant', '=', tenant).where('sha256', '=', hash),
);

export const takeAnswerNumber = statement([], (db) =>
  db.selectNoFrom(sql<string>`nextval('disbursement_answer_number')`.as('number')),
);

export const selectKeys = statement([TENANT, ['key']], (db, tenant: string, keys: readonly string[]) =>
  db
    .selectFrom('disbursement_answer_line')
    .select('key')
    .where('tenant', '=', tenant)
    .where('key', '=', sql<string>`any(${keys}::text[])`),
);

/** Disbursements with these numbers, and all of files with these ids. */
export const lockKnown = statement(
  [TENANT, [1], ['F000000001-19700101000000']],
  (db, tenant: string, numbers: readonly number[], messages: readonly string[]) =>
    db
      .selectFrom('disbursement')
      .innerJoin('disbursement_file', 'disbursement_file.number', 'disbursement.file_number')
      .select([
        sql<number>`disbursement.number::float8`.as('number'),
        'disbursement.amount',
        'disbursement.currency',
        sql<DisbursementStatus>`disbursement.status`.as('status'),
        sql<string>`disbursement.approved_by`.as('approved_by'),
        sql<Date>`disbursement.approved_at`.as('approved_at'),
        'disbursement_file.message_id',
        'disbursement_file.iban',
      ])
      .where('disbursement.tenant', '=', tenant)
      .where(
        sql<boolean>`(disbursement.number = any(${numbers}::bigint[])
          or disbursement_file.message_id = any(${messages}::text[]))`,
      )
      .orderBy('disbursement.number')
      .forUpdate('disbursement'),
);

export const insertAnswer = statement([ANSWER], (db, answer: AnswerRow) =>
  db
    .insertInto('disbursement_answer')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['tenant', 'sha256']).doNothing())
    .returningAll(),
);

export const insertLines = statement(
  [TENANT, '1', []],
  (db, tenant: string, answer: string, lines: readonly NewLine[]) =>
    db
      .insertInto('disbursement_answer_line')
      .columns(['tenant', 'answer_number', 'key', 'outcome', 'disbursement_number', 'details', 'reason'])
      .expression(
        sql`select ${tenant}, ${answer}::bigint, key, outcome, disbursement_number, details, reason
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given
          (key text, outcome text, disbursement_number bigint, details jsonb, reason text)`,
      ),
);

export interface WaitingLine {
  readonly id: string;
  readonly disbursement_number: number;
  readonly details: AnswerRecord;
  readonly imported_by: string;
}

/** Returns that wait for their payments, the oldest first. */
export const lockWaiting = statement([[1]], (db, numbers: readonly number[]) =>
  db
    .selectFrom('disbursement_answer_line')
    .innerJoin('disbursement_answer', 'disbursement_answer.number', 'disbursement_answer_line.answer_number')
    .select([
      'disbursement_answer_line.id',
      sql<number>`disbursement_number::float8`.as('disbursement_number'),
      sql<AnswerRecord>`details`.as('details'),
      'imported_by',
    ])
    .where('disbursement_number', '=', sql<string>`any(${numbers}::bigint[])`)
    .where('outcome', '=', 'WAITING')
    .orderBy('disbursement_answer_line.id')
    .forUpdate('disbursement_answer_line'),
);

type LineChange = Partial<
  Pick<LineTable, 'outcome' | 'disbursement_number' | 'reason' | 'resolved_by' | 'resolved_at' | 'resolution'>
>;

export const updateLine = statement(
  ['1', { outcome: 'APPLIED', reason: null }],
  (db, id: string, change: LineChange) =>
    db.updateTable('disbursement_answer_line').set(change).where('id', '=', id),
);

export interface LineRow {
  readonly id: string;
  readonly outcome: LineTable['outcome'];
  readonly details: AnswerRecord;
}

export const lockLine = statement([TENANT, '1'], (db, tenant: string, id: string) =>
  db
    .selectFrom('disbursement_answer_line')
    .select(['disbursement_answer_line.id', 'outcome', sql<AnswerRecord>`details`.as('details')])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forUpdate(),
);

const LINE = [
  'disbursement_answer_line.id',
  sql<'UNMATCHED' | 'WAITING'>`outcome`.as('outcome'),
  sql<number>`answer_number::float8`.as('answer_number'),
  sql<number | null>`disbursement_number::float8`.as('disbursement_number'),
  sql<AnswerRecord>`details`.as('details'),
  'reason',
] as const;

/** Newest first. */
export const selectUnmatched = statement(
  [TENANT, 100, 0],
  (db, tenant: string, limit: number, offset: number) =>
    db
      .selectFrom('disbursement_answer_line')
      .select(LINE)
      .where('tenant', '=', tenant)
      .where('outcome', 'in', ['UNMATCHED', 'WAITING'])
      .orderBy('disbursement_answer_line.id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countUnmatched = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('disbursement_answer_line')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where('outcome', 'in', ['UNMATCHED', 'WAITING']),
);
