import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Quaestor needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the packages of the lockfile unless they are there. */
export async function ensureInstalled() {
  const lockfile = join(root, 'package-lock.json');
  const marker = join(root, 'node_modules/.quaestor-lock');
  const wanted = hash([lockfile]);
  if (read(marker) === wanted) return;
  if (!installedByHand(lockfile)) {
    console.log('Installing the packages, which takes a minute ...');
    // The development packages build the rest, whatever the environment says about them.
    await runQuietly(
      'npm ci --include=dev --no-audit --no-fund --prefer-offline',
      'Installing the packages failed.',
    );
  }
  writeFileSync(marker, wanted);
}

/**
 * Whether npm itself was run after the lockfile was last written.
 * @param {string} lockfile
 */
function installedByHand(lockfile) {
  const installed = join(root, 'node_modules/.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
}

/** Builds the programs unless they were built from these very sources. */
export function ensureBuilt() {
  return ensure({
    folder: join(root, 'dist'),
    sources: ['src', 'exchange', 'sdk/src'],
    settings: [
      'scripts/build.mjs',
      'scripts/bundle.mjs',
      'scripts/compress.mjs',
      'tsconfig.json',
      'sdk/tsconfig.json',
      'package-lock.json',
    ],
    command: 'node scripts/build.mjs',
    progress: 'Building ...',
  });
}

/** Builds the console unless it was built from these very sources. */
export function ensureConsole() {
  return ensure({
    folder: join(root, 'console/dist'),
    sources: ['console/src', 'sdk/src'],
    settings: [
      'console/build.mjs',
      'console/face.mjs',
      'console/package.json',
      'scripts/compress.mjs',
      'package-lock.json',
    ],
    command: 'node console/build.mjs',
    progress: 'Building the console ...',
  });
}

/**
 * Runs a build unless its folder was built from these very files.
 * @param {{ folder: string, sources: string[], settings: string[], command: string, progress: string }} options
 */
async function ensure({ folder, sources, settings, command, progress }) {
  const marker = join(folder, '.quaestor-build');
  const files = sources
    .flatMap((name) => readdirSync(join(root, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const wanted = hash([...files, ...settings.map((name) => join(root, name))]);
  if (read(marker) === wanted) return;
  console.log(progress);
  rmSync(folder, { recursive: true, force: true });
  await runQuietly(command, 'The build failed: see the errors above.');
  writeFileSync(marker, wanted);
}

/**
 * Runs a command of the project or its packages.
 * @param {string} command
 * @param {'pipe' | 'inherit'} [stdio]
 * @returns {Promise<{ code: number | null, output: string, seconds: number }>}
 */
export function run(command, stdio = 'pipe') {
  const path = join(root, 'node_modules/.bin') + delimiter + process.env.PATH;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: root, shell: true, stdio, env: { ...process.env, PATH: path } });
    /** @type {Uint8Array[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.once('error', reject).once('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ code, output: Buffer.concat(output).toString(), seconds });
    });
  });
}

/**
 * Quotes an argument for the shell.
 * @param {string} argument
 */
export function quote(argument) {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/**
 * @param {string} command
 * @param {string} complaint
 */
async function runQuietly(command, complaint) {
  const { code, output } = await run(command);
  if (code === 0) return;
  console.error(`${output}\n${complaint}`);
  process.exit(1);
}

/** @param {readonly string[]} paths */
function hash(paths) {
  const entries = paths.map((path) => `${relative(root, path)} ${digest(readFileSync(path))}`);
  return digest(entries.toSorted().join('\n'));
}

/** @param {string | Uint8Array} content */
function digest(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
