import { spawn, type SpawnOptions } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Place } from './place.ts';

export const SUPERUSER = 'quaestor';
export const DATABASE = 'quaestor';

/**
 * Creates the cluster unless it exists. It is created in a temporary folder and renamed when complete, so that an
 * interrupted start leaves no partial cluster, and one of two concurrent first starts wins.
 */
export async function ensureCluster(place: Place, durable: boolean): Promise<{ password: string }> {
  if ((await stat(place.home).catch(() => undefined)) === undefined) {
    await removeLeftovers(place.home);
    const staging = `${place.home}.new-${process.pid}-${randomUUID()}`;
    await createCluster(staging, place, durable);
    await rename(staging, place.home).catch(async (error: NodeJS.ErrnoException) => {
      await rm(staging, { recursive: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  try {
    return { password: await readFile(join(place.home, 'password'), 'utf8') };
  } catch (error) {
    throw new Error(
      `${place.home} is not a database that Quaestor created. Move it away, or choose another folder with --data.`,
      { cause: error },
    );
  }
}

async function createCluster(staging: string, { native, account }: Place, durable: boolean): Promise<void> {
  const cluster = join(staging, 'cluster');
  const passwordFile = join(staging, 'password');
  const log = join(staging, 'log');
  await mkdir(log, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) for (const path of [staging, log, passwordFile]) await chown(path, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C' } };
  // The built-in C.UTF-8 sorts by code point on every system.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const initdb = join(native, 'bin/initdb');
  await run(initdb, [`--pgdata=${cluster}`, ...access, ...locale, '--no-sync'], options);
  const server = ['--single', '-D', cluster, '-c', 'fsync=off', 'postgres'];
  await run(join(native, 'bin/postgres'), server, options, `create database ${DATABASE}\n`);
  if (!durable) return;
  // One sync at the end is several times faster than one per file.
  const method = process.platform === 'linux' ? 'syncfs' : 'fsync';
  await run(initdb, [`--pgdata=${cluster}`, '--sync-only', `--sync-method=${method}`], options);
}

async function run(file: string, args: string[], options: SpawnOptions, input = ''): Promise<void> {
  const child = spawn(file, args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // A process that fails early does not read its input; its exit code is checked below.
  child.stdin?.on('error', () => {}).end(input);
  const [code, errors] = await Promise.all([exit, child.stderr ? text(child.stderr) : '']);
  if (code !== 0) throw new Error(`${basename(file)} failed: ${errors.trim()}`);
}

async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    const [, pid] = /^postgres\.new-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(dirname(home), name), { recursive: true, force: true, maxRetries: 5 });
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
