import type { Session } from '../../../platform/duckdb/index.ts';
import { tableOf, KINDS } from '../kinds/index.ts';
import { createTables, type Schema } from './schema.ts';
import { CREATE_MARKS } from './mark.ts';
import { columnType, createTable, SENT_IN } from './tables.ts';

const COLUMNS = `
  select table_name || '.' || column_name || ' ' || data_type as name from duckdb_columns()
  where not internal and database_name =`;

const ifMissing = (table: string): string => table.replace('create table', 'create table if not exists');

/**
 * Lets a store of an earlier layout answer while the next one is made: kinds and optional fields that it lacks are added,
 * because no fact that it has can have them, and so is `sent_in`, which is null until then. Rejects when it lacks anything
 * else.
 */
export async function adapt(session: Session, schema: Schema): Promise<void> {
  const [own] = await session.query<{ name: string }>('select current_database() as name');
  const name = own?.name ?? '';
  await session.run(`attach ':memory:' as wanted; use wanted; ${createTables(schema)}; use "${name}"`);
  try {
    await session.run(ifMissing(CREATE_MARKS));
    for (const kind of KINDS) {
      const derivation = schema.derivations.find((each) => each.kind === kind.name);
      await session.run(ifMissing(createTable(kind, derivation?.columns ?? {})));
      await session.run(`alter table ${tableOf(kind.name)} add column if not exists ${SENT_IN} bigint`);
      for (const [field, { type, required }] of Object.entries(kind.fields)) {
        if (required) continue;
        await session.run(
          `alter table ${tableOf(kind.name)} add column if not exists ${field} ${columnType(type)}`,
        );
      }
    }
    const [missing] = await session.query<{ name: string }>(
      `${COLUMNS} 'wanted' except ${COLUMNS} '${name.replaceAll("'", "''")}' order by name limit 1`,
    );
    if (missing) throw new Error(`The store of an earlier layout lacks ${missing.name}.`);
  } finally {
    await session.run('detach wanted');
  }
}
