import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findUnnamedInserts } from './named-columns.ts';
import { repositoryFiles } from './repository-files.ts';

/** Only PostgreSQL is migrated while other processes run; DuckDB's statements are not in these files or templates. */
const paths = repositoryFiles().filter(
  (path) =>
    /^(src|migrations)\/.*\.(ts|sql)$/.test(path) &&
    !path.endsWith('.test.ts') &&
    !path.includes('/testing/'),
);

test('every insert into PostgreSQL names the columns it writes', () => {
  const found = paths.flatMap((path) =>
    findUnnamedInserts(path, readFileSync(path, 'utf8')).map((insert) => `${path}: ${insert}`),
  );
  expect(found).toEqual([]);
});

test.each([
  [
    'a.sql',
    'insert into "withdrawal"\nselect "new".* from json_populate_recordset(null::withdrawal, $1) as "new"',
  ],
  ['a.sql', 'insert into policy values (1)'],
  ['a.sql', 'insert into public.policy values (1)'],
  ['a.sql', 'insert into policy as p select 1'],
  ['a.sql', 'insert into policy (id) select * from json_populate_recordset(null::policy, $1)'],
  ['a.ts', 'sql`insert into note select id from given`'],
  ['a.ts', 'sql<{ id: string }>`with a as (insert into note values (1)) select`'],
])('%s with %j is found', (path, text) => {
  expect(findUnnamedInserts(path, text)).toHaveLength(1);
});

test.each([
  ['a.sql', 'insert into "policy" ("id", "rules")\nvalues ($1, $2)'],
  ['a.sql', 'insert into policy (id) select id from json_populate_recordset(null::policy, $1)'],
  ['a.ts', 'session.run(`insert into refusal ${faults}`)'],
  ['a.ts', 'sql`insert into note (id) values (${id})`; `insert into refusal select 1`'],
])('%s with %j is fine', (path, text) => {
  expect(findUnnamedInserts(path, text)).toEqual([]);
});
