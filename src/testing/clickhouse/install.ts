import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '26.7.3-stable.1';
const PACKAGES: Readonly<Record<string, string>> = {
  x64: '@chdb/lib-linux-x64-gnu',
  arm64: '@chdb/lib-linux-arm64-gnu',
};
/** Beside the dependencies, of which it is none: it takes half a gigabyte, and only these tests need it. */
const FOLDER = resolve('node_modules/.cache/clickhouse', VERSION);
const SOURCE = join(import.meta.dirname, 'server.c');

const run = promisify(execFile);

/** Installs a ClickHouse server, unless it is installed, and returns the path of its program. */
export async function installClickhouse(): Promise<string> {
  const name = process.platform === 'linux' ? PACKAGES[process.arch] : undefined;
  if (name === undefined)
    throw new Error(`There is no ClickHouse package for ${process.platform} on ${process.arch}.`);
  const folder = join(FOLDER, 'node_modules', name);
  const version = createHash('sha256')
    .update(await readFile(SOURCE))
    .digest('hex')
    .slice(0, 8);
  const program = join(folder, `server-${version}`);
  if (await exists(program)) return program;
  await mkdir(FOLDER, { recursive: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', '--prefix', FOLDER, ...options, `${name}@${VERSION}`]);
  await installCompiler();
  // A compilation that was interrupted leaves no program.
  const made = `${program}.${process.pid}`;
  await run('gcc', [SOURCE, '-o', made, `-L${folder}`, '-l:libchdb.so', '-Wl,-rpath,$ORIGIN']);
  await rename(made, program);
  return program;
}

async function installCompiler(): Promise<void> {
  const isThere = await run('gcc', ['--version']).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  if (process.getuid?.() !== 0) throw new Error('These tests need gcc: install it with the package manager.');
  await run('apt-get', ['install', '--yes', '--no-install-recommends', 'gcc', 'libc6-dev']);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
