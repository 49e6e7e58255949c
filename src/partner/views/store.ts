import { sql, type ColumnType } from 'kysely';
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

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    saved_view: ViewTable;
  }
}

/** Whose views they are. */
export interface Owner {
  readonly tenant: string;
  readonly owner: string;
}

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

export const lockView = statement([OWNER, ID], (db, { tenant, owner }: Owner, id: string) =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('owner', '=', owner)
    .where('id', '=', id)
    .forUpdate(),
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
