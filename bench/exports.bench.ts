import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../src/config/index.ts';
import { systemClock } from '../src/kernel/index.ts';
import { openDatabase, operatorContext } from '../src/process/index.ts';
import { SCOPES } from '../src/platform/auth/index.ts';
import { createService } from '../src/platform/http/index.ts';
import { openLocalStorage } from '../src/platform/storage/index.ts';
import { createLogs, createMetrics } from '../src/platform/telemetry/index.ts';
import { exportEndpoints, exportJobs } from '../src/trading/exports/index.ts';
import { countCopied } from './exports/count-copied.ts';
import { median, report } from './harness/measure.ts';

const FULL_ROWS = 5_000_000;
const ROWS = Number(process.env['QUAESTOR_BENCH_ROWS'] ?? 500_000);
const ROUNDS = ROWS < FULL_ROWS ? 3 : 1;
const FORMATS = ['CSV', 'JSON', 'PARQUET'] as const;
const WARM_UP_MS = 1500;
const WINDOW_MS = 10_000;
const FROM = '2026-01-01T00:00:00.000Z';
const MIB = 1024 * 1024;

// Many rows are read by what is built.
execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')]);
const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
await chmod(data, 0o755);
const config = loadConfig({ env: {}, flags: { data } });
const opened = await openDatabase(config, { own: true, say: () => {} });
const { database } = opened;
const { db } = database;
const { logger } = createLogs('silent');
const storage = openLocalStorage({ folder: join(data, 'files'), secret: Buffer.alloc(32), publicUrl: '' });
const context = operatorContext(db);
const app = createService(
  {
    service: 'trading',
    title: 'Bench',
    summary: 'Bench',
    tags: {},
    scopes: SCOPES.trading,
    endpoints: exportEndpoints(storage),
  },
  {
    auth: { authenticate: () => context.actor, onTokenEnd: () => () => {}, endpoints: [] },
    db,
    clock: systemClock,
    logs: createLogs('silent'),
    metrics: createMetrics(),
    limits: { ...config.http, readsPerMinute: 10_000_000 },
    trustProxies: [],
    publicUrl: '',
    version: '0',
    probes: {},
  },
);
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/trade/v1/exports`;
const tools = { database, storage, workFolder: join(data, 'work'), logger };
const write = exportJobs(tools).handlers.find(({ job }) => job.name === 'export.write');

/** Indexes are made when the rows are there, which takes a fraction of the time; the table is the same in the end. */
await database.session(async (client) => {
  await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`);
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
    where tablename = 'withdrawal' and indexname <> 'withdrawal_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  await client.query('alter table withdrawal disable trigger user');
  await client.query(
    `insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, created_at, updated_at)
    select uuidv7(), 'default', 'aurora', 'USDT', n * 0.000001, '{"kind": "blockchain", "network": "ETHEREUM",
      "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "tag": null, "alias": null}', 'payout-' || n,
      'CANCELLED', 'desk', 0, at, at
    from (select n, $1::timestamptz + n * interval '1 ms' as at from generate_series(1, $2::int) n) made`,
    [FROM, ROWS],
  );
  await client.query('alter table withdrawal enable trigger user');
  for (const { made } of indexes) await client.query(made);
  await client.query('vacuum analyze withdrawal');
  await client.query('checkpoint');
});

let newest = '';

/** From the request to the published file, in seconds. The file is not kept: there are many of them. */
async function exportAll(format: string, to?: string): Promise<number> {
  const start = performance.now();
  const body = JSON.stringify({ from: FROM, format, to });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}?type=withdrawal`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  await write?.run({ ...context, actor: { ...context.actor, kind: 'system' } }, { id });
  const done = (await (await fetch(`${url}/${id}`)).json()) as { status: string; rowsWritten: number };
  if (done.status !== 'COMPLETED') throw new Error(`The export ended as ${JSON.stringify(done)}.`);
  const seconds = (performance.now() - start) / 1000;
  await storage.remove(`${id}-1`);
  newest = id;
  return seconds;
}

const PLACE = ['address', 'network', 'tag', 'alias', 'reference'].map((name) => `destination ->> '${name}'`);
const REST = ['venue_transfer_id', 'receipt', 'failure_message', 'requested_by'];
const TIMES = ['created_at', 'updated_at'];
const cell = (column: string): string => `csv_cell(${column})`;
const iso = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns as an export writes them into CSV, safe for spreadsheets, and as they are stored. */
const COLUMNS = {
  same: [
    'id',
    cell('reference'),
    'status',
    ...['venue', 'asset'].map(cell),
    'amount',
    ...[...PLACE, ...REST].map(cell),
    ...TIMES.map(iso),
  ],
  plain: ['id', 'reference', 'status', 'venue', 'asset', 'amount', ...PLACE, ...REST, ...TIMES],
};

/** What PostgreSQL itself needs to write them to a client that only counts bytes, in seconds. */
async function copyAlone(columns: readonly string[]): Promise<number> {
  const start = performance.now();
  await countCopied(
    database.url,
    `copy (select ${columns.join(', ')} from withdrawal where tenant = 'default' and created_at >= '${FROM}'
      order by created_at, id) to stdout (format csv, header)`,
  );
  return (performance.now() - start) / 1000;
}

/** The 99th percentile of what another's request takes meanwhile. */
async function whileAsking(id: string, action: () => Promise<unknown>): Promise<number> {
  const asker = fork(join(import.meta.dirname, 'servers/asker.ts'), [`${url}/${id}`, 'Bearer bench']);
  await once(asker, 'spawn');
  await sleep(WARM_UP_MS);
  asker.send('begin');
  await action();
  asker.send('stop');
  const [timesMs] = (await once(asker, 'message')) as [number[]];
  return timesMs.toSorted((a, b) => a - b)[Math.floor(timesMs.length * 0.99)] ?? Number.NaN;
}

async function exportForAWhile(): Promise<void> {
  const endMs = performance.now() + WINDOW_MS;
  do await exportAll('CSV');
  while (performance.now() < endMs);
}

const times: Record<string, number[]> = { CSV: [], JSON: [], PARQUET: [], same: [], plain: [] };
const growthBytes: Record<string, number> = {};

async function measureExport(format: string): Promise<void> {
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    const growth = process.memoryUsage.rss() - before;
    growthBytes[format] = Math.max(growthBytes[format] ?? 0, growth);
  }, 10);
  times[format]?.push(await exportAll(format));
  clearInterval(watch);
}

// What is loaded at the first export of a format stays: it does not depend on the rows.
for (const format of FORMATS) await exportAll(format, '2026-01-01T00:00:20.000Z');
const id = newest;
for (let round = 0; round < ROUNDS; round++) {
  for (const rival of ['same', 'plain'] as const) times[rival]?.push(await copyAlone(COLUMNS[rival]));
  for (const format of FORMATS) await measureExport(format);
}
const rate = (name: string): number => ROWS / median(times[name] ?? []);
for (const format of FORMATS) {
  for (const rival of ['same', 'plain'] as const) {
    if (rival === 'same' && format !== 'CSV') continue;
    report({
      name: `${ROWS} rows exported as ${format}`,
      figure: rate(format),
      unit: '/s',
      rival: `COPY TO STDOUT, ${rival} columns`,
      ratio: rate(format) / rate(rival),
      ...(rival === 'same' && { target: '>= 0.5' }),
    });
  }
}
for (const format of FORMATS) {
  report({
    name: `resident memory an export as ${format} adds`,
    figure: (growthBytes[format] ?? Number.NaN) / MIB,
    unit: 'MiB',
    target: '<= 64',
  });
}
const idleMs = await whileAsking(id, () => sleep(WINDOW_MS));
const busyMs = await whileAsking(id, exportForAWhile);
report({
  name: "another's request during an export, p99",
  figure: busyMs,
  unit: 'ms',
  rival: 'without',
  ratio: busyMs / idleMs,
  target: '<= 2',
});
if (ROWS < FULL_ROWS) {
  console.log(`For the full size: QUAESTOR_BENCH_ROWS=${FULL_ROWS} npm run bench -- exports`);
}
await app.close();
await opened.close();
await rm(data, { recursive: true, force: true });
