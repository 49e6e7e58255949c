import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDuckdb } from '../../../../platform/duckdb/index.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { openTestStore } from '../../../testing/facts.ts';
import { createTable, describeTables, servedRows } from './tables.ts';
import { thorough } from '../../../../testing/effort.ts';

const column = (name: string, type: string) => ({ name, type, isNullable: false });

test('rows that change alike do not cancel each other in the digest of a day', async () => {
  const folder = temporaryFolder();
  const database = await openDuckdb({
    path: join(folder, 'x.duckdb'),
    spillFolder: folder,
    threads: 1,
    memoryLimitBytes: 256 * 2 ** 20,
    readers: 1,
  });
  const columns = [column('id', 'VARCHAR'), column('percent', 'INTEGER')];
  const rows = servedRows({ name: 'rules', key: ['id'], columns }, undefined);
  const digests = await database.write(async (session) => {
    await session.run("create table rules as select * from (values ('a', 1), ('b', 1)) rule(id, percent)");
    const digest = async () => {
      const [found] = await session.query(`select bit_xor(row_hash)::varchar as digest from (${rows})`);
      return found?.['digest'];
    };
    const before = await digest();
    await session.run('update rules set percent = 2');
    return [before, await digest()];
  });
  await database.close();
  expect(new Set(digests).size).toBe(2);
});

thorough('no number of a store is served, only what it stands for', async () => {
  const store = await openTestStore(temporaryFolder());
  onTestFinished(() => store.close());
  const tables = await store.database.prepare((session) => describeTables(session));
  const numbered = tables.flatMap((table) =>
    table.columns.filter(({ name }) => name.endsWith('_no')).map(({ name }) => ({ table, name })),
  );
  expect(numbered.length).toBeGreaterThan(10);
  for (const { table, name } of numbered)
    expect(createTable(table, table.name, 'MergeTree')).toMatch(
      new RegExp(`\\b${name} (?:String|Nullable\\(String\\))`),
    );
});
