import { sql, type Generated } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import type { Period } from './period.ts';
import type { GroupType } from './schema.ts';

interface RebateGroupTable {
  id: Generated<string>;
  partner_uid: string;
  title: string;
  type: GroupType;
  percent: string;
  period: Period;
  period_value: number;
  link_code: string | null;
  is_default: boolean;
  created_at: Date;
  deleted_at: Generated<Date | null>;
}

interface RebateClientTable {
  partner_uid: string;
  client_uid: string;
  group_id: string | null;
  moved_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    rebate_group: RebateGroupTable;
    rebate_client: RebateClientTable;
  }
}

export type NewGroupRow = Omit<RebateGroupTable, 'id' | 'deleted_at'>;
export type GroupContent = Omit<NewGroupRow, 'partner_uid' | 'created_at'>;
export type GroupRow = NewGroupRow & {
  readonly id: number;
  /** The last day of the last period that was run; null before the first run. */
  readonly run_through: string | null;
};

const PARTNER = 'P1001';
const NOW = new Date(0);
const GROUP: NewGroupRow = {
  partner_uid: PARTNER,
  title: 'Gold',
  type: 'auto',
  percent: '12.5',
  period: 'weekly',
  period_value: 1,
  link_code: 'a1b2c3',
  is_default: false,
  created_at: NOW,
};
const ID = sql<number>`rebate_group.id::float8`.as('id');
const COLUMNS = [
  ID,
  'partner_uid',
  'title',
  'type',
  'percent',
  'period',
  'period_value',
  'link_code',
  'is_default',
  'created_at',
  sql<string | null>`(
    select max(period_end)::text from rebate_run where group_id = rebate_group.id)`.as('run_through'),
] as const;

/** Returns no row if the title, the link or the default group is taken. */
export const insertGroup = statement([GROUP], (db, group: NewGroupRow) =>
  db
    .insertInto('rebate_group')
    .values(group)
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS),
);

export const selectGroups = statement([PARTNER, 1000], (db, partnerUid: string, limit: number) =>
  db
    .selectFrom('rebate_group')
    .select(COLUMNS)
    .where('partner_uid', '=', partnerUid)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit),
);

/** Includes ended groups, which keep their titles. */
export const lockGroups = statement([PARTNER], (db, partnerUid: string) =>
  db
    .selectFrom('rebate_group')
    .select(COLUMNS)
    .where('partner_uid', '=', partnerUid)
    .orderBy('rebate_group.id')
    .forUpdate(),
);

export const updateGroup = statement(
  [7, GROUP],
  (db, id: number, { title, type, percent, period, period_value, link_code, is_default }: GroupContent) =>
    db
      .updateTable('rebate_group')
      .set({ title, type, percent, period, period_value, link_code, is_default })
      .where('id', '=', String(id))
      .returning('title'),
);

export const deleteGroup = statement([7, NOW], (db, id: number, now: Date) =>
  db
    .updateTable('rebate_group')
    .set({ deleted_at: now, link_code: null, is_default: false })
    .where('id', '=', String(id))
    .returning('title'),
);

/** Clients moved into the group go back to the group of their link. */
export const deleteMovedInto = statement([7], (db, id: number) =>
  db.deleteFrom('rebate_client').where('group_id', '=', String(id)),
);

export const lockGroup = statement([PARTNER, 7], (db, partnerUid: string, id: number) =>
  db
    .selectFrom('rebate_group')
    .select(COLUMNS)
    .where('partner_uid', '=', partnerUid)
    .where('id', '=', String(id))
    .where('deleted_at', 'is', null)
    .forUpdate(),
);

/** The next groups by id, of all partners. */
export const selectGroupsAfter = statement([0, 100], (db, id: number, limit: number) =>
  db
    .selectFrom('rebate_group')
    .select(COLUMNS)
    .where('id', '>', String(id))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit),
);

export const selectMoved = statement([PARTNER], (db, partnerUid: string) =>
  db
    .selectFrom('rebate_client')
    .select(['client_uid', sql<number | null>`group_id::float8`.as('group_id')])
    .where('partner_uid', '=', partnerUid)
    .orderBy('client_uid'),
);

export const upsertMoved = statement(
  [{ partner_uid: PARTNER, client_uid: 'u-1', group_id: '7', moved_at: NOW }],
  (db, row: RebateClientTable) =>
    db
      .insertInto('rebate_client')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['partner_uid', 'client_uid'])
          .doUpdateSet({ group_id: row.group_id, moved_at: row.moved_at }),
      )
      .returning('client_uid'),
);
