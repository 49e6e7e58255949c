import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDuckdb } from '../../../../platform/duckdb/index.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { changing, openTestCluster } from '../../../testing/clickhouse.ts';
import { copyChanges } from './copy-changes.ts';
import { Shard } from './shard.ts';
import { createTable, type ServedTable } from './tables.ts';

/** Days with more than half of the rows that are copied at a time. */
const DAYS = 3;
const ROWS_OF_A_DAY = 600_000;

const THINGS: ServedTable = {
  name: 'things',
  key: ['id'],
  time: 'day',
  columns: [
    { name: 'id', type: 'BIGINT', isNullable: false },
    { name: 'day', type: 'DATE', isNullable: false },
  ],
};

test('files of a copy are removed as it goes on, so that the disk need not have room for a whole table', async () => {
  const folder = temporaryFolder();
  const spillFolder = temporaryFolder();
  const database = await openDuckdb({
    path: join(folder, 'x.duckdb'),
    spillFolder: folder,
    threads: 1,
    memoryLimitBytes: 2 ** 29,
    readers: 1,
  });
  const cluster = await openTestCluster(inject('clickhouseUrls'));
  onTestFinished(async () => {
    await cluster.drop();
    await database.close();
  });
  const files: number[] = [];
  const counting = changing(cluster, async ({ sql, make }) => {
    if (sql.startsWith('insert')) files.push(readdirSync(spillFolder).length);
    await make();
  });
  const shard = new Shard(counting, 0);
  await shard.run(createTable(THINGS, 'things_1', shard.engine));
  const copied = await database.prepare(async (session) => {
    await session.run(`create temp table things as
      select range as id, date '2024-03-01' + (range % ${DAYS})::integer as day from range(${DAYS * ROWS_OF_A_DAY})`);
    return copyChanges({
      session,
      shard,
      table: THINGS,
      name: 'things_1',
      base: 0,
      version: 1,
      spillFolder,
    });
  });
  expect(copied).toEqual({ coming: DAYS * ROWS_OF_A_DAY, leaving: 0 });
  // What the server has of those days, and what it lacks.
  expect(files).toEqual([2, 2, 2]);
});
