import { EventEmitter, once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { contextOf, openTestFacts, put, testOptions, testStorage } from '../../testing/facts.ts';
import { order, putProgram, putTerms, rate } from '../../testing/program.ts';
import { openDuckdb } from '../../../platform/duckdb/index.ts';
import { openFacts, type Facts, type FactsOptions } from './open.ts';
import { verifyFacts } from '../reading/index.ts';
import { compactObjects } from './compact-objects.ts';
import { sweepObjects } from '../log/index.ts';

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

/** Turns the store into one of an earlier version, and changes it. */
async function makeEarlier(change: string): Promise<void> {
  const earlier = join(folder, 'facts', 'store-000000000000.duckdb');
  renameSync(storePath(), earlier);
  const options = {
    threads: 1,
    memoryLimitBytes: 64 * 2 ** 20,
    readers: 1,
    spillFolder: join(folder, 'spill'),
  };
  const store = await openDuckdb({ ...options, path: earlier });
  await store.write((session) => session.run(change));
  await store.close();
}

/** A storage from which nothing is read until it is opened. */
function gatedStorage() {
  const storage = testStorage(folder);
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  const download = async (key: string, path: string): Promise<void> => {
    await opened;
    await storage.download(key, path);
  };
  return { storage: { ...storage, download }, openGate: () => gate.emit('open') };
}

test('a store of an earlier layout answers and takes facts until the next one is made', async () => {
  const first = await open();
  await fill(first);
  await first.close();
  await makeEarlier(`
    alter table partners drop column ab_test;
    alter table orders drop column sent_in;
    drop table suspensions`);
  const { storage, openGate } = gatedStorage();
  const facts = await open({ storage });
  expect(storeFiles()).toContain('store-000000000000.duckdb');
  await put(contextOf(facts), 'orders', order(9));
  await put(contextOf(facts), 'partners', { partner_uid: 'P9', ab_test: true });
  const content = await contentOf(facts);
  expect(content).toHaveLength(3);
  openGate();
  await expect.poll(storeFiles, { timeout: 20_000 }).not.toContainEqual(expect.stringContaining('.new.'));
  await expect.poll(() => contentOf(facts)).toEqual(content);
  expect(await facts.database.query("select ab_test from partners where partner_uid = 'P9'")).toEqual([
    { ab_test: true },
  ]);
  expect(await put(contextOf(facts), 'orders', order(9))).toMatchObject({ repeated: 1 });
});

test('a store of an earlier layout that lacks what was computed does not answer', async () => {
  const first = await open();
  const content = await fill(first);
  await first.close();
  await makeEarlier('alter table orders drop column parent_reward');
  const { storage, openGate } = gatedStorage();
  const facts = await openFacts({ ...testOptions(folder, database.db), storage });
  onTestFinished(() => facts.close());
  await expect(contentOf(facts)).rejects.toMatchObject({ code: 'unavailable' });
  openGate();
  await facts.ready;
  expect(await contentOf(facts)).toEqual(content);
});

test('a process without a store starts from the newest snapshot and the batches after it', async () => {
  const first = await open();
  await fill(first);
  expect(await first.snapshot('anything')).toBe(10);
  await put(contextOf(first), 'orders', order(7));
  const content = await contentOf(first);
  await first.close();
  rmSync(join(folder, 'facts'), { recursive: true });
  const [batch] = await database.sql<{ object: string }[]>`select object from batch where number = 1`;
  rmSync(join(folder, 'files', batch?.object ?? ''));
  const second = await open();
  expect(await contentOf(second)).toEqual(content);
  await second.snapshot('anything');
  await put(contextOf(second), 'orders', order(8));
  await second.snapshot('anything');
  const snapshots = readdirSync(join(folder, 'files', 'snapshots'), { recursive: true }).map(String);
  expect(snapshots.filter((name) => name.endsWith('.duckdb'))).toHaveLength(2);
});

test('a snapshot is made when the newest one lacks anything or, every hour, when it lacks much', async () => {
  const facts = await open();
  await fill(facts);
  expect(await facts.snapshot('much')).toBeUndefined();
  expect(await facts.snapshot('anything')).toBe(10);
  expect(await facts.snapshot('anything')).toBeUndefined();
  await put(contextOf(facts), 'orders', order(7));
  expect(await facts.snapshot('much')).toBeUndefined();
  // Larger counts than a test can import.
  await database.sql`alter table batch disable trigger user`;
  await database.sql`update batch set accepted = 6000000 where number = 11`;
  expect(await facts.snapshot('much')).toBe(11);
  await put(contextOf(facts), 'orders', order(8));
  await database.sql`update batch set accepted = 70000000 where number = 1`;
  await database.sql`update batch set accepted = 6000000 where number = 12`;
  expect(await facts.snapshot('much')).toBeUndefined();
});

test('small objects are merged, replaced ones are removed later, and a store made from them is the same', async () => {
  const facts = await open();
  const context = { ...contextOf(facts), clock: { now: () => new Date() } };
  await fill(facts);
  for (let ticket = 101; ticket <= 120; ticket += 1) {
    await put(
      context,
      'orders',
      order(ticket, { volume_lots: '2' }),
      order(1, { volume_lots: String(ticket) }),
    );
  }
  const content = await contentOf(facts);
  const objects = () => readdirSync(join(folder, 'files', 'facts', 'orders'));
  const before = objects().length;
  expect(await compactObjects(context)).toBe(before);
  expect((await verifyFacts(context)).faults).toEqual([]);
  await facts.rebuild();
  expect(await contentOf(facts)).toEqual(content);
  mkdirSync(join(folder, 'files', 'imports'), { recursive: true });
  writeFileSync(join(folder, 'files', 'imports', 'left-behind.csv'), 'x');
  await sweepObjects(context);
  expect(objects()).toHaveLength(before + 1);
  expect(readdirSync(join(folder, 'files', 'imports'))).toHaveLength(1);
  const later = { now: () => new Date(Date.now() + 40 * 86_400_000) };
  writeFileSync(join(folder, 'files', 'facts', 'orders', 'orphan.parquet'), 'x');
  await sweepObjects({ ...context, clock: later });
  expect(objects()).toHaveLength(1);
  expect(readdirSync(join(folder, 'files', 'imports'))).toEqual([]);
  expect((await verifyFacts(context)).faults).toEqual([]);
  expect(await compactObjects(context)).toBe(0);
});
