import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openClickhouse } from '../../../platform/clickhouse/index.ts';
import { createMetrics } from '../../../platform/telemetry/index.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { inject as get } from '../../../testing/inject.ts';
import { asDeclared } from '../../facts/http/index.ts';
import { measureFacts } from '../../facts/handle/index.ts';
import { publish } from '../../facts/serving/index.ts';
import { readStatus } from '../../facts/reading/index.ts';
import { clusterOptions, openTestCluster } from '../../testing/clickhouse.ts';
import { contextOf, openTestFacts } from '../../testing/facts.ts';
import { REPORTS } from '../declarations/index.ts';
import { readPage, readPartnerState } from '../reading/index.ts';
import { readAsk } from '../query/index.ts';
import { reportEndpoints } from '../routes.ts';
import { serveReports } from '../testing/serve.ts';
import { changeTwo, fill, openBoth } from '../testing/served.ts';
import { contextFor, NOW } from '../testing/world.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const LATER = new Date(NOW.getTime() + 60_000);
const urls = inject('clickhouseUrls');
const [symbols, sharedAccounts] = ['symbols', 'shared_accounts'].map((wanted) =>
  REPORTS.find(({ name }) => name === wanted),
);
if (!symbols || !sharedAccounts) throw new Error('There are no such reports.');

test('the rows of a page are of the version that its tag is of, though the next one is published before they are read', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const context = contextFor(served, 'P2');
  const ask = readAsk(symbols, { date_from: '2023-12-20', date_to: '2024-06-01' }, undefined, NOW);
  const read = async ({ owner, view }: Awaited<ReturnType<typeof readPartnerState>>): Promise<string> =>
    readPage(context, { report: symbols, ask, owner, view });
  const former = await readPartnerState(context);
  const before = await read(former);
  await changeTwo(store);
  await publish({ ...store, cluster });
  expect(await read(former)).toBe(before);
  expect(await read(await readPartnerState(context))).not.toBe(before);
});

test('the first statement of a report on shared accounts ends when its caller leaves', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const node = cluster.at(urls[0] ?? '');
  await node.run('rename table shares_1 to shares_real');
  await node.run(`create view shares_1 as
    select s.* from numbers(1000000000000) n cross join shares_real s where sipHash64(n.number) = 0`);
  const running = async (): Promise<number> => {
    const [found] = await node.query<{ statements: number }>(
      `select count(*) as statements from system.processes
        where current_database = currentDatabase() and query like '%agent_uid%' and query not like '%processes%'`,
    );
    return found?.statements ?? 0;
  };
  const leaving = new AbortController();
  const context = { ...contextFor(served, 'P1'), signal: leaving.signal };
  const { owner, view } = await readPartnerState(context);
  const ask = readAsk(sharedAccounts, {}, undefined, NOW);
  const page = readPage(context, { report: sharedAccounts, ask, owner, view });
  page.catch(() => {});
  await vi.waitFor(async () => expect(await running()).toBe(1), WAIT);
  leaving.abort(new Error('The caller has left.'));
  await expect(page).rejects.toThrow('The caller has left.');
  await vi.waitFor(async () => expect(await running()).toBe(0), WAIT);
});

test('a caller who has seen a later batch gets 503 with the lag of ClickHouse until ClickHouse has that batch', async () => {
  const { store, served, cluster } = await openBoth(urls);
  await fill(store);
  await publish({ ...store, cluster });
  const { applied } = store.position;
  expect(await served.engine.lagSeconds(LATER)).toBe(0);
  await changeTwo(store);
  const endpoints = reportEndpoints(served, 0).map((endpoint) => asDeclared(served, endpoint));
  const app = serveReports(endpoints, { now: LATER, requestTimeoutMs: 60_000 });
  const headers = { authorization: 'P0', 'x-as-of': store.position.asOf?.toISOString() ?? '' };
  const answer = await get(app, { url: '/api/reports/symbols/', headers });
  const lag = Math.round((await served.engine.lagSeconds(LATER)) * 10) / 10;
  expect(lag).toBeGreaterThan(50);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    503,
    {
      detail: `ClickHouse has the batches up to ${applied} of ${applied + 2}, ${lag.toFixed(1)} s behind the log.`,
      applied,
      head: applied + 2,
      lag_seconds: lag,
    },
  ]);
  await publish({ ...store, cluster });
  expect((await get(app, { url: '/api/reports/symbols/', headers })).statusCode).toBe(200);
  expect(await served.engine.lagSeconds(LATER)).toBe(0);
});

test('status and metrics tell what ClickHouse serves, and why the last copy failed', async () => {
  const database = await openTestDatabase({ poolSize: 4 });
  onTestFinished(() => database.drop());
  const cluster = await openTestCluster(urls);
  onTestFinished(() => cluster.drop());
  const facts = await openTestFacts(temporaryFolder(), database.db, { clickhouse: cluster.options });
  onTestFinished(() => facts.close());
  const metrics = createMetrics();
  measureFacts(metrics, facts, { now: () => LATER });
  const measured = async (name: string): Promise<number> => {
    const text = await metrics.registry.getSingleMetricAsString(`quaestor_facts_${name}`);
    return Number(text.split(' ').at(-1));
  };
  await fill(facts);
  const { applied } = facts.position;
  await vi.waitFor(async () => expect(await measured('served')).toBe(applied), WAIT);
  expect(await measured('served_lag_seconds')).toBe(0);
  const { served } = await readStatus(contextOf(facts));
  expect(served).toEqual({
    applied,
    as_of: facts.position.asOf?.toISOString(),
    version: expect.any(Number) as number,
    error: null,
  });

  const failures = await measured('sink_failures_total');
  const [url = ''] = urls;
  const admin = openClickhouse({ ...clusterOptions(urls), url });
  onTestFinished(() => admin.close());
  await admin.run(`drop database ${cluster.options.database} sync`);
  await changeTwo(facts);
  await vi.waitFor(async () => expect(await measured('sink_failures_total')).toBeGreaterThan(failures), WAIT);
  expect(await measured('served')).toBe(applied);
  expect(await measured('served_lag_seconds')).toBeGreaterThan(50);
  await vi.waitFor(async () => {
    const { served: failing } = await readStatus(contextOf(facts));
    expect(failing?.error).toMatch(/^The ClickHouse server 127\.0\.0\.1:\d+ lacks the database: create it/);
  }, WAIT);
  await admin.run(`create database ${cluster.options.database}`);
  await vi.waitFor(async () => expect(await measured('served_lag_seconds')).toBe(0), WAIT);
  await vi.waitFor(async () => {
    expect((await readStatus(contextOf(facts))).served).toMatchObject({ applied: applied + 2, error: null });
  }, WAIT);
});
