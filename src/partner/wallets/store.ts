import { sql, type Generated, type RawBuilder } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import type { EntryKind, WalletType } from './schema.ts';

interface WalletAccountTable {
  id: string;
  partner_uid: string;
  name: string;
  renamed: boolean;
  currency: string;
  type: WalletType;
  balance: Generated<string>;
  reserved_rebates: Generated<string>;
  reserved_disbursements: Generated<string>;
  held: Generated<string>;
  paid: Generated<string>;
  created_at: Date;
}

interface WalletEntryTable {
  id: Generated<string>;
  account_id: string;
  currency: string;
  kind: EntryKind;
  amount: string;
  reference: string;
  reason: string | null;
  created_at: Date;
}

interface WalletReservationTable {
  account_id: string;
  currency: string;
  amount: string;
  kind: ReservationKind;
  reference: string;
  created_at: Date;
}

interface WalletMaturityTable {
  account_id: string;
  earned_on: string;
  available_on: string;
  amount: string;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    wallet_account: WalletAccountTable;
    wallet_entry: WalletEntryTable;
    wallet_reservation: WalletReservationTable;
    wallet_maturity: WalletMaturityTable;
  }
}

type Sum = 'balance' | 'reserved_rebates' | 'reserved_disbursements' | 'held' | 'paid';
export type NewAccount = Omit<WalletAccountTable, Sum>;
export type ReservationKind = 'rebate' | 'disbursement';
/** What an account was credited for a day, or has to give back, and the day on which it can be disbursed. */
export type Maturity = Readonly<WalletMaturityTable>;

/** An amount for an account, which is opened if necessary. */
export interface Posting {
  readonly account_id: string;
  readonly partner_uid: string;
  readonly name: string;
  readonly currency: string;
  readonly type: WalletType;
  readonly amount: string;
}

const NOW = new Date(0);
const DAY = '2024-03-31';
const MATURITY: Maturity = {
  account_id: '700100',
  earned_on: '2024-03-04',
  available_on: '2024-04-03',
  amount: '1.50',
};
const ACCOUNT: NewAccount = {
  id: '700100',
  partner_uid: 'P1001',
  name: 'Main',
  renamed: true,
  currency: 'EUR',
  type: 'reward',
  created_at: NOW,
};
const POSTING: Posting = {
  account_id: '700100',
  partner_uid: 'P1001',
  name: 'Main',
  currency: 'EUR',
  type: 'reward',
  amount: '1.50',
};

const COLUMNS = [
  'id',
  'partner_uid',
  'name',
  'renamed',
  'currency',
  'type',
  'balance',
  'reserved_rebates',
] as const;

/** The accounts of a partner, and all accounts with one of the numbers. */
export const selectAccounts = statement(
  ['P1001', ['700100'], 1000],
  (db, partnerUid: string, ids: readonly string[], limit: number) =>
    db
      .selectFrom('wallet_account')
      .select(COLUMNS)
      .where((eb) =>
        eb.or([eb('partner_uid', '=', partnerUid), eb('id', '=', sql<string>`any(${ids}::text[])`)]),
      )
      .orderBy('id')
      .limit(limit),
);

export const lockAccount = statement(['700100'], (db, id: string) =>
  db.selectFrom('wallet_account').select(COLUMNS).where('id', '=', id).forUpdate(),
);

/** Opens the account if necessary. */
export const upsertName = statement([ACCOUNT], (db, account: NewAccount) =>
  db
    .insertInto('wallet_account')
    .values(account)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: account.name, renamed: true })
        .where('wallet_account.partner_uid', '=', account.partner_uid),
    )
    .returning(COLUMNS),
);

export const selectRenamed = statement([], (db) =>
  db.selectFrom('wallet_account').select(['id', 'name']).where('renamed', '=', true),
);

/** Accounts with entries by hand: only those have a reason. */
export const selectEntered = statement([], (db) =>
  db.selectFrom('wallet_entry').select('account_id').distinct().where('reason', 'is not', null),
);

const posted = (postings: readonly Posting[]) =>
  sql<Posting>`jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)`;

export const insertAccounts = statement([[POSTING], NOW], (db, postings: readonly Posting[], now: Date) =>
  db
    .insertInto('wallet_account')
    .columns(['id', 'partner_uid', 'name', 'renamed', 'currency', 'type', 'created_at'])
    .expression(
      sql`select account_id, partner_uid, name, false, currency, type, ${now}::timestamptz
        from ${posted(postings)}
        where not exists (select from wallet_account where id = account_id)
        order by account_id`,
    )
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** Accounts whose owner or currency differs from that of a posting. */
export const selectMismatches = statement([[POSTING]], (db, postings: readonly Posting[]) =>
  db
    .selectFrom('wallet_account')
    .select(['id', 'partner_uid', 'currency'])
    .where(
      sql<boolean>`exists (
        select from ${posted(postings)}
        where posting.account_id = wallet_account.id
          and (posting.partner_uid, posting.currency) <> (wallet_account.partner_uid, wallet_account.currency))`,
    )
    .orderBy('id')
    .limit(1),
);

interface Posted {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly reason: string | null;
  readonly at: Date;
}

export const insertEntries = statement(
  [[POSTING], { kind: 'reward', reference: 'payout:1', reason: null, at: NOW }],
  (db, postings: readonly Posting[], { kind, reference, reason, at }: Posted) =>
    db
      .insertInto('wallet_entry')
      .columns(['account_id', 'currency', 'kind', 'amount', 'reference', 'reason', 'created_at'])
      .expression(
        sql`select account_id, currency, ${kind}, amount, ${reference}, ${reason}::text, ${at}::timestamptz
          from ${posted(postings)} order by account_id`,
      ),
);

export const insertReservations = statement(
  [[POSTING], 'rebate', 'rebate:1:2024-03-01', NOW],
  (db, postings: readonly Posting[], kind: ReservationKind, reference: string, now: Date) =>
    db
      .insertInto('wallet_reservation')
      .columns(['account_id', 'currency', 'amount', 'kind', 'reference', 'created_at'])
      .expression(
        sql`select account_id, currency, amount, ${kind}, ${reference}, ${now}::timestamptz
          from ${posted(postings)} order by account_id`,
      ),
);

/** Rows with `account_id`, `currency`, `amount` and `reference`. */
export const insertReservationsFrom = statement(
  [
    sql`(select '700100' as account_id, 'EUR' as currency, 1.5 as amount, 'disbursement:1' as reference)`,
    'disbursement',
    NOW,
  ],
  (db, rows: RawBuilder<unknown>, kind: ReservationKind, now: Date) =>
    db
      .insertInto('wallet_reservation')
      .columns(['account_id', 'currency', 'amount', 'kind', 'reference', 'created_at'])
      .expression(
        sql`select account_id, currency, amount, ${kind}, reference, ${now}::timestamptz from ${rows} as given`,
      ),
);

export const deleteReservations = statement(['rebate:1:2024-03-01'], (db, reference: string) =>
  db.deleteFrom('wallet_reservation').where('reference', '=', reference).returning(['account_id', 'amount']),
);

/** Counts them, because a list would be long where there are many. */
export const lockAccounts = statement([['700100']], (db, ids: readonly string[]) =>
  db
    .with('locked', (query) =>
      query
        .selectFrom('wallet_account')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .orderBy('id')
        .forUpdate(),
    )
    .selectFrom('locked')
    .select(sql<number>`count(*)::int`.as('count')),
);

/** All accounts of rewards that have a balance. */
export const lockFunded = statement([], (db) =>
  db
    .with('locked', (query) =>
      query
        .selectFrom('wallet_account')
        .select('id')
        .where('type', '=', 'reward')
        .where('balance', '>', '0')
        .orderBy('id')
        .forUpdate(),
    )
    .selectFrom('locked')
    .select(sql<number>`count(*)::int`.as('count')),
);

export interface AccountFigures {
  readonly account_id: string;
  readonly partner_uid: string;
  readonly currency: string;
  readonly reserved_disbursements: string;
  readonly cleared: string;
  readonly available: string;
}

/** The figures of all accounts of rewards on a day, as a part of other statements. */
export const allFigures = (day: string): RawBuilder<AccountFigures> => sql<AccountFigures>`(
    select id as account_id, partner_uid, currency, reserved_disbursements, cleared,
      greatest(0, cleared - reserved_rebates - reserved_disbursements) as available
    from wallet_account
    left join (
      select account_id, sum(amount) as amount from wallet_maturity
      where available_on <= ${day}::date group by account_id
    ) as due on due.account_id = wallet_account.id
    cross join lateral (select balance - held + coalesce(due.amount, 0) as cleared) as sums
    where type = 'reward')`;

/** `held` leaves out what is due on the day. */
export const selectFigures = statement([['700100'], DAY], (db, ids: readonly string[], day: string) =>
  db
    .selectFrom('wallet_account')
    .select([
      'id',
      'balance',
      'reserved_rebates',
      'reserved_disbursements',
      'paid',
      sql<string>`held - (
        select coalesce(sum(amount), 0) from wallet_maturity
        where account_id = wallet_account.id and available_on <= ${day}::date)`.as('held'),
    ])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id'),
);

/** Adds what is positive and not due by the day. */
export const upsertMaturities = statement(
  [[MATURITY], DAY],
  (db, maturities: readonly Maturity[], day: string) =>
    db
      .insertInto('wallet_maturity')
      .columns(['account_id', 'earned_on', 'available_on', 'amount'])
      .expression(
        sql`select account_id, earned_on, available_on, amount
          from jsonb_to_recordset(${JSON.stringify(maturities)}::jsonb) as given
            (account_id text, earned_on date, available_on date, amount numeric)
          where amount > 0 and available_on > ${day}::date
          order by account_id, earned_on`,
      )
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'earned_on']).doUpdateSet({
          amount: sql<string>`wallet_maturity.amount + excluded.amount`,
          available_on: sql<string>`greatest(wallet_maturity.available_on, excluded.available_on)`,
        }),
      ),
);

/** Takes what is negative from what is held for the same day of rewards. */
export const reduceMaturities = statement([[MATURITY]], (db, maturities: readonly Maturity[]) =>
  db
    .updateTable('wallet_maturity')
    .from(
      sql<Maturity>`jsonb_to_recordset(${JSON.stringify(maturities)}::jsonb)`.as<'given'>(
        sql`given (account_id text, earned_on date, amount numeric)`,
      ),
    )
    .set({ amount: sql<string>`greatest(0, wallet_maturity.amount + given.amount)` })
    .whereRef('wallet_maturity.account_id', '=', 'given.account_id')
    .whereRef('wallet_maturity.earned_on', '=', 'given.earned_on')
    .where('given.amount', '<', '0'),
);

export const deleteDueMaturities = statement([['700100'], DAY], (db, ids: readonly string[], day: string) =>
  db
    .deleteFrom('wallet_maturity')
    .where('account_id', '=', sql<string>`any(${ids}::text[])`)
    .where('available_on', '<=', day),
);
