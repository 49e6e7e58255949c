import { sql, type ColumnType } from 'kysely';
import type { Actor } from '../../kernel/index.ts';
import { statement } from '../../platform/postgres/index.ts';

export type ViewQuery = Readonly<Record<string, string | readonly string[]>>;

export interface ViewDisplay {
  readonly columns?: readonly string[];
  readonly chart?: string;
  readonly compare?: string;
  readonly zeros?: string;
  readonly periods?: Readonly<Record<string, string>>;
}

export interface ViewRow {
  id: string;
  tenant: string;
  owner: string;
  report: string;
  name: string;
  query: ViewQuery;
  display: ViewDisplay;
  created_at: Date;
  changed_at: Date;
}

type ViewTable = Omit<ViewRow, 'query' | 'display'> & {
  query: ColumnType<ViewQuery, string, string>;
  display: ColumnType<ViewDisplay, string | undefined, string>;
};

/** When a view is sent to its owner. */
export interface ScheduleRow {
  view_id: string;
  /** The partner that the owner belonged to then. */
  partner_uid: string;
  every: 'day' | 'week' | 'month';
  weekday: number | null;
  day: number | null;
  time: string;
  time_zone: string;
  next_at: Date;
  last_at: Date | null;
  last_obstacle: string | null;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    saved_view: ViewTable;
    saved_view_schedule: ScheduleRow;
  }
}

/** Whose views they are. */
export interface Owner {
  readonly tenant: string;
  readonly owner: string;
}

export const ownerOf = ({ tenant, id }: Actor): Owner => ({ tenant, owner: id });

const OWNER: Owner = { tenant: 'acme', owner: 'ada' };
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ROW: ViewRow = {
  ...OWNER,
  id: ID,
  report: 'performance',
  name: 'By country',
  query: {},
  display: {},
  created_at: new Date(0),
  changed_at: new Date(0),
};

/** By report and name. */
export const selectViews = statement(
  [OWNER, 'performance', 200],
  (db, { tenant, owner }: Owner, report: string | null, limit: number) =>
    db
      .selectFrom('saved_view')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('owner', '=', owner)
      .where(sql<boolean>`(${report}::text is null or report = ${report}::text)`)
      .orderBy('report')
      .orderBy('name')
      .limit(limit),
);

export const countViews = statement([OWNER], (db, { tenant, owner }: Owner) =>
  db
    .selectFrom('saved_view')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where('owner', '=', owner),
);

export const selectView = statement([OWNER, ID], (db, { tenant, owner }: Owner, id: string) =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('owner', '=', owner)
    .where('id', '=', id),
);

export const lockView = statement([OWNER, ID], (db, owner: Owner, id: string) =>
  selectView(db, owner, id).forUpdate(),
);

/** Inserts nothing if the name is taken. */
export const insertView = statement([ROW], (db, row: ViewRow) =>
  db
    .insertInto('saved_view')
    .values({ ...row, query: JSON.stringify(row.query), display: JSON.stringify(row.display) })
    .onConflict((conflict) => conflict.columns(['tenant', 'owner', 'report', 'name']).doNothing())
    .returningAll(),
);

/** Updates nothing if another view has the name. */
export const updateView = statement([ROW], (db, { id, tenant, owner, report, name, ...row }: ViewRow) =>
  db
    .updateTable('saved_view')
    .set({
      name,
      query: JSON.stringify(row.query),
      display: JSON.stringify(row.display),
      changed_at: row.changed_at,
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (
        select from saved_view other
        where (other.tenant, other.owner, other.report, other.name) = (${tenant}, ${owner}, ${report}, ${name})
          and other.id <> ${id}::uuid)`,
    )
    .returningAll(),
);

export const deleteView = statement([ID], (db, id: string) =>
  db.deleteFrom('saved_view').where('id', '=', id).returning('id'),
);

const TIME = new Date(0);
const SCHEDULE: ScheduleRow = {
  view_id: ID,
  partner_uid: 'P1001',
  every: 'week',
  weekday: 1,
  day: null,
  time: '07:00',
  time_zone: 'Europe/Berlin',
  next_at: TIME,
  last_at: null,
  last_obstacle: null,
};

export const countSchedules = statement([OWNER, ID], (db, { tenant, owner }: Owner, besides: string) =>
  db
    .selectFrom('saved_view_schedule')
    .innerJoin('saved_view', 'saved_view.id', 'view_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where('owner', '=', owner)
    .where('view_id', '<>', besides),
);

/** What is known of the last time stays. */
export const saveSchedule = statement(
  [SCHEDULE],
  (db, { view_id, last_at, last_obstacle, ...row }: ScheduleRow) =>
    db
      .insertInto('saved_view_schedule')
      .values({ view_id, last_at, last_obstacle, ...row })
      .onConflict((conflict) => conflict.column('view_id').doUpdateSet(row))
      .returningAll(),
);

export const lockSchedule = statement([OWNER, ID], (db, { tenant, owner }: Owner, id: string) =>
  db
    .selectFrom('saved_view_schedule')
    .innerJoin('saved_view', 'saved_view.id', 'view_id')
    .select(['view_id', 'report', 'name'])
    .where('tenant', '=', tenant)
    .where('owner', '=', owner)
    .where('view_id', '=', id)
    .forUpdate(),
);

export const deleteSchedule = statement([ID], (db, id: string) =>
  db.deleteFrom('saved_view_schedule').where('view_id', '=', id).returning('view_id'),
);

export const selectSchedules = statement([[ID]], (db, ids: readonly string[]) =>
  db
    .selectFrom('saved_view_schedule')
    .selectAll()
    .where('view_id', '=', sql<string>`any(${ids}::uuid[])`),
);

/** A view that has a schedule. */
export const selectScheduled = statement(['acme', ID], (db, tenant: string, id: string) =>
  db
    .selectFrom('saved_view_schedule')
    .innerJoin('saved_view', 'saved_view.id', 'view_id')
    .selectAll('saved_view')
    .select(['partner_uid', 'last_at'])
    .where('tenant', '=', tenant)
    .where('id', '=', id),
);

interface Place {
  readonly next_at: Date;
  readonly view_id: string;
}

/** What is due, first come first, after a place. */
export const selectDue = statement(
  [TIME, { next_at: TIME, view_id: ID }, 100],
  (db, now: Date, after: Place, limit: number) =>
    db
      .selectFrom('saved_view_schedule')
      .innerJoin('saved_view', 'saved_view.id', 'view_id')
      .selectAll('saved_view_schedule')
      .select(['tenant', 'owner'])
      .where('next_at', '<=', now)
      .where(sql<boolean>`(next_at, view_id) > (${after.next_at}, ${after.view_id}::uuid)`)
      .orderBy('next_at')
      .orderBy('view_id')
      .limit(limit),
);

/** Notes what became of a time, unless the schedule was changed since. */
export const advance = statement(
  [ID, TIME, { next_at: TIME, last_at: TIME, last_obstacle: null }],
  (
    db,
    id: string,
    from: Date,
    to: Pick<ScheduleRow, 'next_at' | 'last_obstacle'> & { readonly last_at: Date },
  ) => db.updateTable('saved_view_schedule').set(to).where('view_id', '=', id).where('next_at', '=', from),
);
