import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Problem } from '../../../kernel/index.ts';
import { openCluster } from '../../../platform/clickhouse/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { startShards } from '../../../testing/clickhouse/start.ts';
import { clickhouseEngine, duckdbEngine, rebuildServed } from '../../facts/serving/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import { clusterOptions } from '../../testing/clickhouse.ts';
import { contextOf, openTestFacts, put } from '../../testing/facts.ts';
import { REPORTS } from '../declarations/index.ts';
import { ask, world } from '../testing/questions.ts';
import { answersOf, fill } from '../testing/served.ts';

const database = await createTestDatabase();
const servers = await startShards(2);
afterAll(() => Promise.all(servers.map((server) => server.remove())));
const options = clusterOptions(servers.map(({ url }) => url));

/** ClickHouse itself would take 30 seconds. */
const FOUND_OUT_MS = 15_000;
const WAIT = { timeout: 120_000, interval: 200 };

const [own, shared] = ['own', 'shared'].map((reach) =>
  REPORTS.find((report) => report.reach === reach && !report.subject),
);
if (!own || !shared) throw new Error('There are no such reports.');

const askOwn = (facts: Facts, me: string) =>
  ask(facts, own, { me, query: {}, subject: undefined, limit: 10 });
const askShared = (facts: Facts) =>
  ask(facts, shared, { me: 'P1', query: {}, subject: undefined, limit: 10 });

/** The server that has the rows of a partner, and the other one. */
async function serversOf(facts: Facts, partnerUid: string) {
  const cluster = openCluster(options);
  const { generation } = await facts.db
    .selectFrom('served_facts')
    .select('generation')
    .executeTakeFirstOrThrow();
  const sql = `select shard from placements_${generation} where partner_uid = $1 and until = 4294967295`;
  const [found] = await cluster.at(servers[0]?.url ?? '').query<{ shard: number }>(sql, [partnerUid]);
  await cluster.close();
  const [lost, other] = found?.shard === 1 ? [servers[1], servers[0]] : [servers[0], servers[1]];
  if (!lost || !other) throw new Error('There are two servers.');
  return { lost, other };
}

test('without a node only its partners are refused; it is filled again when it comes back, even empty', async () => {
  const errors: unknown[] = [];
  const facts = await openTestFacts(temporaryFolder(), database.db, {
    clickhouse: options,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => facts.close());
  await fill(facts);
  const isServed = async () => expect((await facts.engine.position()).applied).toBe(facts.position.applied);
  await vi.waitFor(isServed, WAIT);
  const store = { ...facts, engine: duckdbEngine(facts.database, facts.position) };
  const before = await answersOf(store);
  expect(await answersOf(facts)).toEqual(before);
  const { lost, other } = await serversOf(facts, 'P0');
  expect((await serversOf(facts, 'P4')).lost).toBe(other);

  for (const lose of ['kill', 'freeze'] as const) {
    await lost[lose]();
    await expect(askOwn(facts, 'P0')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('has the facts of this partner, is not available') as string,
      headers: { 'retry-after': '5' },
    });
    expect(await askOwn(facts, 'P4')).toBe(await askOwn(store, 'P4'));
    const began = performance.now();
    await expect(askShared(facts)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('reads all 2 shards') as string,
    });
    expect(performance.now() - began).toBeLessThan(FOUND_OUT_MS);
    await vi.waitFor(() => expect(facts.sink?.error).toMatch(/cannot be reached/), WAIT);
    await lost.restart();
    await vi.waitFor(async () => expect(await answersOf(facts)).toEqual(before), WAIT);
  }

  await lost.kill();
  const [order] = world['orders'] ?? [];
  await put(contextOf(facts), 'orders', { ...order, volume_lots: '78' });
  await lost.restartEmpty();
  // Never an empty page: until all is there again, its partners are refused.
  let answer: string | undefined;
  await vi.waitFor(async () => {
    answer = await askOwn(facts, 'P0').catch((error: Problem) => error.code);
    expect(answer).not.toBe('unavailable');
  }, WAIT);
  expect(answer).toBe(await askOwn(store, 'P0'));
  await vi.waitFor(() => expect(facts.sink?.error).toBeUndefined(), WAIT);
  expect(errors.length).toBeGreaterThan(0);
  expect(await answersOf(facts)).toEqual(await answersOf(store));
  await rebuildServed(facts);
  expect(await answersOf(facts)).toEqual(await answersOf(store));

  // Readers ask the servers that have the version, whatever they are configured to use.
  const reading = openCluster({ ...options, nodes: [] });
  const reader = { ...facts, engine: clickhouseEngine({ ...facts, cluster: reading }) };
  expect(await answersOf(reader)).toEqual(await answersOf(store));
  await reading.close();
});
