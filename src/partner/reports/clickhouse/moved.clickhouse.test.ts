import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openCluster, type Cluster } from '../../../platform/clickhouse/index.ts';
import { startShards } from '../../../testing/clickhouse/start.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { clickhouseEngine, duckdbEngine } from '../../facts/serving/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import { clusterOptions, ordersByShard } from '../../testing/clickhouse.ts';
import { openTestFacts, openTestStore } from '../../testing/facts.ts';
import { answersOf, changeTwo, fill, tradesOf, watch } from '../testing/served.ts';

const database = await createTestDatabase();
const servers = await startShards(2);
afterAll(() => Promise.all(servers.map((server) => server.remove())));
const [first = '', second = ''] = servers.map(({ url }) => url);

function openTestCluster(urls: readonly string[]): Cluster {
  const cluster = openCluster(clusterOptions(urls));
  onTestFinished(() => cluster.close());
  return cluster;
}

const WAIT = { timeout: 120_000, interval: 100 };

/** Waits until servers have all that the store has. */
const areServing = (facts: Facts, urls: readonly string[]): Promise<void> =>
  vi.waitFor(async () => {
    const published = await database.sql`select nodes, applied from served_facts`;
    expect(published).toEqual([{ nodes: urls.map((url) => [url]), applied: String(facts.position.applied) }]);
  }, WAIT);

test('reports stay the same while one server becomes two shards, and two become one', async () => {
  const folder = temporaryFolder();
  const start = (urls: readonly string[]): Promise<Facts> =>
    openTestFacts(folder, database.db, { clickhouse: clusterOptions(urls) });
  let writer = await start([first]);
  onTestFinished(() => writer.close());
  const store = (): Facts => ({ ...writer, engine: duckdbEngine(writer.database, writer.position) });
  await fill(writer);
  await areServing(writer, [first]);
  const before = await answersOf(store());
  const trades = await tradesOf(store());
  const [all = {}] = await ordersByShard(openTestCluster([first]), database.db);

  // A process that is not restarted.
  const other = await openTestStore(temporaryFolder());
  onTestFinished(() => other.close());
  const engine = clickhouseEngine({ ...other, db: database.db, cluster: openTestCluster([first]) });
  const reader = { ...other, db: database.db, engine };
  const watched = watch(() => tradesOf(reader));
  for (const urls of [[first, second], [second]]) {
    await writer.close();
    writer = await start(urls);
    await areServing(writer, urls);
    expect(await answersOf(writer)).toEqual(before);
    expect(await answersOf(reader)).toEqual(before);
    const shards = await ordersByShard(openTestCluster(urls), database.db);
    for (const orders of shards) expect(orders).not.toEqual({});
    expect(Object.fromEntries(shards.flatMap(Object.entries))).toEqual(all);
  }
  expect(await watched.stop()).toEqual({ answers: [trades], refused: 0 });

  await servers[0]?.kill();
  await changeTwo(writer);
  await areServing(writer, [second]);
  expect(await answersOf(reader)).toEqual(await answersOf(store()));
});
