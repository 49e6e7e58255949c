import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

export type PayoutKind = 'rewards' | 'adjustments' | 'progress';

interface PayoutTable {
  number: string;
  kind: PayoutKind;
  first_day: string;
  last_day: string;
  row_count: string;
  reward_usd: string;
  batch: string;
  causes: number[];
  created_at: Date;
}

interface PayoutHeadTable {
  is_only: boolean;
  number: string;
  row_id: string;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    payout: PayoutTable;
    payout_head: PayoutHeadTable;
  }
}

const PAYOUT: PayoutTable = {
  number: '1',
  kind: 'rewards',
  first_day: '2024-03-04',
  last_day: '2024-03-04',
  row_count: '1',
  reward_usd: '1.5',
  batch: '1',
  causes: [1],
  created_at: new Date(0),
};

export const selectHead = statement([], (db) =>
  db.selectFrom('payout_head').select([sql<number>`number::int`.as('number'), 'row_id']),
);

export const lockHead = statement([], (db) => selectHead(db).forUpdate());

export const updateHead = statement(['1', '10'], (db, number: string, rowId: string) =>
  db.updateTable('payout_head').set({ number, row_id: rowId }).returning('number'),
);

export const insertPayout = statement([PAYOUT], (db, payout: PayoutTable) =>
  db.insertInto('payout').values(payout),
);

export const selectPayouts = statement([['1']], (db, numbers: readonly string[]) =>
  db
    .selectFrom('payout')
    .select([
      sql<number>`number::float8`.as('number'),
      'kind',
      sql<string>`first_day::text`.as('first_day'),
      sql<string>`last_day::text`.as('last_day'),
      sql<number[]>`causes::float8[]`.as('causes'),
      'created_at',
    ])
    .where('number', '=', sql<string>`any(${numbers}::bigint[])`)
    .orderBy('payout.number'),
);

/** Null for any. */
interface PayoutFilter {
  readonly kind: PayoutKind | null;
  readonly number: number | null;
}

const ADJUSTMENTS: PayoutFilter = { kind: 'adjustments', number: null };

/** Newest first. */
export const selectPayoutPage = statement(
  [ADJUSTMENTS, 100, 0],
  (db, filter: PayoutFilter, limit: number, offset: number) =>
    db
      .selectFrom('payout')
      .select([
        sql<number>`number::float8`.as('number'),
        'kind',
        sql<string>`first_day::text`.as('first_day'),
        sql<string>`last_day::text`.as('last_day'),
        sql<number>`row_count::float8`.as('row_count'),
        sql<string>`reward_usd::text`.as('reward_usd'),
        sql<number>`batch::float8`.as('batch'),
        sql<number[]>`causes::float8[]`.as('causes'),
        'created_at',
      ])
      .where(matches(filter))
      .orderBy('payout.number', 'desc')
      .limit(limit)
      .offset(offset),
);

const matches = ({ kind, number }: PayoutFilter) =>
  sql<boolean>`(${kind}::text is null or kind = ${kind}::text)
    and (${number}::bigint is null or number = ${number}::bigint)`;

export const countPayouts = statement([ADJUSTMENTS], (db, filter: PayoutFilter) =>
  db
    .selectFrom('payout')
    .select(sql<number>`count(*)::float8`.as('count'))
    .where(matches(filter)),
);
