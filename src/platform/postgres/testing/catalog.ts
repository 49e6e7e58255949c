import type { Sql } from 'postgres';

/** Each query returns lines of text: what exists, and everything about it that a program could notice. */
const QUERIES = {
  relations: `
    select concat_ws(' ', relname, relkind, relpersistence, reloptions, relacl) from pg_class
    where relnamespace = 'public'::regnamespace and relkind <> 'i'`,
  columns: `
    select concat_ws(' ', relname, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attcollation, attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated,
      attstorage, attacl)
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  // Columns say what is not null. PostgreSQL 18 has constraints for it too, with the first name of their table.
  constraints: `
    select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: `
    select concat_ws(' ', indisvalid, pg_get_indexdef(indexrelid))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace`,
  sequences: `
    select concat_ws(' ', sequencename, data_type, start_value, increment_by, max_value, cycle) from pg_sequences
    where schemaname = 'public'`,
  functions: `
    select concat_ws(' ', proacl, pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace`,
  triggers: `
    select concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`,
  views: `
    select concat_ws(' ', relname, pg_get_viewdef(oid)) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'`,
  types: `
    select concat_ws(' ', typname, typtype) from pg_type
    where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0`,
  comments: `
    select concat_ws(' ', identity, description)
    from pg_description, pg_identify_object(classoid, objoid, objsubid) where schema = 'public'`,
  migrations: "select concat_ws(' ', name, hash) from migration",
  tables: "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migration'",
};

/** The whole schema of a database, and the rows that its tables begin with. */
export async function readCatalog(sql: Sql): Promise<Record<string, string[]>> {
  const catalog: Record<string, string[]> = {};
  for (const [kind, query] of Object.entries(QUERIES)) catalog[kind] = await readLines(sql, query);
  for (const table of catalog['tables'] ?? [])
    catalog[`rows of ${table}`] = await readLines(sql, `select row_to_json(t)::text from "${table}" t`);
  return catalog;
}

async function readLines(sql: Sql, query: string): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(`select line from (${query}) found (line) order by line`);
  return rows.map(({ line }) => line);
}
