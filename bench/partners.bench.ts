import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbedded } from '../src/platform/postgres/index.ts';
import { PROGRAM } from '../src/process/testing/orders.ts';
import { startPartners } from '../src/process/testing/partners.ts';
import { makeFolder, removeFolder } from '../src/testing/folder.ts';
import { report } from './harness/measure.ts';

const ORDERS_PER_SECOND = 50_000;
const BATCHES_PER_SECOND = 4;
const BATCHES = Number(process.env['PARTNERS_BENCH_BATCHES'] ?? 60);
const BATCH_ORDERS = ORDERS_PER_SECOND / BATCHES_PER_SECOND;
const REPORT_SECONDS = 6;
const CALLERS = 4;

const dataFolder = makeFolder();
const server = await startEmbedded({ dataFolder, say: () => {} });
// Pages are not cached, so that every report is computed.
const group = await startPartners(server.url, 2, { settings: { reports: { memoryMib: 0 } } });
try {
  const [writer = group.first, reader = group.first] = group.processes;
  for (const [kind, rows] of PROGRAM) await send(kind, rows);
  await measureLag();
  await measureReaders();

  async function send(kind: string, rows: readonly object[]): Promise<string> {
    const answer = await group.send(writer.url, kind, rows);
    if (answer?.status !== 200) throw new Error(answer?.text ?? 'The connection was lost.');
    return answer.asOf;
  }

  /** The time from the answer of an import until another process answers with its facts. */
  async function measureLag(): Promise<void> {
    const lags: Promise<number>[] = [];
    const began = performance.now();
    for (let batch = 0; batch < BATCHES; batch += 1) {
      await sleep(Math.max(0, began + (batch * 1000) / BATCHES_PER_SECOND - performance.now()));
      const asOf = await send('orders', ordersOf(batch));
      lags.push(lagOf(asOf));
    }
    const seconds = (performance.now() - began) / 1000;
    const sorted = (await Promise.all(lags)).toSorted((a, b) => a - b);
    const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN);
    report({
      name: 'orders sent to one process, which another follows',
      figure: (BATCHES * BATCH_ORDERS) / seconds,
      unit: '/s',
      target: `>= ${ORDERS_PER_SECOND}`,
    });
    report({ name: 'the other answers with them after, median', figure: p50 ?? Number.NaN, unit: 'ms' });
    report({
      name: 'the other answers with them after, p99',
      figure: p99 ?? Number.NaN,
      unit: 'ms',
      target: '<= 1000',
    });
  }

  async function lagOf(asOf: string): Promise<number> {
    const began = performance.now();
    for (;;) {
      const answer = await group.report(reader.url, '/api/reports/rewards/?limit=1', { 'x-as-of': asOf });
      if (answer?.status === 200) return performance.now() - began;
      // A process that lags for more than five seconds answers 503.
      if (answer?.status !== 503) throw new Error(answer?.text ?? 'The connection was lost.');
    }
  }

  async function measureReaders(): Promise<void> {
    if (availableParallelism() > 1) {
      for (const [cpu, { pid }] of group.processes.entries())
        await promisify(execFile)('taskset', ['-acp', String(cpu), String(pid)]);
    }
    await reportRate([writer.url]);
    const one = await reportRate([writer.url]);
    const both = await reportRate([writer.url, reader.url]);
    report({
      name: 'reports of a second process, each with a processor of its own',
      figure: both - one,
      unit: '/s',
      rival: 'one process',
      ratio: (both - one) / one,
      target: '>= 0.8',
    });
  }

  async function reportRate(urls: readonly string[]): Promise<number> {
    const end = performance.now() + REPORT_SECONDS * 1000;
    let answers = 0;
    const call = async (url: string, caller: number): Promise<void> => {
      for (let day = caller; performance.now() < end; day += CALLERS) {
        const path = `/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-${20 + (day % 10)}&limit=${1 + (day % 40)}`;
        const answer = await group.report(url, path);
        if (answer?.status !== 200) throw new Error(answer?.text ?? 'The connection was lost.');
        answers += 1;
      }
    };
    await Promise.all(
      urls.flatMap((url) => Array.from({ length: CALLERS }, (_, caller) => call(url, caller))),
    );
    return answers / REPORT_SECONDS;
  }
} finally {
  await group.close();
  await server.stop();
  for (const folder of [server.folder, dataFolder]) await removeFolder(folder);
}

function ordersOf(batch: number): object[] {
  return Array.from({ length: BATCH_ORDERS }, (_, index) => ({
    server: 'real-1',
    ticket: batch * BATCH_ORDERS + index + 1,
    client_account: '9001',
    symbol: 'EURUSD',
    base_currency: 'EUR',
    opened_at: '2024-03-04T10:00:00Z',
    closed_at: `2024-03-${String(4 + (index % 20)).padStart(2, '0')}T15:30:00Z`,
    volume_lots: '1',
    volume_mln_usd: '0.1085',
  }));
}
