import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spawnExchange, type ExchangeProcess } from '../../../exchange/testing/spawn.ts';
import { startProxy } from '../../platform/postgres/testing/proxy.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort } from '../../testing/process.ts';
import { alertsOf, alertsOver, altered, readScrape, ruleNames, type Scrape } from '../../testing/promtool.ts';
import { allowAll } from '../../trading/withdrawals/testing/rest.ts';
import { until } from '../testing/partners.ts';
import { openTraders, type Trader } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const PATIENCE_MS = 120_000;
const { url, sql, db } = await createTestDatabase();
const line = await startProxy(url);
const folder = makeFolder();
const metrics = await newPort();
let exchange: ExchangeProcess;
let traders: ReturnType<typeof openTraders>;
let server: Trader;
let healthy: Scrape;

beforeAll(async () => {
  exchange = await spawnExchange({ directory: join(folder, 'north'), profile: 'aurora', seed: '1' });
  await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
  await exchange.control.tick(1);
  await allowAll(db);
  traders = openTraders({
    databaseUrl: line.url,
    venues: { north: exchange.baseUrl },
    settings: { metrics: { port: metrics }, marketData: { symbols: ['BTC-USDT'] }, log: { level: 'fatal' } },
  });
  server = await traders.start({ roles: 'trading,partner,worker' });
  healthy = await scrapeWhen((found) => {
    const writes = sum(found, 'quaestor_facts_writer');
    const books = sum(found, 'quaestor_books', 'state="live"');
    const worker = sum(found, 'quaestor_lease_since_seconds', 'lease="worker');
    return writes === 1 && books > 0 && worker > 0 && isSealed(found);
  });
});

afterAll(async () => {
  line.thaw();
  await traders.close();
  await exchange.kill('SIGKILL');
  await line.cut();
  await removeFolder(folder);
});

const scrape = async (): Promise<Scrape> =>
  readScrape(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(), 'a');

async function scrapeWhen(isGood: (found: Scrape) => boolean): Promise<Scrape> {
  let found: Scrape = new Map();
  await until(async () => isGood((found = await scrape())), PATIENCE_MS);
  return found;
}

/** What a scrape shows lasts in these series, so nothing may wait for its seal in it. */
const isSealed = (found: Scrape): boolean => sum(found, 'quaestor_audit_unsealed') === 0;

/** Of all series with this name and label; NaN if there is none. */
function sum(found: Scrape, name: string, label = ''): number {
  const values = [...found].filter(([series]) => series.startsWith(`${name}{`) && series.includes(label));
  return values.length === 0 ? Number.NaN : values.reduce((total, [, value]) => total + value, 0);
}

const firing = (found: Scrape): string[] => alertsOf(folder, healthy, found);

/** The alerts that fire when what was counted between the two is counted each minute. */
const goingOn = (before: Scrape, after: Scrape): string[] =>
  alertsOver(folder, [
    { scrape: before, minutes: 15 },
    { scrape: after, minutes: 45, goesOn: true },
  ]);

test('nothing fires while a venue, its books, the facts and the jobs are well', () => {
  expect(firing(healthy)).toEqual([]);
});

test('a withdrawal of which the venue did not say whether it took it', async () => {
  await exchange.control.fault({ operation: 'withdraw', fault: { type: 'drop' }, times: 1 });
  await traders.withdraw(server, 'north');
  const found = await scrapeWhen(
    (found) => sum(found, 'quaestor_venue_calls_total', 'outcome="unknown"') > 0 && isSealed(found),
  );
  expect(firing(found)).toEqual(['SubmissionsUncertain']);
});

const refused = (found: Scrape): number =>
  sum(found, 'quaestor_venue_calls_total', 'call="withdrawals.submit",outcome="refused"');

test('a venue that refuses what is sent', async () => {
  const refusal = { type: 'refuse', status: 400, code: 'invalid_destination', message: 'No.' } as const;
  await exchange.control.fault({ operation: 'withdraw', fault: refusal, times: 6 });
  const before = await scrape();
  for (let count = 0; count < 6; count += 1) await traders.withdraw(server, 'north');
  const found = await scrapeWhen((found) => refused(found) >= refused(before) + 6);
  expect(alertsOf(folder, before, found)).toContain('SubmissionsRefused');
  await exchange.control.clearFaults();
});

test('a venue that is gone, whose books are shown as not live instead of not at all', async () => {
  await exchange.control.goOffline();
  try {
    await expect
      .poll(async () => firing(await scrape()), { timeout: PATIENCE_MS, interval: 500 })
      .toEqual(expect.arrayContaining(['BooksStale', 'VenueDown']));
  } finally {
    await exchange.control.goOnline();
    await scrapeWhen((found) => sum(found, 'quaestor_books', 'state="live"') > 0);
  }
});

const age = (found: Scrape): number => sum(found, 'quaestor_deposits_read_age_seconds');

test('deposits that a venue does not list any more', async () => {
  await scrapeWhen((found) => age(found) >= 0);
  await exchange.control.fault({ operation: 'listDeposits', fault: { type: 'error' } });
  try {
    await until(
      async () => (await sql`select from deposit_source where reason is not null`).length === 1,
      PATIENCE_MS,
    );
    await sql`update deposit_source set read_to = now() - interval '1 hour'`;
    const found = await scrapeWhen((found) => age(found) > 3000 && isSealed(found));
    expect(firing(found)).toContain('DepositsNotRead');
    // One that is not configured any more is not read any more either.
    const removed = [...found].filter(([series]) => !series.startsWith('quaestor_venue_live{'));
    expect(firing(new Map(removed))).not.toContain('DepositsNotRead');
  } finally {
    await exchange.control.clearFaults();
  }
  await scrapeWhen((found) => age(found) < 600);
});

test('jobs that failed for the last time, and jobs that nobody runs', async () => {
  await sql`select graphile_worker.permanently_fail_jobs(
    array[(graphile_worker.add_job('test.dead', queue_name => 'test.dead')).id], 'It failed.')`;
  await sql`select graphile_worker.add_job('test.waiting') from generate_series(1, 101)`;
  try {
    const found = await scrapeWhen((found) => sum(found, 'quaestor_jobs', 'state="dead"') > 0);
    expect(firing(found)).toEqual(expect.arrayContaining(['DeadJobs', 'JobsWaiting']));
  } finally {
    await sql`select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier like 'test.%'))`;
  }
});

test('a metric that cannot be read', async () => {
  await sql`alter table export rename to hidden`;
  try {
    const found = await scrapeWhen((found) => sum(found, 'quaestor_metric_failures_total') > 0);
    expect(goingOn(healthy, found)).toContain('MetricsUnreadable');
  } finally {
    await sql`alter table hidden rename to export`;
  }
});

test('requests that fail because the database does not answer', async () => {
  const before = await scrape();
  line.freeze();
  try {
    await traders.ask(server, 'GET', '/trade/v1/conversions').catch(() => undefined);
  } finally {
    line.thaw();
  }
  const found = await scrapeWhen(
    (found) => sum(found, 'quaestor_http_request_duration_seconds_count', 'status="5') > 0,
  );
  expect(goingOn(before, found)).toContain('ErrorsServed');
});

// What takes a day, a full disk or a crowd is shown by series of the real process with other values.
test.each([
  ['AuditNotSealed', 'quaestor_audit_unsealed', [], 3],
  ['DatabaseConnectionsExhausted', 'quaestor_database_connections', ['state="waiting"'], 2],
  ['SignInsWaiting', 'quaestor_sign_ins_waiting', [], 11],
  ['DiskFilling', 'quaestor_data_free_bytes', [], 1],
  ['FactsBehind', 'quaestor_facts_lag_seconds', [], 61],
  ['FactsEngineFails', 'quaestor_facts_engine_failures_total', [], 1],
  ['WebhooksLate', 'quaestor_webhook_oldest_waiting_seconds', [], 901],
  ['WebhooksParked', 'quaestor_webhook_deliveries', ['state="parked"'], 1],
  ['ExportsFail', 'quaestor_exports_ended_total', ['outcome="failed"'], 1],
] as const)('%s fires when %s%j is %d', (alert, name, labels, value) => {
  expect(firing(altered(healthy, name, labels, value))).toEqual([alert]);
});

test('CreditingLate fires when a day has waited for more than a day, and not before', () => {
  const late = altered(healthy, 'quaestor_crediting_waiting_days', [], 1);
  const waiting = (minutes: number) =>
    alertsOver(folder, [
      { scrape: healthy, minutes: 15 },
      { scrape: late, minutes },
    ]);
  expect(waiting(20 * 60)).toEqual([]);
  expect(waiting(27 * 60)).toEqual(['CreditingLate']);
});

test('a lease that moves all the time fires, one that moved at a restart does not', async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  server = await traders.start({ roles: 'trading,partner,worker' });
  const restarted = await scrapeWhen(
    (found) =>
      sum(found, 'quaestor_facts_writer') === 1 &&
      sum(found, 'quaestor_lease_since_seconds', 'lease="worker') > 0,
  );
  expect(firing(restarted)).not.toContain('LeasesMove');
  const flapping = Array.from({ length: 14 }, (_, index) => ({
    scrape: index % 2 === 0 ? healthy : restarted,
    minutes: 1,
  }));
  expect(alertsOver(folder, flapping)).toContain('LeasesMove');
});

test('a clock that is ten minutes ahead', async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  const skew = `const D = Date; globalThis.Date = class extends D {
    constructor(...a) { if (a.length) super(...a); else super(D.now() + 600000); }
    static now() { return D.now() + 600000; } };`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(skew)}` };
  server = await traders.start({ roles: 'trading,partner,worker', env });
  const found = await scrapeWhen((found) => sum(found, 'quaestor_ready', 'check="clock"') === 0);
  expect(firing(found)).toEqual(expect.arrayContaining(['ClockSkewed', 'NotReady']));
});

test('every rule is fired by a test here or by the faults of alerts.long.test.ts', () => {
  const tests = ['alert-series', 'alerts'].map((name) =>
    readFileSync(join(import.meta.dirname, `${name}.long.test.ts`), 'utf8'),
  );
  expect(ruleNames().length).toBeGreaterThan(30);
  expect(ruleNames().filter((name) => !tests.some((text) => text.includes(`'${name}'`)))).toEqual([]);
});
