import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { Posting } from '../store.ts';

/** Whether what a month has made negative is carried over. */
export type Carry = 'on' | 'reset';

interface WalletMonthTable {
  first_day: string;
  carry: Carry;
  ended_at: Date;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    wallet_month: WalletMonthTable;
  }
}

const NOW = new Date(0);
const DAY = '2024-03-31';

export const selectLastMonth = statement([], (db) =>
  db
    .selectFrom('wallet_month')
    .select(sql<string>`first_day::text`.as('first_day'))
    .orderBy('wallet_month.first_day', 'desc')
    .limit(1),
);

/** Nothing if it has ended before. */
export const insertMonth = statement(
  [{ first_day: '2024-03-01', carry: 'reset', ended_at: NOW }],
  (db, month: WalletMonthTable) =>
    db
      .insertInto('wallet_month')
      .values(month)
      .onConflict((conflict) => conflict.column('first_day').doNothing())
      .returning('carry'),
);

/** The accounts that may owe. */
export const lockDebtors = statement([], (db) =>
  db
    .selectFrom('wallet_account')
    .select('id')
    .where('type', '=', 'reward')
    .where(sql<boolean>`balance < held`)
    .orderBy('id')
    .forUpdate(),
);

interface Month {
  readonly firstDay: string;
  /** Of the month after it. */
  readonly nextDay: string;
  readonly today: string;
}

/**
 * What rewards of a month have made negative: at most their sum, and at most what would be owed without the clawbacks since
 * the month began.
 */
export const selectWriteOffs = statement(
  [['700100'], { firstDay: '2024-03-01', nextDay: '2024-04-01', today: DAY }],
  (db, ids: readonly string[], { firstDay, nextDay, today }: Month) =>
    db
      .selectFrom(
        sql<Posting>`(
          select account.id as account_id, partner_uid, name, account.currency, type,
            least(-moved.revenue, account.held - due.amount - account.balance - moved.clawed) as amount
          from wallet_account account
          cross join lateral (
            select coalesce(sum(amount), 0) as amount from wallet_maturity
            where account_id = account.id and available_on <= ${today}::date) due
          cross join lateral (
            select
              coalesce(sum(amount) filter (where created_at < ${`${nextDay}T00:00:00Z`}::timestamptz
                and kind in ('reward', 'second_level_reward', 'adjustment', 'commission', 'progress')), 0) as revenue,
              coalesce(-sum(amount) filter (where kind = 'clawback'), 0) as clawed
            from wallet_entry
            where account_id = account.id and created_at >= ${`${firstDay}T00:00:00Z`}::timestamptz) moved
          where account.id = any(${ids}::text[]))`.as('written'),
      )
      .select(['account_id', 'partner_uid', 'name', 'currency', 'type', 'amount'])
      .where('amount', '>', '0')
      .orderBy('account_id'),
);
