import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../folder.ts';
import { newPort } from '../new-port.ts';
import { installClickhouse } from './install.ts';

export interface ClickhouseServer {
  readonly url: string;
  /** Kills the server; its data stay. */
  kill(): Promise<void>;
  /** Ends it by a signal; its data stay. */
  signal(signal: 'SIGSEGV' | 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Makes it stop answering, while connections to it succeed; `restart` ends that. */
  freeze(): void;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  /** Starts it again at the same address, without its data. */
  restartEmpty(): Promise<void>;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
}

/** The name of the cluster of servers that were started together. */
export const CLUSTER = 'test';

const START_TIMEOUT_MS = 60_000;
/** It listens for as long as its last statement runs. */
const SERVE = `
  system start listen http;
  system start listen tcp;
  select sleepEachRow(1) from numbers(1000000)
    settings max_block_size = 1, function_sleep_max_microseconds_per_block = 100000000000 format Null`;

/** Starts a real server process with data of its own. */
export async function startClickhouse(): Promise<ClickhouseServer> {
  const [server] = await startShards(1);
  if (!server) throw new Error('No server was started.');
  return server;
}

/** Starts real server processes that know each other as the shards of a cluster. */
export async function startShards(count: number): Promise<ClickhouseServer[]> {
  const program = await installClickhouse();
  const ports: Ports[] = [];
  while (ports.length < count) ports.push({ http: await newPort(), tcp: await newPort() });
  const shards = ports.map(
    ({ tcp }) => `<shard><replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`,
  );
  // Pools as large as those of a server: with those of the local program, a change of rows takes seconds.
  const configuration = `<clickhouse>
    <logger><level>none</level></logger>
    <background_pool_size>16</background_pool_size>
    <background_schedule_pool_size>16</background_schedule_pool_size>
    <remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers>
  </clickhouse>`;
  return Promise.all(ports.map((own) => startServer(program, own, configuration)));
}

interface Ports {
  readonly http: number;
  readonly tcp: number;
}

async function startServer(program: string, ports: Ports, configuration: string): Promise<ClickhouseServer> {
  const folder = makeFolder();
  const url = `http://127.0.0.1:${ports.http}`;
  const configurationPath = join(folder, 'configuration.xml');
  const data = join(folder, 'data');
  await writeFile(configurationPath, configuration);
  const start = async () => {
    const options = {
      listen_host: '127.0.0.1',
      http_port: ports.http,
      tcp_port: ports.tcp,
      path: data,
      'config-file': configurationPath,
      query: SERVE,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
    await answers(url, () => child.exitCode !== null);
    // The library was not made to serve: where it ended by itself, all tests that come later would fail.
    child.once('exit', (code, signal) => {
      if (isKilled) return;
      process.stderr.write(
        `ClickHouse at ${url} ended by itself (${code ?? signal}) and is started again.\n`,
      );
      starting = start();
    });
    return child;
  };
  let isKilled = false;
  let starting = start();
  await starting;
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    isKilled = true;
    const child = await starting;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(name);
    await once(child, 'exit');
  };
  const kill = () => signal('SIGKILL');
  const restart = async (): Promise<void> => {
    await kill();
    isKilled = false;
    starting = start();
    await starting;
  };
  return {
    url,
    kill,
    signal,
    freeze: () => void starting.then((child) => child.kill('SIGSTOP')),
    restart,
    async restartEmpty() {
      await kill();
      await rm(data, { recursive: true });
      await restart();
    },
    async remove() {
      await kill();
      await removeFolder(folder);
    },
  };
}

async function answers(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const isUp = await fetch(`${url}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    if (hasEnded() || Date.now() > deadline) throw new Error('ClickHouse did not start.');
    await sleep(50);
  }
}
