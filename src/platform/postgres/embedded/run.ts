import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from './create.ts';
import type { Place } from './place.ts';

/** A live server process, from its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

export type Settings = Readonly<Record<string, string>>;

const POLL_MS = 20;

const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  // Socket paths are limited to about 100 bytes, which a data folder easily exceeds.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  // Other methods keep idle helper processes.
  io_method: 'sync',
  jit: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One file per weekday, overwritten after a week. Errors of statements are logged by their sender.
  logging_collector: 'on',
  log_directory: '../log',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

export async function findPostmaster(place: Place): Promise<Postmaster | undefined> {
  const file = join(place.home, 'cluster/postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => '');
  const [pid = '', , , port = '', , , , status = ''] = content.split('\n').map((line) => line.trim());
  if (pid === '') return undefined;
  if (await isPostmasterOf(place, Number(pid))) return { pid: Number(pid), port: Number(port), status };
  // A killed server leaves its file behind. If another process has its pid now, PostgreSQL would take that for a
  // live server and not start.
  if (isAlive(Number(pid)) && (await readFile(file, 'utf8').catch(() => '')) === content) await rm(file);
  return undefined;
}

/**
 * Starts a server and waits until it is ready. Returns `undefined` if it exited: the port was taken, or another
 * process has started one. The server has its own session, so that Ctrl-C in a terminal does not stop the database
 * before the service has shut down.
 */
export async function launch(
  place: Place,
  settings: Settings,
  port?: number,
): Promise<Postmaster | undefined> {
  const all = { ...SETTINGS, ...settings, port: String(port ?? (await findFreePort())) };
  const log = await open(startLog(place), 'w');
  const child = spawn(
    join(place.native, 'bin/postgres'),
    [
      '-D',
      join(place.home, 'cluster'),
      ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      ...place.account,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  try {
    await once(child, 'spawn');
    child.unref();
    while (child.exitCode === null && child.signalCode === null) {
      const found = await findPostmaster(place);
      if (found?.pid === child.pid && found?.status === 'ready') return found;
      await sleep(POLL_MS);
    }
    return undefined;
  } finally {
    await log.close();
  }
}

/** Returns the last lines of the server's logs. */
export async function lastLogLines(place: Place): Promise<string> {
  const today = new Date().toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
  const logs = [startLog(place), join(place.home, `log/postgres-${today}.log`)];
  const texts = await Promise.all(logs.map((path) => readFile(path, 'utf8').catch(() => '')));
  return texts
    .flatMap((text) => text.trim().split('\n').slice(-5))
    .join('\n')
    .trim();
}

/** Stops the server with increasingly strong signals, even if another process started it. */
export async function stopPostmaster(place: Place, waitMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const found = await findPostmaster(place);
    if (found === undefined) return;
    process.kill(found.pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline && (await isPostmasterOf(place, found.pid))) await sleep(POLL_MS);
  }
}

async function isPostmasterOf({ home }: Place, pid: number): Promise<boolean> {
  const [, folder] = /postgres -D (.+?) -c /.exec(await commandOf(pid)) ?? [];
  if (folder === undefined) return false;
  // The working directory of a server is its cluster, even if that was moved since.
  const theirs = await stat(`/proc/${pid}/cwd`).catch(() => stat(folder).catch(() => undefined));
  const ours = await stat(join(home, 'cluster')).catch(() => undefined);
  return theirs !== undefined && theirs.ino === ours?.ino && theirs.dev === ours.dev;
}

/** Empty if there is no such process, or it is a zombie. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  }
  const ps = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return ps?.stdout ?? '';
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const startLog = ({ home }: Place) => join(home, 'log/start.log');
