import { sql, type ColumnType, type RawBuilder } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import { allFigures } from '../../wallets/index.ts';
import type { LeftOut, LeftLine, Total } from './schema.ts';

interface RunTable {
  number: string;
  tenant: string;
  due_on: string | null;
  requested_by: string;
  requested_at: Date;
  line_count: number;
  totals: ColumnType<Total[], string>;
  left_out: ColumnType<LeftOut[], string>;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement_run: RunTable;
  }
}

export interface RunRow {
  readonly number: number;
  readonly due_on: string | null;
  readonly requested_by: string;
  readonly requested_at: Date;
  readonly line_count: number;
  readonly totals: Total[];
  readonly left_out: LeftOut[];
}

/** What decides whether an account can be disbursed from, besides what the tables have. */
export interface Terms {
  readonly tenant: string;
  readonly now: Date;
  readonly day: string;
  /** Whether partners need an agreement on documents. */
  readonly needsAgreement: boolean;
  /** Of partners. */
  readonly suspended: readonly string[];
  readonly units: readonly {
    readonly currency: string;
    readonly decimals: number;
    readonly on_chain: boolean;
    /** Null for none. */
    readonly minimum: string | null;
  }[];
}

const NOW = new Date(0);
const TENANT = 'acme';
const TERMS: Terms = {
  tenant: TENANT,
  now: NOW,
  day: '2024-06-01',
  needsAgreement: true,
  suspended: ['P1001'],
  units: [{ currency: 'EUR', decimals: 2, on_chain: false, minimum: '50' }],
};

/** All accounts with what can be disbursed from them, and the first of the reasons of `blocksOf` why nothing can. */
const accounts = ({ tenant, now, day, needsAgreement, suspended, units }: Terms): RawBuilder<unknown> => sql`(
    select account.account_id, account.partner_uid, account.currency, cleared, reserved_disbursements,
      destination.id as destination_id, destination.saved_by, destination.saved_at, unit.minimum,
      trunc(available, coalesce(unit.decimals, 0)) as amount,
      case
        when unit.currency is null or unit.on_chain <> (destination.details->>'kind' is not distinct from 'chain')
          and destination.id is not null then 'currency'
        when destination.id is null then 'no_destination'
        when destination.usable_from > ${now}::timestamptz then 'cooling_off'
        when suspended.partner_uid is not null then 'suspended'
        when block.partner_uid is not null then 'blocked'
        when ${needsAgreement}::boolean and (agreement.valid_to > ${now}::timestamptz) is not true then 'document_missing'
        when cleared < 0 then 'debt'
      end as block
    from ${allFigures(day)} as account
    left join disbursement_destination as destination on destination.tenant = ${tenant}
      and destination.account_id = account.account_id and destination.partner_uid = account.partner_uid
      and destination.status = 'CONFIRMED'
    left join disbursement_block as block
      on block.tenant = ${tenant} and block.partner_uid = account.partner_uid
    left join (
      select distinct on (partner_uid) partner_uid, valid_to from self_billing_agreement
      where tenant = ${tenant} order by partner_uid, accepted_at desc, id desc
    ) as agreement on agreement.partner_uid = account.partner_uid
    left join (select distinct unnest(${suspended}::text[]) as partner_uid) as suspended
      on suspended.partner_uid = account.partner_uid
    left join jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
      as unit (currency text, decimals integer, on_chain boolean, minimum numeric) on unit.currency = account.currency)`;

/** The same, with why a run leaves an account out. For one that has nothing, that is the reason, even if it is blocked. */
const candidates = (terms: Terms): RawBuilder<unknown> => sql`(
    select *, case
        when cleared >= 0 and amount = 0 then 'nothing_available'
        when block is not null then block
        when amount < minimum then 'minimum'
      end as reason
    from ${accounts(terms)} as account)`;

export interface CountedRow {
  readonly currency: string;
  /** Null for what gets a line. */
  readonly reason: LeftOut['reason'] | null;
  readonly count: number;
  readonly amount: string;
}

export const countCandidates = statement([TERMS], (db, terms: Terms) =>
  db
    .selectFrom(sql<CountedRow>`${candidates(terms)}`.as('candidate'))
    .select([
      'currency',
      'reason',
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(amount)`.as('amount'),
    ])
    .groupBy(['currency', 'reason'])
    .orderBy('currency')
    .orderBy('reason'),
);

export const takeRunNumber = statement([], (db) =>
  db.selectNoFrom(sql<number>`nextval('disbursement_run_number')::float8`.as('number')),
);

const COLUMNS = [
  sql<number>`disbursement_run.number::float8`.as('number'),
  sql<string | null>`due_on::text`.as('due_on'),
  'requested_by',
  'requested_at',
  'line_count',
  'totals',
  'left_out',
] as const;

export type NewRun = Omit<RunRow, 'number'> & { readonly number: number; readonly tenant: string };

const RUN: NewRun = {
  number: 1,
  tenant: TENANT,
  due_on: null,
  requested_by: 'grace',
  requested_at: NOW,
  line_count: 0,
  totals: [],
  left_out: [],
};

/** Nothing if there is one of the same day of the schedule. */
export const insertRun = statement([RUN], (db, run: NewRun) =>
  db
    .insertInto('disbursement_run')
    .values({
      ...run,
      number: String(run.number),
      totals: JSON.stringify(run.totals),
      left_out: JSON.stringify(run.left_out),
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'due_on']).doNothing())
    .returning(COLUMNS),
);

/** Inserts the disbursements of a run in the order of accounts, and adds them up by currency. */
export const insertLines = statement([TERMS, 1, 'grace'], (db, terms: Terms, run: number, by: string) =>
  db
    .with('made', (query) =>
      query
        .insertInto('disbursement')
        .columns([
          'number',
          'tenant',
          'partner_uid',
          'account_id',
          'currency',
          'amount',
          'status',
          'requested_by',
          'requested_at',
          'updated_at',
          'run_number',
        ])
        .expression(
          sql`select nextval('disbursement_number'), ${terms.tenant}, partner_uid, account_id, currency, amount, 'REQUESTED',
            ${by}, ${terms.now}::timestamptz, ${terms.now}::timestamptz, ${run}::bigint
          from (select * from ${candidates(terms)} as candidate where reason is null order by account_id) as candidate`,
        )
        .returning(['currency', 'amount']),
    )
    .selectFrom('made')
    .select(['currency', sql<number>`count(*)::int`.as('count'), sql<string>`sum(amount)`.as('amount')])
    .groupBy('currency')
    .orderBy('currency'),
);

/** What the disbursements of a run reserve. */
export const reservationsOf = (run: number): RawBuilder<unknown> => sql`(
    select account_id, currency, amount, 'disbursement:' || number as reference
    from disbursement where run_number = ${run}::bigint)`;

export const selectRunOfDay = statement([TENANT, '2024-06-05'], (db, tenant: string, day: string) =>
  db.selectFrom('disbursement_run').select(COLUMNS).where('tenant', '=', tenant).where('due_on', '=', day),
);

/** Those whose partners can be paid. */
export const selectTenants = statement([], (db) =>
  db.selectFrom('disbursement_destination').select('tenant').distinct().where('status', '=', 'CONFIRMED'),
);

export const lockRun = statement([TENANT, 1], (db, tenant: string, number: number) =>
  db
    .selectFrom('disbursement_run')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('disbursement_run.number', '=', String(number))
    .forUpdate(),
);

/** Newest first. */
export const selectRuns = statement([TENANT, 100, 0], (db, tenant: string, limit: number, offset: number) =>
  db
    .selectFrom('disbursement_run')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .orderBy('disbursement_run.number', 'desc')
    .limit(limit)
    .offset(offset),
);

export const countRuns = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('disbursement_run')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant),
);

/** The disbursements of a run that wait for an approval. */
export const lockWaiting = statement([1], (db, run: number) =>
  db
    .selectFrom('disbursement')
    .select('account_id')
    .where('run_number', '=', String(run))
    .where('status', '=', 'REQUESTED')
    .orderBy('disbursement.number')
    .forUpdate(),
);

export interface Review {
  readonly numbers: readonly number[];
  readonly totals: readonly Total[];
  /** Of the numbers, amounts and destinations of what can be approved. */
  readonly sha256: string | null;
  /** The first of those that cannot. */
  readonly left_lines: readonly LeftLine[];
  readonly left_count: number;
}

const MAX_LEFT = 1000;

/** What of a run can be approved by somebody for whom these people answer, and why the rest cannot. */
export const reviewWaiting = statement(
  [TERMS, 1, ['grace']],
  (db, terms: Terms, run: number, people: readonly string[]) =>
    db
      .selectFrom(
        sql<Review>`(
          with waiting as (
            select number, disbursement.currency, disbursement.amount, account.destination_id, case
                when block is not null then block
                when cleared < reserved_disbursements then 'balance'
                when accountable_for(saved_by, saved_at) && ${people}::text[] then 'own_destination'
                when exists (
                  select from disbursement as given_back
                  where given_back.account_id = account.account_id and given_back.status in ('FAILED', 'RETURNED')
                    and given_back.reviewed_by is null
                    and accountable_for(given_back.settled_by, given_back.settled_at) && ${people}::text[])
                then 'own_outcome'
              end as reason
            from disbursement join ${accounts(terms)} as account using (account_id)
            where run_number = ${run}::bigint and disbursement.status = 'REQUESTED'
          )
          select array(select number::float8 from waiting where reason is null order by number) as numbers,
            (select coalesce(jsonb_agg(total order by total.currency), '[]') from (
              select currency, count(*)::int as count, sum(amount)::text as amount
              from waiting where reason is null group by currency) as total) as totals,
            (select encode(sha256(convert_to(
                string_agg(format('%s %s %s', number, amount, destination_id), chr(10) order by number), 'UTF8')), 'hex')
              from waiting where reason is null) as sha256,
            (select coalesce(jsonb_agg(kept order by kept.number), '[]') from (
              select number, reason from waiting where reason is not null
              order by number limit ${MAX_LEFT}) as kept) as left_lines,
            (select count(*)::int from waiting where reason is not null) as left_count)`.as('review'),
      )
      .select(['numbers', 'totals', 'sha256', 'left_lines', 'left_count']),
);
