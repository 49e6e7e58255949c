import { sql } from 'kysely';
import { statement } from '../postgres/index.ts';
import type { Field } from '../lucene/index.ts';

/** How many of the newest rows are looked at, and how many values of a field are worth showing. */
const ROWS = 1000;
const VALUES = 50;

export interface Rows {
  /** A table, or a query in brackets with its name. It is trusted: it becomes part of the SQL. */
  readonly table: string;
  /** A total order, oldest first. */
  readonly order: string;
  /** A SQL condition that all of them meet; by default none. It is trusted: it becomes part of the SQL. */
  readonly where?: string | undefined;
}

const SAMPLE: Field[] = [
  { name: 'fromAsset', kind: 'keyword', column: 'conversion.from_asset', description: '' },
  { name: 'venues', kind: 'keywords', column: 'conversion.venues', description: '' },
];

/** The values of some fields in the newest rows, as one row with a list for each field. */
export const selectRecent = statement(
  [{ table: 'conversion', order: 'created_at, id' }, SAMPLE, 'acme'],
  (db, { table, order, where = 'true' }: Rows, fields: readonly Field[], tenant: string) => {
    const newest = sql.raw(order.replaceAll(/\w+/g, '$& desc'));
    const columns = fields.map(({ name, column }) => sql`${sql.raw(column)} as ${sql.id(name)}`);
    const lists = fields.map(({ name, kind }) => {
      const value = kind === 'keywords' ? sql`unnest(${sql.id(name)})` : sql.id(name);
      return sql<string[]>`array(select value from (select distinct ${value} as value from recent) found
        where value is not null order by value limit ${sql.lit(VALUES)})`.as(name);
    });
    return db
      .with(
        'recent',
        () => sql<Record<string, unknown>>`(select ${sql.join(columns)} from ${sql.raw(table)}
        where tenant = ${tenant} and ${sql.raw(where)} order by ${newest} limit ${sql.lit(ROWS)})`,
      )
      .selectNoFrom(lists)
      .$castTo<Record<string, string[]>>();
  },
);
