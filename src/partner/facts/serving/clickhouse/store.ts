import { sql } from 'kysely';
import type { ClusterNodes } from '../../../../platform/clickhouse/index.ts';
import { statement } from '../../../../platform/postgres/index.ts';

/** The columns of each table, in their order. */
export type ServedColumns = Readonly<Record<string, readonly string[]>>;

interface ServedFactsTable {
  is_only: boolean;
  generation: string;
  layout: string;
  columns: ServedColumns;
  nodes: ClusterNodes;
  version: string;
  begun: string;
  applied: string;
  as_of: Date | null;
  retiring: string;
  retiring_since: Date;
  wanted: string;
  filling: string;
  filling_layout: string;
}

declare module '../../../../platform/postgres/connect.ts' {
  interface Tables {
    served_facts: ServedFactsTable;
  }
}

const number = (column: string) => sql<number>`${sql.ref(column)}::float8`;

const PUBLISHED = [
  number('generation').as('generation'),
  'layout',
  'columns',
  'nodes',
  number('version').as('version'),
  number('begun').as('begun'),
  number('applied').as('applied'),
  'as_of',
  number('wanted').as('wanted'),
  number('filling').as('filling'),
  'filling_layout',
] as const;

export const selectPublished = statement([], (db) => db.selectFrom('served_facts').select(PUBLISHED));

interface Beginning {
  readonly applied: number;
  /** The last version that the servers know of. */
  readonly seen: number;
}

/** Begins the next version, unless the published one has a batch after this one. */
export const beginVersion = statement([{ applied: 1, seen: 1 }], (db, { applied, seen }: Beginning) =>
  db
    .updateTable('served_facts')
    .set({ begun: sql<string>`greatest(begun, ${seen}::bigint) + 1` })
    .where('applied', '<=', String(applied))
    .returning(PUBLISHED),
);

interface Filling {
  readonly generation: number;
  readonly layout: string;
}

/** Lets copies after this one go on with a set of tables that begins with no rows. */
export const noteFilling = statement([{ generation: 1, layout: '' }], (db, { generation, layout }: Filling) =>
  db
    .updateTable('served_facts')
    .set({ filling: String(generation), filling_layout: layout })
    .where('begun', '=', String(generation)),
);

export interface NewVersion {
  readonly version: number;
  readonly generation: number;
  readonly layout: string;
  readonly columns: ServedColumns;
  readonly nodes: ClusterNodes;
  readonly applied: number;
  readonly asOf: Date | null;
}

const VERSION: NewVersion = {
  version: 2,
  generation: 1,
  layout: '',
  columns: {},
  nodes: [],
  applied: 1,
  asOf: new Date(0),
};

/** Publishes a version, unless a later one was begun. */
export const publishVersion = statement(
  [VERSION],
  (db, { version, generation, layout, columns, nodes, applied, asOf }: NewVersion) =>
    db
      .updateTable('served_facts')
      .set({
        generation: String(generation),
        layout,
        columns: sql<ServedColumns>`${JSON.stringify(columns)}::jsonb`,
        nodes: sql<ClusterNodes>`${JSON.stringify(nodes)}::jsonb`,
        version: String(version),
        applied: String(applied),
        as_of: asOf,
      })
      .where('begun', '=', String(version))
      .returning('is_only'),
);

/** The version before which all versions retired, if they did so that long ago by the clock of the database. */
export const selectRetired = statement([900_000], (db, keptMs: number) =>
  db
    .selectFrom('served_facts')
    .select([number('retiring').as('retiring'), number('generation').as('generation'), 'columns'])
    .where(sql<boolean>`retiring_since <= clock_timestamp() - ${keptMs}::int * interval '1 millisecond'`),
);

/** Lets the versions before the published one retire. Another writer may have published it a moment ago. */
export const retireVersions = statement([], (db) =>
  db
    .updateTable('served_facts')
    .set({ retiring: sql<string>`version`, retiring_since: sql<Date>`clock_timestamp()` }),
);

/** Lets the process that writes fill a new set of tables, and returns the version from which on a set is new. */
export const wantRebuild = statement([], (db) =>
  db
    .updateTable('served_facts')
    .set({ wanted: sql<string>`begun + 1` })
    .returning(number('wanted').as('wanted')),
);
