import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBPreparedStatement } from '@duckdb/node-api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { openDuckdb, type Duckdb } from './index.ts';
import { thorough } from '../../testing/effort.ts';

/** Read when the file is opened. */
const HEADER_BYTES = 2 * 262_144;
const BELOW_HUNDRED = 'select n from numbers where n < 100';

async function stream(database: Duckdb): Promise<object[]> {
  const rows: object[] = [];
  for await (const block of database.stream(BELOW_HUNDRED)) rows.push(...block);
  return rows;
}

async function openNumbers(): Promise<{ database: Duckdb; write: (sql: string) => Promise<number> }> {
  const folder = temporaryFolder();
  const database = await openDuckdb({
    path: join(folder, 'numbers.duckdb'),
    spillFolder: join(folder, 'spill'),
    threads: 1,
    memoryLimitBytes: 64 * 2 ** 20,
    readers: 1,
  });
  onTestFinished(() => database.close());
  const write = (sql: string) => database.write((session) => session.run(sql));
  await write('create table numbers as select n from generate_series(1, 9) t(n)');
  return { database, write };
}

test('statements of a snapshot see the same state during concurrent writes', async () => {
  const { database, write } = await openNumbers();
  const counts = await database.snapshot(async (session) => {
    const before = await session.query(BELOW_HUNDRED);
    await write('insert into numbers values (10)');
    return [before.length, (await session.query(BELOW_HUNDRED)).length];
  });
  expect(counts).toEqual([9, 9]);
  expect(await database.query(BELOW_HUNDRED)).toHaveLength(10);
});

test.each([
  // Only what has parameters is planned in a step of its own.
  ['query', 'run', (database: Duckdb) => database.query(`${BELOW_HUNDRED} and n > $1`, [0])],
  ['stream', 'stream', stream],
] as const)(
  'a %s that was planned before a write answers as the rows were then',
  async (_way, step, read) => {
    const { database, write } = await openNumbers();
    const original = DuckDBPreparedStatement.prototype[step];
    const planned = vi.spyOn(DuckDBPreparedStatement.prototype, step).mockImplementationOnce(async function (
      this: DuckDBPreparedStatement,
    ) {
      // The plan has no filter: the statistics show every number below a hundred.
      await write('insert into numbers values (500)');
      return original.call(this);
    });
    onTestFinished(() => planned.mockRestore());
    expect(await read(database)).toHaveLength(9);
    expect(planned).toHaveBeenCalledTimes(1);
  },
);

thorough('progress moves while a statement runs', async () => {
  const { database } = await openNumbers();
  const fractions: number[] = [];
  await database.write(async (session) => {
    await session.run('create table large as select i from range(500000) r(i)');
    await session.run('create table sorted as select i, md5(i::varchar) as text from large order by text', {
      onProgress: (fraction) => fractions.push(fraction),
    });
  });
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.some((fraction) => fraction > 0 && fraction < 1)).toBe(true);
});

test('a read that invalidates the engine is answered with 503, and the file is opened again', async () => {
  const folder = temporaryFolder();
  const database = await openDuckdb({
    path: join(folder, 'numbers.duckdb'),
    spillFolder: join(folder, 'spill'),
    threads: 4,
    memoryLimitBytes: 256 * 2 ** 20,
    readers: 4,
  });
  onTestFinished(() => database.close());
  await database.write((session) =>
    session.run('create table empty (n int); create table numbers as select n::int as n from range(10) t(n)'),
  );
  // DuckDB issue 22352. It is a race, so it takes a varying number of attempts.
  const provoke = (): Promise<unknown> =>
    database
      .query(
        'select * from (select *, count(*) over () as all_rows from (from empty union all from numbers)) where all_rows > 1',
      )
      .then(() => undefined)
      .catch((error: unknown) => error);
  const failed = await vi.waitFor(
    async () => {
      const errors = await Promise.all(Array.from({ length: 40 }, provoke));
      const found = errors.find((error) => error !== undefined);
      expect(found).toBeDefined();
      return found;
    },
    { timeout: 200_000, interval: 0 },
  );
  expect(failed).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
  await expect
    .poll(() => database.query('select count(*) as count from numbers').catch(() => undefined))
    .toEqual([{ count: 10 }]);
  expect(database.failures).toBeGreaterThan(0);
  await database.write((session) => session.run('insert into numbers values (10)'));
  expect(await database.query('select count(*) as count from numbers')).toEqual([{ count: 11 }]);
});

test.each([
  [
    'is overwritten',
    (file: number, size: number) =>
      writeSync(file, Buffer.alloc(size - HEADER_BYTES, 7), 0, size - HEADER_BYTES, HEADER_BYTES),
  ],
  ['is cut off', (file: number) => ftruncateSync(file, HEADER_BYTES)],
])(
  'a file that %s is reported as damaged once, by all calls until another one is opened',
  async (_how, damage) => {
    const path = join(temporaryFolder(), 'facts.duckdb');
    const damages: unknown[] = [];
    const options = {
      threads: 1,
      memoryLimitBytes: 2 ** 28,
      spillFolder: temporaryFolder(),
      readers: 1,
      onDamage: (cause: unknown) => damages.push(cause),
    };
    const made = await openDuckdb({ ...options, path });
    await made.write((session) =>
      session.run('create table numbers as select range as n, md5(range::varchar) as s from range(200000)'),
    );
    await made.close();

    const database = await openDuckdb({ ...options, path });
    onTestFinished(() => database.close());
    const file = openSync(path, 'r+');
    damage(file, statSync(path).size);
    closeSync(file);
    const reason = 'facts.duckdb is damaged.';
    const count = 'select count(distinct s) from numbers';
    await expect(database.write((session) => session.run(count))).rejects.toThrow(reason);
    await expect(database.query(count)).rejects.toThrow(reason);
    await expect(database.check()).rejects.toThrow(reason);
    expect(damages).toHaveLength(1);
    await database.reopen(async () => join(temporaryFolder(), 'new.duckdb'));
    await database.check();
  },
);
