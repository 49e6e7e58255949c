import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const README = readFileSync('README.md', 'utf8');
const MAIN = resolve('dist/main.js');

/** The examples to be run, each followed by the answer it is said to give. */
const EXAMPLES = [...README.matchAll(/```sh run\n(.*?)```\n\n```json\n(.*?)```/gs)].map(
  ([, script = '', answer = '']) => ({ script, answer: JSON.parse(answer) as Record<string, unknown> }),
);
const GREETING = /```text start\n(.*?)```/s.exec(README)?.[1];

/** What is different each time. */
const VARYING = ['access_token', 'scope', 'expires_at', 'traceId'];

const folder = mkdtempSync(join(tmpdir(), 'quaestor-readme-'));
// Where root runs the tests, the database runs under another account, which has to enter the folder.
chmodSync(folder, 0o755);
const ports = { 8080: await freePort(), 8081: await freePort() };
let server: ChildProcess;
let greeting = '';

beforeAll(async () => {
  if (!existsSync(MAIN)) throw new Error('dist/main.js is missing: run npm run build first.');
  const flags = ['--trading-port', String(ports[8080]), '--partner-port', String(ports[8081])];
  server = spawn(process.execPath, [MAIN, 'serve', ...flags], { cwd: folder });
  const ended = once(server, 'exit').then(() => Promise.reject(new Error(`It did not start: ${greeting}`)));
  const ready = new Promise<void>((done) => {
    server.stderr?.on('data', (chunk) => {
      greeting += String(chunk);
      if (greeting.includes('Press Ctrl-C')) done();
    });
  });
  await Promise.race([ready, ended]);
}, 60_000);

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGINT');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true });
}, 30_000);

it('the first start greets as the README says', () => {
  const shown = Object.entries(ports).reduce(
    (text, [usual, port]) => text.replaceAll(`:${port}`, `:${usual}`),
    greeting.replaceAll(folder, '.'),
  );
  expect(shown).toBe(GREETING);
});

it('the README has examples that are run', () => {
  expect(EXAMPLES.length).toBeGreaterThan(0);
});

it.each(EXAMPLES)('the README example gives what it shows: $script', async ({ script, answer }) => {
  const here = script.replaceAll(/(?<=127\.0\.0\.1:)(8080|8081)/g, (port) =>
    String(ports[port as unknown as keyof typeof ports]),
  );
  const { stdout } = await promisify(execFile)('sh', ['-euc', here], { cwd: folder });
  const given = JSON.parse(stdout) as Record<string, unknown>;
  expect(Object.keys(given)).toEqual(Object.keys(answer));
  for (const name of VARYING) if (name in answer) given[name] = answer[name];
  expect(given).toEqual(answer);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
