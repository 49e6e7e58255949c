import { sql, type RawBuilder } from 'kysely';
import { statement, type Db } from '../../platform/postgres/index.ts';
import type { DisbursementEvent, DisbursementStatus } from './schema.ts';

interface DisbursementTable {
  number: string;
  tenant: string;
  partner_uid: string;
  account_id: string;
  currency: string;
  amount: string;
  status: DisbursementStatus;
  requested_by: string;
  requested_at: Date;
  destination_id: string | null;
  approved_by: string | null;
  approved_at: Date | null;
  reason: string | null;
  returned_amount: string | null;
  file_number: string | null;
  run_number: string | null;
  settled_by: string | null;
  settled_at: Date | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  payment_reference: string | null;
  updated_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement: DisbursementTable;
  }
}

export type NewDisbursement = Readonly<DisbursementTable>;
export type DisbursementRow = Omit<NewDisbursement, 'number' | 'file_number' | 'run_number'> & {
  readonly number: number;
  readonly file_number: number | null;
  readonly run_number: number | null;
};

const NOW = new Date(0);
const TENANT = 'acme';
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ROW: NewDisbursement = {
  number: '1',
  tenant: TENANT,
  partner_uid: 'P1001',
  account_id: '700100',
  currency: 'EUR',
  amount: '120.50',
  status: 'REQUESTED',
  requested_by: 'paula',
  requested_at: NOW,
  destination_id: null,
  approved_by: null,
  approved_at: null,
  reason: null,
  returned_amount: null,
  file_number: null,
  run_number: null,
  settled_by: null,
  settled_at: null,
  reviewed_by: null,
  reviewed_at: null,
  payment_reference: null,
  updated_at: NOW,
};

const COLUMNS = [
  sql<number>`disbursement.number::float8`.as('number'),
  'tenant',
  'partner_uid',
  'account_id',
  'currency',
  'amount',
  'status',
  'requested_by',
  'requested_at',
  'destination_id',
  'approved_by',
  'approved_at',
  'reason',
  'returned_amount',
  sql<number | null>`file_number::float8`.as('file_number'),
  sql<number | null>`run_number::float8`.as('run_number'),
  'settled_by',
  'settled_at',
  'reviewed_by',
  'reviewed_at',
  'payment_reference',
  'updated_at',
] as const;

export const takeNumber = statement([], (db) =>
  db.selectNoFrom(sql<number>`nextval('disbursement_number')::float8`.as('number')),
);

export const insertDisbursement = statement([ROW], (db, row: NewDisbursement) =>
  db.insertInto('disbursement').values(row).returning(COLUMNS),
);

export const selectDisbursement = statement([TENANT, 1], (db, tenant: string, number: number) =>
  db
    .selectFrom('disbursement')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('disbursement.number', '=', String(number)),
);

/** In the order of their numbers. */
export const lockDisbursements = statement([TENANT, [1]], (db, tenant: string, numbers: readonly number[]) =>
  db
    .selectFrom('disbursement')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${numbers}::bigint[])`)
    .orderBy('disbursement.number')
    .forUpdate(),
);

export type DisbursementChange = Partial<
  Omit<NewDisbursement, 'number' | 'tenant' | 'partner_uid' | 'account_id' | 'amount'>
>;

/** Those that still have a status. */
export const updateDisbursements = statement(
  [[1], 'REQUESTED', { status: 'CANCELLED', updated_at: NOW }],
  (db, numbers: readonly number[], from: DisbursementStatus, change: DisbursementChange) =>
    db
      .updateTable('disbursement')
      .set(change)
      .where('number', '=', sql<string>`any(${numbers}::bigint[])`)
      .where('status', '=', from)
      .returning(COLUMNS),
);

/** Binds each to the confirmed destination of its account. What another system pays is handed over to it at once. */
export const approveDisbursements = statement(
  [[1], 'grace', NOW],
  (db, numbers: readonly number[], by: string, now: Date) =>
    db
      .updateTable('disbursement')
      .from('disbursement_destination')
      .set({
        status: sql<DisbursementStatus>`case details->>'kind'
          when 'external' then 'SENT' when 'chain' then 'SEALED' else 'APPROVED' end`,
        destination_id: sql<string>`disbursement_destination.id`,
        approved_by: by,
        approved_at: now,
        reason: null,
        updated_at: now,
      })
      .where('number', '=', sql<string>`any(${numbers}::bigint[])`)
      .where('disbursement.status', '=', 'REQUESTED')
      .where('disbursement_destination.status', '=', 'CONFIRMED')
      .whereRef('disbursement_destination.tenant', '=', 'disbursement.tenant')
      .whereRef('disbursement_destination.account_id', '=', 'disbursement.account_id')
      .whereRef('disbursement_destination.partner_uid', '=', 'disbursement.partner_uid')
      .returning([
        sql<number>`disbursement.number::float8`.as('number'),
        'disbursement.status',
        'disbursement.partner_uid',
        'disbursement.account_id',
        'disbursement.currency',
        'disbursement.amount',
      ]),
);

interface GivenBack {
  readonly number: number;
  readonly account_id: string;
  readonly settled_by: string;
  readonly settled_at: Date;
}

/** What failed or came back on somebody's word that nobody else has reviewed. */
export const selectGivenBack = statement([['700100']], (db, accounts: readonly string[]) =>
  db
    .selectFrom('disbursement')
    .select([
      sql<number>`disbursement.number::float8`.as('number'),
      'account_id',
      sql<string>`settled_by`.as('settled_by'),
      sql<Date>`settled_at`.as('settled_at'),
    ])
    .where('account_id', '=', sql<string>`any(${accounts}::text[])`)
    .where('status', 'in', ['FAILED', 'RETURNED'])
    .where('reviewed_by', 'is', null)
    .where('settled_by', 'is not', null)
    .$castTo<GivenBack>(),
);

/** An event for each disbursement as it is now, in the order of their numbers, if a webhook destination wants them. */
const eventsOf = (db: Db, type: DisbursementEvent, which: RawBuilder<boolean>, at: Date) =>
  db
    .insertInto('outbox')
    .columns(['tenant', 'type', 'resource_kind', 'resource_id', 'payload', 'created_at'])
    .expression(
      sql`select disbursement.tenant, ${type}, 'disbursement', number::text, json_build_object(
          'number', number, 'partner_uid', disbursement.partner_uid, 'account_id', disbursement.account_id,
          'currency', currency, 'amount', amount::text, 'status', disbursement.status, 'reason', disbursement.reason,
          'returned_amount', returned_amount::text, 'payment_reference', payment_reference, 'destination',
          '{"kind": "bank"}'::jsonb || destination.details), ${at}::timestamptz
        from disbursement left join disbursement_destination as destination
          on destination.id = disbursement.destination_id
        where ${which} and exists (
          select from webhook_destination as wanting
          where wanting.tenant = disbursement.tenant and wanting.service = 'partner' and ${type} = any(wanting.events))
        order by number`,
    );

/** Tells webhooks what became of disbursements. */
export const announce = statement(
  ['disbursement.approved', [1], NOW],
  (db, type: DisbursementEvent, numbers: readonly number[], at: Date) =>
    eventsOf(db, type, sql<boolean>`number = any(${numbers}::bigint[])`, at),
);

/** Tells webhooks that a run over all partners asked for money. */
export const announceRun = statement([1, NOW], (db, run: number, at: Date) =>
  eventsOf(db, 'disbursement.requested', sql<boolean>`run_number = ${run}::bigint`, at),
);

/** Those that were approved for a destination wait for an approval again. */
export const reopenApproved = statement(
  [ID, 'changed', NOW],
  (db, destination: string, reason: string, now: Date) =>
    db
      .updateTable('disbursement')
      .set({
        status: 'REQUESTED',
        destination_id: null,
        approved_by: null,
        approved_at: null,
        reason,
        updated_at: now,
      })
      .where('destination_id', '=', destination)
      .where('status', '=', 'APPROVED')
      .returning(sql<number>`disbursement.number::float8`.as('number')),
);

/** Null for any. */
interface DisbursementFilter {
  readonly status: DisbursementStatus | null;
  readonly partner: string | null;
  readonly account: string | null;
  readonly run: number | null;
}

const ANY: DisbursementFilter = { status: 'REQUESTED', partner: 'P1001', account: null, run: null };

const matches = ({ status, partner, account, run }: DisbursementFilter) =>
  sql<boolean>`(${status}::text is null or status = ${status}::text)
    and (${partner}::text is null or partner_uid = ${partner}::text)
    and (${account}::text is null or account_id = ${account}::text)
    and (${run}::bigint is null or run_number = ${run}::bigint)`;

/** Newest first. */
export const selectDisbursements = statement(
  [TENANT, ANY, 100, 0],
  (db, tenant: string, filter: DisbursementFilter, limit: number, offset: number) =>
    db
      .selectFrom('disbursement')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .where(matches(filter))
      .orderBy('disbursement.number', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countDisbursements = statement([TENANT, ANY], (db, tenant: string, filter: DisbursementFilter) =>
  db
    .selectFrom('disbursement')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where(matches(filter)),
);

/** Where disbursements go, or would go if they were approved now, and how many were paid there before. */
export const selectPayees = statement([TENANT, [1]], (db, tenant: string, numbers: readonly number[]) =>
  db
    .selectFrom('disbursement')
    .innerJoin('disbursement_destination', (join) =>
      join.on(
        'disbursement_destination.id',
        '=',
        sql<string>`coalesce(disbursement.destination_id, (
          select confirmed.id from disbursement_destination confirmed
          where confirmed.tenant = disbursement.tenant and confirmed.account_id = disbursement.account_id
            and confirmed.partner_uid = disbursement.partner_uid and confirmed.status = 'CONFIRMED'))`,
      ),
    )
    .select([
      sql<number>`disbursement.number::float8`.as('number'),
      'disbursement_destination.details',
      sql<number>`(
        select count(*)::int from disbursement earlier
        where earlier.tenant = disbursement.tenant and earlier.partner_uid = disbursement.partner_uid
          and earlier.number < disbursement.number and earlier.status = 'PAID'
          and earlier.destination_id = disbursement_destination.id)`.as('paid_before'),
    ])
    .where('disbursement.tenant', '=', tenant)
    .where('disbursement.number', '=', sql<string>`any(${numbers}::bigint[])`),
);
