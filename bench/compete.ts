import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { median } from './harness.ts';
import { requestRate } from './load.ts';

const WARM_UP_ROUNDS = 3;
const ROUNDS = 11;
const ROUND_SECONDS = 0.6;
const CONNECTIONS = 20;

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts one of `servers/`, alone on the first processor: this process and all its other children keep to the rest. */
export async function startServer(name: string, ...argv: string[]): Promise<Server> {
  keepTo(`1-${availableParallelism() - 1}`, process.pid);
  const child = fork(join(import.meta.dirname, 'servers', `${name}.ts`), argv, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  keepTo('0', child.pid);
  const [ready] = (await once(child, 'message')) as [Pick<Server, 'url' | 'headers'>];
  return { child, ...ready };
}

/**
 * Where server and client share a processor by chance, they are half as fast, and stay so for seconds. Where there is
 * no `taskset`, chance decides.
 */
function keepTo(processors: string, pid: number | undefined): void {
  if (availableParallelism() < 2) return;
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], {
      stdio: 'ignore',
    });
  } catch {
    console.log('No taskset here: the figures depend on which processors the system chooses.');
  }
}

/**
 * Asks two servers in turn, in short rounds, so that a disturbance of the machine hits both alike. Both are sent the
 * same headers: the length of a token costs the rival as much.
 */
export async function compareRates(
  ours: string,
  rival: string,
  headers: Server['headers'],
): Promise<{ rate: number; ratio: number }> {
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const load = { headers, connections: CONNECTIONS, seconds: ROUND_SECONDS };
    const rivalRate = await requestRate({ url: rival, ...load });
    const rate = await requestRate({ url: ours, ...load });
    if (round < 0) continue;
    rates.push(rate);
    ratios.push(rate / rivalRate);
  }
  return { rate: median(rates), ratio: median(ratios) };
}
