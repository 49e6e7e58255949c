import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../folder.ts';
import { newPort } from '../process.ts';
import { installClickhouse } from './install.ts';

export interface ClickhouseServer {
  readonly url: string;
  /** Kills the server; its data stay. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const CONFIGURATION = '<clickhouse><logger><level>none</level></logger></clickhouse>';
/** It listens for as long as its last statement runs. */
const SERVE = `
  system start listen http;
  system start listen tcp;
  select sleepEachRow(1) from numbers(1000000)
    settings max_block_size = 1, function_sleep_max_microseconds_per_block = 100000000000 format Null`;

/** Starts a real server process with data of its own. */
export async function startClickhouse(): Promise<ClickhouseServer> {
  const program = await installClickhouse();
  const folder = makeFolder();
  const [httpPort, tcpPort] = [await newPort(), await newPort()];
  const url = `http://127.0.0.1:${httpPort}`;
  const configuration = join(folder, 'configuration.xml');
  await writeFile(configuration, CONFIGURATION);
  const start = async () => {
    const options = {
      listen_host: '127.0.0.1',
      http_port: httpPort,
      tcp_port: tcpPort,
      path: join(folder, 'data'),
      'config-file': configuration,
      query: SERVE,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
    await answers(url, () => child.exitCode !== null);
    return child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url,
    kill,
    async restart() {
      child = await start();
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
