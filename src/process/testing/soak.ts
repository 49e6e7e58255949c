import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { connect } from '../../platform/postgres/index.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort } from '../../testing/process.ts';
import { allowAll } from '../../trading/withdrawals/testing/rest.ts';
import { ordersOf, PROGRAM, READINGS } from './orders.ts';
import { startPartners } from './partners.ts';
import { openTraders } from './traders.ts';

interface SoakOptions {
  /** Empty; the processes migrate it. */
  readonly databaseUrl: string;
  /** Whether to go on after so many rounds of work. It is asked for each half of the work. */
  readonly goOn: (rounds: number) => boolean;
  readonly say?: (line: string) => void;
}

/** Of the memory that JavaScript uses once the garbage is collected, after each of two equal halves of the work. */
export interface SoakReport {
  readonly rounds: number;
  readonly processes: Readonly<
    Record<'trading' | 'partner', readonly [firstBytes: number, secondBytes: number]>
  >;
  /** Calls that were not answered as they should be. */
  readonly faults: readonly string[];
}

const WARM_UP_ROUNDS = 5;
const MIB = 2 ** 20;

/** Lets a process collect its garbage when it gets a signal, which Node offers to the program alone. */
const COLLECT = `import { setFlagsFromString } from 'node:v8'; import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc'); const gc = runInNewContext('gc');
  // With an argument, such as the name of the signal, it would collect young objects only.
  process.on('SIGUSR2', () => gc());`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(COLLECT)}`;

/** Works on both services at once, and measures whether they keep more memory the longer they work. */
export async function soak({ databaseUrl, goOn, say = () => {} }: SoakOptions): Promise<SoakReport> {
  const folder = makeFolder();
  const exchange = await spawnExchange({ directory: join(folder, 'aurora'), profile: 'aurora', seed: '1' });
  await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
  await exchange.control.tick(1);
  const [tradingMetrics, partnerMetrics] = [await newPort(), await newPort()];
  const traders = openTraders({
    databaseUrl,
    venues: { aurora: exchange.baseUrl },
    settings: { metrics: { port: tradingMetrics } },
  });
  const faults: string[] = [];
  // Pages that are kept for the next caller would look like a leak until their room is full.
  const settings = { metrics: { port: partnerMetrics }, reports: { memoryMib: 0 } };
  const starting = startPartners(databaseUrl, 1, { settings, env: { NODE_OPTIONS } });
  try {
    const group = await starting;
    const { first } = group;
    const service = await traders.start({ roles: 'trading,worker', env: { NODE_OPTIONS } });
    const database = connect({
      url: databaseUrl,
      poolSize: 1,
      statementTimeoutMs: 10_000,
      applicationName: 'soak',
    });
    await allowAll(database.db);
    await database.close();
    for (const [kind, rows] of PROGRAM) await group.send(first.url, kind, rows);

    const expectStatus = (what: string, wanted: number, given: number | undefined): void => {
      if (given !== wanted) faults.push(`${what}: ${given}`);
    };
    const read = async (path: string): Promise<void> => {
      const answer = await traders.ask(service, 'GET', path);
      await answer.text();
      expectStatus(path, 200, answer.status);
    };
    const work: readonly ((round: number) => Promise<unknown>)[] = [
      () => traders.withdraw(service, 'aurora'),
      () => traders.convert(service, { venues: ['aurora'], executor: 'MARKET' }),
      () => read('/trade/v1/venues/withdrawals?q=status:COMPLETED&pageSize=50'),
      () => read('/trade/v1/conversions'),
      async (round) => {
        // The same export is not written twice at a time.
        const wish = { from: new Date(Date.UTC(2024, 0, 1) + round * 1000).toISOString(), format: 'CSV' };
        const answer = await traders.ask(service, 'POST', '/trade/v1/exports?type=withdrawal', wish);
        await answer.text();
        expectStatus('export', 201, answer.status);
      },
      async () => {
        const stream = await traders.ask(service, 'GET', '/trade/v1/events/stream');
        expectStatus('stream', 200, stream.status);
        await stream.body?.cancel();
      },
      async (round) =>
        expectStatus('facts', 200, (await group.send(first.url, 'orders', ordersOf(round)))?.status),
      async () => {
        for (const path of READINGS) expectStatus(path, 200, (await group.report(first.url, path))?.status);
      },
      async () => {
        const file = await group.report(first.url, READINGS[0] ?? '', { accept: 'text/csv' });
        expectStatus('file', 200, file?.status);
      },
    ];
    let rounds = 0;
    const workOn = async (isEnough: (done: number) => boolean): Promise<number> => {
      let done = 0;
      for (; !isEnough(done); done += 1) {
        await Promise.all(
          work.map((each) => each(rounds).catch((error: unknown) => faults.push(String(error)))),
        );
        rounds += 1;
      }
      return done;
    };
    const measure = async (): Promise<readonly [trading: number, partner: number]> => {
      const trading = await memoryOf(tradingMetrics, service.child.pid);
      const partner = await memoryOf(partnerMetrics, first.pid);
      const [a, b] = [trading, partner].map(
        ({ usedBytes, residentBytes }) =>
          `${Math.round(usedBytes / MIB)} MiB in use, ${Math.round(residentBytes / MIB)} MiB resident`,
      );
      say(`${rounds} rounds: trading ${a}; partner ${b}`);
      return [trading.usedBytes, partner.usedBytes];
    };
    await workOn((done) => done === WARM_UP_ROUNDS);
    await measure();
    const half = await workOn((done) => !goOn(done));
    const before = await measure();
    await workOn((done) => done === half);
    const after = await measure();
    return {
      rounds,
      processes: { trading: [before[0], after[0]], partner: [before[1], after[1]] },
      faults,
    };
  } finally {
    await traders.close();
    await (await starting).close();
    await exchange.kill('SIGKILL');
    await removeFolder(folder);
  }
}

interface Memory {
  readonly usedBytes: number;
  readonly residentBytes: number;
}

/** A process answers with the same metrics for a second. */
const REUSED_MS = 1_100;

/** After a collection: a scrape may come before it, so the least of a few counts. */
async function memoryOf(port: number, pid = 0): Promise<Memory> {
  let least: Memory = { usedBytes: Infinity, residentBytes: 0 };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    process.kill(pid, 'SIGUSR2');
    await sleep(REUSED_MS);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
    const usedBytes = value('nodejs_heap_size_used_bytes') + value('nodejs_external_memory_bytes');
    if (usedBytes < least.usedBytes) {
      least = { usedBytes, residentBytes: value('process_resident_memory_bytes') };
    }
  }
  return least;
}

/** What grew by more than a tenth and 8 MiB from one half of the work to the next. */
export function findGrowth({ processes }: SoakReport): string[] {
  return Object.entries(processes)
    .filter(([, [before, after]]) => after > before * 1.1 + 8 * MIB)
    .map(([name, [before, after]]) => `${name} grew from ${before} to ${after} bytes`);
}
