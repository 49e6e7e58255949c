import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { credit } from '../crediting/index.ts';
import { ingest, publish, type Facts } from '../facts/index.ts';
import { changing, ordersByShard } from '../testing/clickhouse.ts';
import { contextOf, ndjson, put } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import type { Report } from './declare.ts';
import { readCsv } from './read.ts';
import { readAsk } from './request.ts';
import { readState } from './state.ts';
import { historyOf, VOIDABLE, voidBatch } from './testing/history.ts';
import { world } from './testing/questions.ts';
import { answersOf, changeTwo, fill, openBoth } from './testing/served.ts';
import { contextFor, Dice, NOW } from './testing/world.ts';

const urls = inject('clickhouseUrls');
const TIMEOUT = { timeout: 900_000 };

const partnersOf = (shards: readonly Record<string, number>[]): string[][] =>
  shards.map((orders) => Object.keys(orders).sort());

test(
  'a history with corrections, voids, payouts and changed parents is served byte for byte as the store answers',
  TIMEOUT,
  async () => {
    const { store, served, cluster } = await openBoth(urls);
    const dice = new Dice(5);
    let last: Awaited<ReturnType<typeof publish>> | undefined;
    for (const { kind, rows } of historyOf(5)) {
      const { applied } = store.position;
      await put(contextOf(store), kind, ...rows);
      // A correction to what is known already makes no batch.
      const isBatch = store.position.applied > applied;
      if (isBatch && VOIDABLE.has(kind) && dice.chance(25)) await voidBatch(store, store.position.applied);
      if (kind === 'orders' && dice.chance(40))
        await credit({ ...contextOf(store), db: store.db }, store, { through: '2024-05-31' });
      if (!dice.chance(8)) continue;
      last = await publish({ ...store, cluster, after: last });
      expect(await answersOf(served)).toEqual(await answersOf(store));
    }
    last = await publish({ ...store, cluster, after: last });
    expect(await answersOf(served)).toEqual(await answersOf(store));
    const before = partnersOf(await ordersByShard(cluster, store.db));
    expect(new Set(before.flat()).size).toBe(before.flat().length);
    for (const orders of before) expect(orders.length).toBeGreaterThan(0);
    // Each partner in turn is at the top of a tree of its own, or below the last one.
    for (const parent_uid of [null, 'P4']) {
      for (const partner of world['partners'] ?? []) {
        const source = ndjson([{ ...partner, parent_uid }]);
        await ingest(contextOf(store), { kind: 'partners', source });
      }
      last = await publish({ ...store, cluster, after: last });
      expect(await answersOf(served)).toEqual(await answersOf(store));
    }
    const together = (await ordersByShard(cluster, store.db)).find((orders) => orders['P4']);
    const all = before.flat().sort();
    expect(Object.keys(together ?? {}).sort()).toEqual(all);
  },
);

test('a copy that ends at any point leaves nothing visible, and the next one goes on', TIMEOUT, async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const before = await answersOf(served);
  await changeTwo(store);
  const after = await answersOf(store);
  let hasPublished = false;
  for (let end = 2; !hasPublished; end += 31) {
    let calls = 0;
    const ending = changing(cluster, async ({ make }) => {
      calls += 1;
      if (calls === end) throw new Error('The sink was killed.');
      await make();
    });
    hasPublished = await publish({ ...store, cluster: ending }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('The sink was killed.');
        return false;
      },
    );
    expect(await answersOf(served)).toEqual(hasPublished ? after : before);
  }
});

test('a former writer that goes on after another one has published changes nothing', TIMEOUT, async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  await changeTwo(store);
  const wakes = new EventTarget();
  const woken = once(wakes, 'wake');
  const pausing = changing(cluster, async ({ make }) => {
    await woken;
    await make();
  });
  const paused = publish({ ...store, cluster: pausing });
  paused.catch(() => {});
  // It has begun its version before the next writer begins another one.
  await expect
    .poll(() => store.db.selectFrom('served_facts').select(['begun']).executeTakeFirst())
    .toEqual({ begun: '2' });
  await publish({ ...store, cluster });
  const after = await answersOf(served);
  expect(after).toEqual(await answersOf(store));
  wakes.dispatchEvent(new Event('wake'));
  await expect(paused).rejects.toThrow('Version 2 is not published: a later one was begun.');
  expect(await answersOf(served)).toEqual(after);
  await put(contextOf(store), 'orders', { ...world['orders']?.[1], volume_lots: '78' });
  await publish({ ...store, cluster });
  expect(await answersOf(served)).toEqual(await answersOf(store));
});

test('a new set of tables takes the place of the present one at once, and has lost nothing', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const before = await answersOf(served);
  // As if the server had been restored from an old backup.
  for (const url of urls) await cluster.at(url).run('truncate table orders_1');
  await publish({ ...store, cluster, isRebuild: true });
  expect(await answersOf(served)).toEqual(before);
});

test('rows and tables that were lost in ClickHouse come back with the next version', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const before = await answersOf(served);
  for (const url of urls) {
    const node = cluster.at(url);
    await node.run("alter table orders_1 delete where account_no < '9'", {}, { mutations_sync: '2' });
    await node.run('truncate table clients_1');
  }
  await publish({ ...store, cluster });
  expect(await answersOf(served)).toEqual(before);
  await cluster.at(urls[0] ?? '').run('drop table deposits_1 sync');
  await publish({ ...store, cluster });
  expect(await answersOf(served)).toEqual(before);
});

test('files have the same bytes as those of the store', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
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
