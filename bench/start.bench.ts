import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, report } from './harness/measure.ts';

const START = join(import.meta.dirname, '../scripts/start.mjs');
const WARM_STARTS = 3;
const IDLE_MS = 10_000;
const PORTS = ['--trading-port', '18080', '--partner-port', '18081', '--metrics-port', '18082'];

const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
// Root runs the database as another account, which has to enter the folder.
await chmod(data, 0o755);
// The first start also builds, makes the database and the first credentials, and credits the demo in the background.
const first = await start();
await sleep(IDLE_MS);
await stop(first);
const seconds: number[] = [];
let memoryMib = 0;
for (let round = 1; round <= WARM_STARTS; round++) {
  const server = await start();
  seconds.push(server.seconds);
  if (round === WARM_STARTS) {
    await sleep(IDLE_MS);
    memoryMib = await residentMib(server.pid);
  }
  await stop(server);
}
await rm(data, { recursive: true, force: true });
report({ name: 'first start (built, new data folder)', figure: first.seconds, unit: 's' });
report({ name: 'warm start', figure: median(seconds), unit: 's', target: '<= 3' });
report({ name: 'resident memory of the idle server', figure: memoryMib, unit: 'MiB', target: '<= 200' });

async function start() {
  const began = performance.now();
  const child = spawn(process.execPath, [START, '--data', data, ...PORTS], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  while (!said.includes('Press Ctrl-C')) {
    const [source] = await Promise.race([
      once(child.stderr, 'data'),
      once(child, 'exit').then(() => ['ended']),
    ]);
    if (source === 'ended') throw new Error(`It did not start:\n${said}`);
  }
  if (child.pid === undefined) throw new Error('It has no process.');
  return { child, pid: child.pid, seconds: (performance.now() - began) / 1000 };
}

async function stop({ child }: Awaited<ReturnType<typeof start>>): Promise<void> {
  child.kill('SIGINT');
  if (child.exitCode === null) await once(child, 'exit');
}

async function residentMib(pid: number): Promise<number> {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
