import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../src/testing/bundle.ts';
import { median } from './measure.ts';
import { requestRate } from './load.ts';

/** The same program is not equally fast after every start. */
const STARTS = 5;
const WARM_UP_ROUNDS = 5;
const ROUNDS = 7;
const ROUND_SECONDS = 0.6;
const CONNECTIONS = 20;
/** Read once: it falls as soon as this process keeps to fewer. */
const PROCESSORS = availableParallelism();

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  /** Where servers in our frame serve their metrics. */
  readonly metricsUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Starts one of `servers/`, bundled as the product is, alone on the first processor: this process and all its other
 * children keep to the rest.
 */
export async function startServer(name: string, ...argv: string[]): Promise<Server> {
  keepTo(`1-${PROCESSORS - 1}`, process.pid);
  const { path, remove } = await bundle(join(import.meta.dirname, '../servers', `${name}.ts`));
  const child = fork(path, argv, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  keepTo('0', child.pid);
  const [ready] = (await once(child, 'message')) as [Omit<Server, 'child'>];
  await remove();
  return { child, ...ready };
}

/**
 * Where server and client share a processor by chance, they are half as fast, and stay so for seconds. Where there is
 * no `taskset`, chance decides.
 */
function keepTo(processors: string, pid: number | undefined): void {
  if (PROCESSORS < 2) return;
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], {
      stdio: 'ignore',
    });
  } catch {
    console.log('No taskset here: the figures depend on which processors the system chooses.');
  }
}

/** The addresses of two servers that answer the same, and how to end what was started for them. */
interface Pair {
  readonly ours: string;
  readonly rival: string;
  readonly headers: Server['headers'];
  readonly close: () => Promise<void>;
}

/**
 * Asks two servers in turn, in short rounds, so that a disturbance of the machine hits both alike, and after several
 * starts. Both are sent the same headers: the length of a token costs the rival as much.
 */
export async function compareRates(open: () => Promise<Pair>): Promise<{ rate: number; ratio: number }> {
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const { ours, rival, headers, close } = await open();
    const load = { headers, connections: CONNECTIONS, seconds: ROUND_SECONDS };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const rivalRate = await requestRate({ url: rival, ...load });
      const rate = await requestRate({ url: ours, ...load });
      if (round < 0) continue;
      rates.push(rate);
      ratios.push(rate / rivalRate);
    }
    await close();
  }
  return { rate: median(rates), ratio: median(ratios) };
}

/** Ends a server of `bench/servers` that has something to clean up. */
export async function stopServer({ child }: Server): Promise<void> {
  child.send('stop');
  await once(child, 'exit');
}
