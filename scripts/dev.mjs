import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure.mjs';

/*
 * The product for those who change it: the services start again when one of their sources changes, and the browser shows
 * what changes in the console, in English or with `--language de`. Other options are those of `quaestor serve`; ports are
 * those that the browser sees, and the services listen behind them.
 */
await ensureInstalled();
// What comes now need not be what the note of the last build says.
rmSync(join(root, 'dist/.quaestor-build'), { force: true });
const { watchPrograms } = await import('./bundle.mjs');
const { serveFace } = await import('../console/dev.mjs');

const given = process.argv.slice(2);
/** @param {string} name @param {string} usual */
const take = (name, usual) => {
  const at = given.indexOf(name);
  return at === -1 ? usual : (given.splice(at, 2)[1] ?? usual);
};
const BEHIND = 10_000;
const ports = {
  trading: Number(take('--trading-port', '8080')),
  partner: Number(take('--partner-port', '8081')),
};
/** The one that the sources are served in; a build has all. */
const language = take('--language', 'en');

const args = [join(root, 'dist/main.js'), 'serve', '--demo-desk'];
const env = { ...process.env };
for (const [name, port] of Object.entries(ports)) {
  args.push(`--${name}-port`, String(port + BEHIND));
  env[`QUAESTOR_${name.toUpperCase()}_PUBLIC_URL`] = `http://localhost:${port}`;
}
args.push(...given);

/** @type {import('node:child_process').ChildProcess | undefined} */
let service;
let isStopping = false;
let restarting = Promise.resolve();

async function stopService() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

/**
 * @param {Promise<void>} before
 * @param {() => boolean} isWanted
 */
async function startAfter(before, isWanted) {
  await before;
  if (!isWanted()) return;
  await stopService();
  // Ctrl-C in a terminal reaches all of its processes; this one is stopped by its parent.
  const stdio = ['ignore', 'inherit', 'inherit'];
  service = spawn(process.execPath, args, { env, stdio, detached: true });
}

let builds = 0;
/** Several builds in a row are one restart. */
function restart() {
  builds += 1;
  const asked = builds;
  restarting = startAfter(restarting, () => asked === builds && !isStopping);
}

const faces = await Promise.all(
  Object.entries(ports).map(([name, port]) =>
    serveFace(name, { port, servicePort: port + BEHIND, language }),
  ),
);

async function stop() {
  isStopping = true;
  await restarting;
  await stopService();
  await Promise.all(faces.map((face) => face.close()));
  process.exit();
}
// Vite would end this process before the services have stopped.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
process.once('exit', () => service?.kill('SIGTERM'));

await watchPrograms(restart);
