import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { contextOf, openTestFacts, put, testOptions } from '../testing/facts.ts';
import { order, putProgram, putTerms, rate } from '../testing/program.ts';
import { openFacts, type Facts, type FactsOptions } from './index.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  const opened = await openTestDatabase();
  database = opened;
  folder = temporaryFolder();
  return () => opened.drop();
});

async function open(change: Partial<FactsOptions> = {}): Promise<Facts> {
  const facts = await openTestFacts(folder, database.db, change);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await facts.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...facts, close };
}

/** A program with orders, and what reports can tell about them. */
async function fill(facts: Facts): Promise<unknown> {
  const context = contextOf(facts);
  await putProgram(context);
  await putTerms(context);
  await put(context, 'orders', order(1), order(2, { client_account: '9002' }));
  await put(context, 'orders', order(1, { volume_lots: '3' }));
  return contentOf(facts);
}

const contentOf = ({ database: store }: Facts): Promise<unknown> =>
  store.query(`
    select server, ticket, partner_uid, reward_usd::varchar as reward_usd, reward::varchar as reward,
      applied, as_of::varchar as as_of, batch_id
    from orders join partners using (partner_no) cross join fact_state order by ticket`);

const storeFiles = (): string[] =>
  readdirSync(join(folder, 'facts'))
    .filter((name) => name.startsWith('store-'))
    .toSorted();

const storePath = (): string => join(folder, 'facts', storeFiles()[0] ?? '');

test.each<[string, () => void]>([
  ['was deleted', () => rmSync(storePath())],
  ['was moved away with its folder', () => renameSync(join(folder, 'facts'), join(folder, 'away'))],
  ['is damaged', () => writeFileSync(storePath(), Buffer.alloc(20_000, 7))],
  ['is empty', () => writeFileSync(storePath(), '')],
])('a store that %s is made again from the log', async (_what, harm) => {
  const before = await open();
  const content = await fill(before);
  await before.close();
  harm();
  const after = await open();
  expect(await contentOf(after)).toEqual(content);
  expect(await put(contextOf(after), 'orders', order(1, { volume_lots: '3' }))).toMatchObject({
    repeated: 1,
  });
  await after.close();
  expect(await contentOf(await open())).toEqual(content);
});

test('a store that has batches of another log is made again', async () => {
  const facts = await open();
  await fill(facts);
  await facts.close();
  const other = await openTestDatabase();
  const restored = await openTestFacts(folder, other.db);
  onTestFinished(async () => {
    await restored.close();
    await other.drop();
  });
  expect(await contentOf(restored)).toEqual([]);
  await put(contextOf(restored), 'rates', rate('EUR', '2024-03-01', '1'));
  expect(await restored.database.query('select applied from fact_state')).toEqual([{ applied: 1 }]);
});

/** One table more than the program has. */
const more = (name: string): Partial<FactsOptions> => ({
  projections: [
    ...testOptions(folder, database.db).projections,
    { tables: `create table ${name} (n integer);`, kinds: {} },
  ],
});

test('a store of another layout is made again beside the old one, which is kept once', async () => {
  const first = await open();
  const content = await fill(first);
  await first.close();
  const second = await open(more('second'));
  expect(await contentOf(second)).toEqual(content);
  await second.close();
  const third = await open(more('third'));
  expect(await contentOf(third)).toEqual(content);
  expect(storeFiles()).toHaveLength(2);
});

test('a store of a version before the log is refused with a sentence', async () => {
  mkdirSync(join(folder, 'facts'));
  writeFileSync(join(folder, 'facts', 'facts.duckdb'), 'x');
  await expect(open()).rejects.toThrow(
    /facts.duckdb was made by an earlier version.*Move it away and import the facts again/,
  );
});

test('while a store is made, questions are answered with 503 and the progress, and it succeeds when it can', async () => {
  const facts = await open();
  const content = await fill(facts);
  await facts.close();
  rmSync(storePath());
  const [batch] = await database.sql<
    { object: string }[]
  >`select object from batch where kind = 'orders' limit 1`;
  const path = join(folder, 'files', batch?.object ?? '');
  renameSync(path, `${path}.away`);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const building = await openFacts({ ...testOptions(folder, database.db), onError });
  onTestFinished(() => building.close());
  await expect(building.ready).rejects.toThrow(/no file facts\/orders/);
  await expect(contentOf(building)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/being made from the log: \d+ % are done/) as string,
  });
  await expect(put(contextOf(building), 'rates', rate('EUR', '2024-03-01', '1'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  renameSync(`${path}.away`, path);
  await expect.poll(() => contentOf(building).catch(() => undefined), { timeout: 20_000 }).toEqual(content);
});
