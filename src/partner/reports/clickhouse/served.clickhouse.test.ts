import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { credit } from '../../crediting/index.ts';
import { clickhouseEngine, publish, rebuildServed, retire } from '../../facts/serving/index.ts';
import { ingest } from '../../facts/intake/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import { changing, countRows, ordersByShard } from '../../testing/clickhouse.ts';
import { contextOf, ndjson, put } from '../../testing/facts.ts';
import { REPORTS } from '../declarations/index.ts';
import { readAsk, type Report } from '../query/index.ts';
import { CSV, FILES, readLines, readPartnerState } from '../reading/index.ts';
import { historyOf, VOIDABLE, voidBatch } from '../testing/history.ts';
import { world } from '../testing/questions.ts';
import { answersOf, changeTwo, fill, openBoth, tradesOf, watch } from '../testing/served.ts';
import { contextFor, Dice, NOW } from '../testing/world.ts';

const urls = inject('clickhouseUrls');
const TIMEOUT = { timeout: 900_000 };
const WAIT = { timeout: 60_000 };

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
      if (kind === 'orders' && dice.chance(40)) await credit(contextOf(store), { through: '2024-05-31' });
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
    .poll(() => store.db.selectFrom('served_facts').select(['begun']).executeTakeFirst(), WAIT)
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

/** Asks for new tables; `rebuilt` ends when they have taken the place of the present ones. */
async function askForRebuild(facts: Facts): Promise<{ rebuilt: Promise<void> }> {
  const rebuilt = rebuildServed(facts);
  const wanted = () => facts.db.selectFrom('served_facts').select('wanted').executeTakeFirst();
  await expect.poll(wanted, WAIT).not.toEqual({ wanted: '0' });
  return { rebuilt };
}

test('a new set of tables takes the place of the present one at once, and has lost nothing', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const [before, trades] = [await answersOf(served), await tradesOf(served)];
  const generation = () => store.db.selectFrom('served_facts').select('generation').executeTakeFirst();
  const watched = watch(() => tradesOf(served));
  // A copy that has begun before is not the one that is asked for.
  let asked: Awaited<ReturnType<typeof askForRebuild>> | undefined;
  const asking = changing(cluster, async ({ make }) => {
    asked ??= await askForRebuild(store);
    await make();
  });
  await changeTwo(store);
  await publish({ ...store, cluster: asking });
  expect(await generation()).toEqual({ generation: '1' });
  const after = await tradesOf(served);
  await publish({ ...store, cluster });
  await asked?.rebuilt;
  expect(await generation()).toEqual({ generation: '3' });
  expect(await watched.stop()).toEqual({ answers: [trades, after], refused: 0 });
  expect(await answersOf(served)).toEqual(await answersOf(store));
  expect(await answersOf(served)).not.toEqual(before);
});

test('a first copy that is interrupted goes on with the rows that it has copied', async () => {
  const whole = await openBoth(urls);
  await fill(whole.store);
  const { coming: all } = await publish({ ...whole.store, cluster: whole.cluster });
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  let copied = 0;
  for (let end = 10; copied < all; end += 10) {
    let inserts = 0;
    const ending = changing(cluster, async ({ sql, make }) => {
      if (sql.startsWith('insert')) inserts += 1;
      if (inserts === end) throw new Error('The sink was killed.');
      await make();
    });
    await publish({ ...store, cluster: ending }).catch((error: Error) => {
      if (error.message !== 'The sink was killed.') throw error;
    });
    const now = await countRows(cluster, store.db);
    expect(now).toBeGreaterThan(copied);
    copied = now;
  }
  const { coming } = await publish({ ...store, cluster });
  expect(coming).toBe(0);
  expect(await answersOf(served)).toEqual(await answersOf(store));
});

test('after PostgreSQL was restored from a backup, what was published later is never seen', async () => {
  const lost = await openBoth(urls);
  await fill(lost.store);
  await publish({ ...lost.store, cluster: lost.cluster });
  const backup = await lost.store.db.selectFrom('served_facts').selectAll().executeTakeFirstOrThrow();
  await changeTwo(lost.store);
  await publish({ ...lost.store, cluster: lost.cluster });
  const { rebuilt } = await askForRebuild(lost.store);
  await publish({ ...lost.store, cluster: lost.cluster });
  await rebuilt;

  const { store } = await openBoth(urls);
  const { cluster } = lost;
  const served = { ...store, engine: clickhouseEngine({ ...store, cluster }) };
  await fill(store);
  const { columns, nodes, ...row } = backup;
  await store.db
    .updateTable('served_facts')
    .set({
      ...row,
      columns: sql`${JSON.stringify(columns)}::jsonb`,
      nodes: sql`${JSON.stringify(nodes)}::jsonb`,
    })
    .execute();
  expect(await answersOf(served)).toEqual(await answersOf(store));
  for (const lots of ['78', '79']) {
    await put(contextOf(store), 'orders', { ...world['orders']?.[0], volume_lots: lots });
    await publish({ ...store, cluster });
    expect(await answersOf(served)).toEqual(await answersOf(store));
  }
});

test('rows and tables that were lost or doubled in ClickHouse are repaired with the next version', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const before = await answersOf(served);
  for (const url of urls) {
    const node = cluster.at(url);
    await node.run("alter table orders_1 delete where account_no < '9'", {}, { mutations_sync: '2' });
    await node.run('truncate table clients_1');
    await node.run('insert into links_1 select * from links_1');
  }
  await publish({ ...store, cluster });
  expect(await answersOf(served)).toEqual(before);
  await cluster.at(urls[0] ?? '').run('drop table deposits_1 sync');
  await publish({ ...store, cluster });
  expect(await answersOf(served)).toEqual(before);
});

test('rows and tables that no reader uses any more are deleted, and nothing else', async () => {
  const { store, served, cluster } = await openBoth(urls);
  const later = () =>
    store.db
      .updateTable('served_facts')
      .set({ retiring_since: new Date(0) })
      .execute();
  const retireNow = async () => {
    await later();
    await retire({ ...store, cluster });
  };
  await fill(store);
  await publish({ ...store, cluster });
  await changeTwo(store);
  await publish({ ...store, cluster });
  const all = await countRows(cluster, store.db);
  // The first time it only notes which version may still be in use.
  await retireNow();
  expect(await countRows(cluster, store.db)).toBe(all);
  await retire({ ...store, cluster });
  expect(await countRows(cluster, store.db)).toBe(all);
  await retireNow();
  expect(await countRows(cluster, store.db)).toBeLessThan(all);
  expect(await answersOf(served)).toEqual(await answersOf(store));

  const { rebuilt } = await askForRebuild(store);
  await publish({ ...store, cluster });
  await rebuilt;
  const sets = async () => {
    const tables = await cluster
      .at(urls[0] ?? '')
      .query<{ name: string }>(
        "select name from system.tables where name like 'orders\\_%' and database = currentDatabase()",
      );
    return tables
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('_all'))
      .sort();
  };
  await retireNow();
  expect(await sets()).toEqual(['orders_1', 'orders_3']);
  await retireNow();
  expect(await sets()).toEqual(['orders_3']);
  expect(await answersOf(served)).toEqual(await answersOf(store));
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
  const { owner, view } = await readPartnerState(context);
  const ask = readAsk(report, {}, undefined, NOW);
  const blocks: string[] = [];
  const lines = readLines(context, { report, ask, owner, view });
  for await (const block of FILES[CSV].write(lines, report)) blocks.push(String(block));
  return blocks.join('');
}
