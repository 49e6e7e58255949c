import * as fc from 'fast-check';
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Clickhouse } from '../../platform/clickhouse/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { startClickhouse } from '../../testing/clickhouse/start.ts';
import { credit } from '../crediting/index.ts';
import { clickhouseEngine, duckdbEngine, publish, rebuildServed, type Facts } from '../facts/index.ts';
import { openClickhouseDatabase } from '../testing/clickhouse.ts';
import { contextOf, openTestFacts, openTestStore, put } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import type { Report } from './declare.ts';
import { readCsv } from './read.ts';
import { readAsk } from './request.ts';
import { readState } from './state.ts';
import { historyOf, VOIDABLE, voidBatch } from './testing/history.ts';
import { ask, ASKING, questions, world } from './testing/questions.ts';
import { contextFor, Dice, NOW } from './testing/world.ts';

const url = inject('clickhouseUrl');

/** Everything that partners can be answered: pages and tags. */
async function answersOf(facts: Facts): Promise<unknown> {
  const answers: unknown[] = [];
  for (const me of ASKING)
    answers.push(await readState(contextFor(facts, me)).then(({ tag, asOf }) => ({ me, tag, asOf })));
  for (const report of REPORTS) {
    for (const asked of fc.sample(questions(report), { numRuns: 1, seed: 11 }))
      answers.push([
        report.name,
        asked,
        await ask(facts, report, asked).catch((error: Error) => error.message),
      ]);
  }
  return answers;
}

async function openBoth(): Promise<{ store: Facts; served: Facts; clickhouse: Clickhouse }> {
  const store = await openTestStore(temporaryFolder());
  const clickhouse = await openClickhouseDatabase(url);
  onTestFinished(async () => {
    await clickhouse.drop();
    await store.close();
  });
  return { store, clickhouse, served: { ...store, engine: clickhouseEngine({ ...store, clickhouse }) } };
}

test(
  'a history with corrections, voids and payouts is served byte for byte as the store answers, version by version',
  { timeout: 900_000 },
  async () => {
    const { store, served, clickhouse } = await openBoth();
    const dice = new Dice(5);
    let last: Awaited<ReturnType<typeof publish>> | undefined;
    for (const { kind, rows } of historyOf(5)) {
      await put(contextOf(store), kind, ...rows);
      if (VOIDABLE.has(kind) && dice.chance(25)) await voidBatch(store, store.position.applied);
      if (kind === 'orders' && dice.chance(40))
        await credit({ ...contextOf(store), db: store.db }, store, { through: '2024-05-31' });
      if (!dice.chance(8)) continue;
      last = await publish({ ...store, clickhouse, after: last });
      expect(await answersOf(served)).toEqual(await answersOf(store));
    }
    await publish({ ...store, clickhouse, after: last });
    expect(await answersOf(served)).toEqual(await answersOf(store));
  },
);

/** The same, which fails at one of its calls that change something. */
function failingAt(clickhouse: Clickhouse, call: number): Clickhouse {
  let calls = 0;
  const guard =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      calls += 1;
      if (calls === call) throw new Error('The sink was killed.');
      return work(...args);
    };
  return {
    query: (...statement) => clickhouse.query(...statement),
    stream: (...statement) => clickhouse.stream(...statement),
    saveFile: (...statement) => clickhouse.saveFile(...statement),
    close: () => clickhouse.close(),
    run: guard((...statement: Parameters<Clickhouse['run']>) => clickhouse.run(...statement)),
    insertFile: guard((...statement: Parameters<Clickhouse['insertFile']>) =>
      clickhouse.insertFile(...statement),
    ),
  };
}

async function fill(store: Facts, kinds = Object.keys(world)): Promise<void> {
  for (const { kind, rows } of historyOf(3))
    if (kinds.includes(kind)) await put(contextOf(store), kind, ...rows);
}

test(
  'a copy that ends at any point leaves nothing visible, and the next one goes on',
  { timeout: 900_000 },
  async () => {
    const { store, served, clickhouse } = await openBoth();
    await fill(store);
    await publish({ ...store, clickhouse });
    const before = await answersOf(served);
    const [order] = world['orders'] ?? [];
    await put(contextOf(store), 'orders', { ...order, volume_lots: '77' });
    const link = (world['links'] ?? []).find(({ link_code }) => link_code === 'L0');
    await put(contextOf(store), 'links', { ...link, partner_account: '9996' });
    let hasPublished = false;
    for (let call = 2; !hasPublished; call += 9) {
      hasPublished = await publish({ ...store, clickhouse: failingAt(clickhouse, call) }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('The sink was killed.');
          return false;
        },
      );
      expect(await answersOf(served)).toEqual(hasPublished ? await answersOf(store) : before);
    }
    expect(await answersOf(served)).toEqual(await answersOf(store));
  },
);

test('a new set of tables takes the place of the present one at once, and has lost nothing', async () => {
  const { store, served, clickhouse } = await openBoth();
  await fill(store);
  await publish({ ...store, clickhouse });
  const before = await answersOf(served);
  // As if the server had been restored from an old backup.
  await clickhouse.run('truncate table orders_1');
  await publish({ ...store, clickhouse, isRebuild: true });
  expect(await answersOf(served)).toEqual(before);
});

test('rows that were lost or changed in ClickHouse come back with the next version', async () => {
  const { store, served, clickhouse } = await openBoth();
  await fill(store);
  await publish({ ...store, clickhouse });
  const before = await answersOf(served);
  await clickhouse.run("alter table orders_1 delete where account_no < '9'", {}, { mutations_sync: '2' });
  await clickhouse.run('truncate table clients_1');
  await publish({ ...store, clickhouse });
  expect(await answersOf(served)).toEqual(before);
  await clickhouse.run('drop table deposits_1 sync');
  await expect(publish({ ...store, clickhouse })).rejects.toThrow('deposits_1');
  await publish({ ...store, clickhouse });
  expect(await answersOf(served)).toEqual(before);
});

const database = await createTestDatabase();
const server = await startClickhouse();
afterAll(() => server.remove());

test('a process copies what it accepts; without its server reports are 503, and it goes on when it is back', async () => {
  const errors: unknown[] = [];
  const facts = await openTestFacts(temporaryFolder(), database.db, {
    clickhouse: { url: server.url, username: 'default', password: '', database: 'default', connections: 4 },
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => facts.close());
  await fill(facts);
  const isServed = async () => expect((await facts.engine.position()).applied).toBe(facts.position.applied);
  await vi.waitFor(isServed, { timeout: 60_000, interval: 100 });
  const store = { ...facts, engine: duckdbEngine(facts.database, facts.position) };
  expect(await answersOf(facts)).toEqual(await answersOf(store));
  await server.kill();
  await expect(readState(contextFor(facts, 'P0'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('cannot be reached') as string,
  });
  const [order] = world['orders'] ?? [];
  await put(contextOf(facts), 'orders', { ...order, volume_lots: '78' });
  await vi.waitFor(() => expect(facts.sink?.error).toMatch(/cannot be reached/), { timeout: 30_000 });
  await server.restart();
  await vi.waitFor(isServed, { timeout: 60_000, interval: 100 });
  await vi.waitFor(() => expect(facts.sink?.error).toBeUndefined(), { timeout: 30_000 });
  expect(errors.length).toBeGreaterThan(0);
  expect(await answersOf(facts)).toEqual(await answersOf(store));
  await rebuildServed(facts);
  expect(await answersOf(facts)).toEqual(await answersOf(store));
});

test('files have the same bytes as those of the store', async () => {
  const { store, served, clickhouse } = await openBoth();
  await fill(store);
  await publish({ ...store, clickhouse });
  for (const report of REPORTS.filter(({ subject }) => !subject))
    expect(await fileOf(served, report)).toBe(await fileOf(store, report));
});

async function fileOf(facts: Facts, report: Report): Promise<string> {
  const context = contextFor(facts, 'P0');
  const { owner } = await readState(context);
  const blocks: string[] = [];
  for await (const block of readCsv(context, { report, ask: readAsk(report, {}, undefined, NOW), owner }))
    blocks.push(block);
  return blocks.join('');
}
