import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

const { sql } = await createTestDatabase();

test('every suite runs one migration ahead: each table has a column that this version does not know', async () => {
  const tables = await sql`
    select tablename as name, (
      select is_nullable || ' ' || column_default from information_schema.columns
      where table_schema = 'public' and table_name = tablename and column_name = 'later') as later
    from pg_tables where schemaname = 'public'`;
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(({ later }) => later !== "NO 'x'::text")).toEqual([]);
});
