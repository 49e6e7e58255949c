import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { RunStatus } from '../schema.ts';

interface RebateRunTable {
  group_id: string;
  period_start: string;
  period_end: string;
  status: RunStatus;
  /** Null for runs of earlier versions. */
  percent: string | null;
  created_at: Date;
  updated_at: Date;
}

interface RebateTable {
  group_id: string;
  period_start: string;
  client_uid: string;
  account_id: string;
  currency: string;
  amount: string;
  /** What it is a part of, and the last payout in that; null for rebates of earlier versions. */
  reward: string | null;
  payout: string | null;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    rebate_run: RebateRunTable;
    rebate: RebateTable;
  }
}

export type RunRow = RebateRunTable;

const PARTNER = 'P1001';
const NOW = new Date(0);
const RUN: RunRow = {
  group_id: '7',
  period_start: '2024-03-04',
  period_end: '2024-03-10',
  status: 'pending',
  percent: '12.5',
  created_at: NOW,
  updated_at: NOW,
};
const REBATE: RebateTable = {
  group_id: '7',
  period_start: '2024-03-04',
  client_uid: 'u-1',
  account_id: '700100',
  currency: 'EUR',
  amount: '1.5',
  reward: '12',
  payout: '17',
};

/** How many runs of these partners wait for their approval, where there are any. */
export const selectPending = statement([[PARTNER]], (db, partners: readonly string[]) =>
  db
    .selectFrom('rebate_run')
    .innerJoin('rebate_group', 'rebate_group.id', 'rebate_run.group_id')
    .select(['partner_uid', sql<number>`count(*)::int`.as('runs')])
    .where('status', '=', 'pending')
    .where('partner_uid', '=', sql<string>`any(${partners}::text[])`)
    .groupBy('partner_uid')
    .orderBy('partner_uid'),
);

/** A run of a group whose rebates are reserved. */
export const selectOpenRun = statement([7], (db, groupId: number) =>
  db
    .selectFrom('rebate_run')
    .select(sql<string>`period_start::text`.as('period_start'))
    .where('group_id', '=', String(groupId))
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('rebate_run.period_start')
    .limit(1),
);

/** Returns no row if the group already has a run for the period. */
export const insertRun = statement([RUN], (db, run: RunRow) =>
  db
    .insertInto('rebate_run')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returning('group_id'),
);

export const insertRebates = statement([[REBATE]], (db, rebates: readonly RebateTable[]) =>
  db
    .insertInto('rebate')
    .columns([
      'group_id',
      'period_start',
      'client_uid',
      'account_id',
      'currency',
      'amount',
      'reward',
      'payout',
    ])
    .expression(
      sql`select group_id, period_start, client_uid, account_id, currency, amount, reward, payout
        from jsonb_to_recordset(${JSON.stringify(rebates)}::jsonb) as given
          (group_id bigint, period_start date, client_uid text, account_id text, currency text, amount numeric,
            reward numeric, payout bigint)`,
    ),
);

const RUN_COLUMNS = [
  sql<number>`group_id::float8`.as('group_id'),
  sql<string>`period_start::text`.as('period_start'),
  sql<string>`period_end::text`.as('period_end'),
  'status',
] as const;

/** Newest first. */
export const selectRuns = statement([7, 100, 0], (db, groupId: number, limit: number, offset: number) =>
  db
    .selectFrom('rebate_run')
    .select(RUN_COLUMNS)
    .where('group_id', '=', String(groupId))
    .orderBy('rebate_run.period_start', 'desc')
    .limit(limit)
    .offset(offset),
);

export const countRuns = statement([7], (db, groupId: number) =>
  db
    .selectFrom('rebate_run')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('group_id', '=', String(groupId)),
);

/** The totals of the runs of a group, by period and account. */
export const selectAmounts = statement(
  [7, ['2024-03-04']],
  (db, groupId: number, starts: readonly string[]) =>
    db
      .selectFrom('rebate')
      .select([
        sql<string>`period_start::text`.as('period_start'),
        'account_id',
        'currency',
        sql<string>`sum(amount)`.as('amount'),
        sql<number>`count(*)::int`.as('rebates'),
      ])
      .where('group_id', '=', String(groupId))
      .where('rebate.period_start', '=', sql<string>`any(${starts}::date[])`)
      .groupBy(['rebate.period_start', 'account_id', 'currency'])
      .orderBy('account_id'),
);

export const lockRun = statement([7, '2024-03-04'], (db, groupId: number, start: string) =>
  db
    .selectFrom('rebate_run')
    .select(RUN_COLUMNS)
    .where('group_id', '=', String(groupId))
    .where('rebate_run.period_start', '=', start)
    .forUpdate(),
);

export const updateRun = statement(
  [7, '2024-03-04', 'paid', NOW],
  (db, groupId: number, start: string, status: RunStatus, now: Date) =>
    db
      .updateTable('rebate_run')
      .set({ status, updated_at: now })
      .where('group_id', '=', String(groupId))
      .where('period_start', '=', start)
      .returning(['status']),
);

/** The approved runs of a group that are not paid yet, oldest first, of periods that begin after a day. */
export const selectApproved = statement(
  [7, '2024-03-04', 100],
  (db, groupId: number, after: string, limit: number) =>
    db
      .selectFrom('rebate_run')
      .select(RUN_COLUMNS)
      .where('group_id', '=', String(groupId))
      .where('status', '=', 'approved')
      .where('rebate_run.period_start', '>', after)
      .orderBy('rebate_run.period_start')
      .limit(limit),
);

export const selectRun = statement(
  [PARTNER, 7, '2024-03-04'],
  (db, partnerUid: string, groupId: number, start: string) =>
    db
      .selectFrom('rebate_run')
      .innerJoin('rebate_group', 'rebate_group.id', 'rebate_run.group_id')
      .select([
        sql<string>`period_start::text`.as('period_start'),
        sql<string>`period_end::text`.as('period_end'),
        'rebate_run.status',
        'rebate_run.percent',
      ])
      .where('rebate_group.partner_uid', '=', partnerUid)
      .where('rebate_run.group_id', '=', String(groupId))
      .where('rebate_run.period_start', '=', start),
);

/** A page of the rebates of a run, by client and account, each with the number of all of them. */
export const selectRebates = statement(
  [7, '2024-03-04', 100, 0],
  (db, groupId: number, start: string, limit: number, offset: number) =>
    db
      .selectFrom('rebate')
      .select([
        'client_uid',
        'account_id',
        'currency',
        'amount',
        'reward',
        sql<number | null>`payout::float8`.as('payout'),
      ])
      .where('group_id', '=', String(groupId))
      .where('period_start', '=', start)
      .orderBy('client_uid')
      .orderBy('account_id')
      .limit(limit)
      .offset(offset),
);

export const countRebates = statement([7, '2024-03-04'], (db, groupId: number, start: string) =>
  db
    .selectFrom('rebate')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('group_id', '=', String(groupId))
    .where('period_start', '=', start),
);
