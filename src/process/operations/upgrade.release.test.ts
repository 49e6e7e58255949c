import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import { loadConfig } from '../../config/index.ts';
import { PACKAGE_ROOT } from '../../platform/package-root.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { extractReleased } from '../../testing/released.ts';

const { url, sql } = await createTestDatabase({ empty: true });
const folder = makeFolder();
// Below the package, so that the release finds the packages it needs.
const release = mkdtempSync(join(PACKAGE_ROOT, 'dist/test-'));
const program = join(release, 'dist/main.js');
const file = join(folder, 'quaestor.yaml');
const env = { DATABASE_URL: url, QUAESTOR_CONFIG: file };
const running: Quaestor[] = [];

beforeAll(async () => {
  extractReleased(release, 'src', 'exchange', 'migrations', 'package.json');
  const source = join(release, 'src');
  await bundle({
    entryPoints: { main: join(source, 'main.ts'), copy: join(source, 'platform/postgres/copy/thread.ts') },
    outdir: join(release, 'dist'),
  });
  writeFileSync(
    file,
    JSON.stringify({
      secret: 's'.repeat(32),
      data: join(folder, 'data'),
      trading: { port: await newPort() },
      partner: { port: await newPort() },
      metrics: { port: 0 },
      log: { level: 'fatal' },
    }),
  );
}, 120_000);

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await removeFolder(folder);
  await removeFolder(release);
}, 60_000);

const SERVICES = ['--roles', 'trading,partner'];
const WORKER = ['--roles', 'worker'];

async function start(main?: string, flags: readonly string[] = []): Promise<Quaestor> {
  const server = quaestor(['serve', ...flags], env, main);
  running.push(server);
  await server.until('Press Ctrl-C to stop.');
  return server;
}

async function stop(server: Quaestor): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

async function run(args: readonly string[], main?: string): Promise<string> {
  const command = quaestor(args, env, main);
  expect([await command.ended, command.output()]).toEqual([0, expect.anything()]);
  return command.output();
}

/** What a firm would miss: its facts, its callers and its audit log. */
async function look(main?: string) {
  const rates = join(folder, `rates-${main === undefined ? 'now' : 'then'}.csv`);
  await run(['facts', 'export', 'rates', rates], main);
  const head = /\b\d+:[0-9a-f]{64}\b/.exec(await run(['audit', 'verify'], main))?.[0] ?? '';
  const [counts] = await sql`select (select count(*) from batch)::int as batches,
    (select count(*) from credential)::int as credentials, (select count(*) from payout)::int as payouts`;
  return { counts, head, rates: readFileSync(rates, 'utf8') };
}

let secret = '';

const at = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`;

/** Signs in and sends a batch of facts. */
async function sendRate(currency: string, headers: Record<string, string> = {}): Promise<Response[]> {
  const { partner } = loadConfig({ file, env, flags: {} });
  const form = { grant_type: 'client_credentials', client_id: 'bot', client_secret: secret };
  const signIn = await fetch(at(partner.port, '/oauth/token'), {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const sent = await fetch(at(partner.port, '/api/facts/rates/'), {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${access_token}`, 'content-type': 'application/x-ndjson' },
    body: `{"currency":"${currency}","rate_date":"2024-01-01","per_usd":"130"}\n`,
  });
  return [signIn, sent];
}

/** How the services answer: readiness of both, a token, and a batch of facts. */
async function answersOf(): Promise<number[]> {
  const { trading, partner } = loadConfig({ file, env, flags: {} });
  const ready = [await fetch(at(trading.port, '/readyz')), await fetch(at(partner.port, '/readyz'))];
  return [...ready, ...(await sendRate('ISK'))].map(({ status }) => status);
}

/** The answer to a batch with a key, which is the first one however often it is sent. */
async function answerToKey(): Promise<string | undefined> {
  const [, sent] = await sendRate('HUF', { 'idempotency-key': 'huf-1' });
  return sent?.text();
}

it(
  'a database of 0.2.0 with data is upgraded under its services once its workers are stopped, and there is no way back',
  { timeout: 300_000 },
  async () => {
    const earlier = await start(program, SERVICES);
    const worker = await start(program, WORKER);
    await run(['demo', 'load', '--orders', '300'], program);
    const created = await run(
      ['credentials', 'create', 'bot', '--scopes', 'venues:view,facts:write'],
      program,
    );
    secret = /"client_secret": "([^"]+)"/.exec(created)?.[1] ?? '';
    expect(secret).not.toBe('');
    const first = await answerToKey();
    expect(first).toContain('"accepted":1');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await run(['credit', '--through', yesterday], program);
    const before = await look(program);
    expect(before.rates.split('\n').length).toBeGreaterThan(10);

    const beside = quaestor(['serve', ...WORKER], env);
    expect(await beside.ended).toBe(1);
    expect(beside.output()).toContain('with the role worker to be stopped first');
    expect(await look(program)).toEqual(before);
    await stop(worker);

    const upgraded = await start(undefined, WORKER);
    expect(upgraded.output()).toMatch(
      /Migrating the database, from 0022.* Earlier versions cannot start with it afterwards: the only way back is a backup\./,
    );
    // The services of the release go on: readers, a sign-in, a batch of facts, and the repeat of one.
    expect(await answersOf()).toEqual([200, 200, 200, 200]);
    expect(await answerToKey()).toBe(first);
    await stop(earlier);
    const services = await start(undefined, SERVICES);
    expect(await answersOf()).toEqual([200, 200, 200, 200]);
    expect(await answerToKey()).toBe(first);
    const after = await look();
    const batches = Number(after.counts?.['batches']);
    expect(batches).toBeGreaterThan(Number(before.counts?.['batches']));
    expect(after.counts).toEqual({ ...before.counts, batches });
    expect(after.rates).toContain('ISK');
    await run(['audit', 'verify', '--anchor', before.head]);
    await stop(services);
    await stop(upgraded);

    const back = quaestor(['serve'], env, program);
    expect(await back.ended).toBe(1);
    expect(back.output()).toMatch(/The database has migration \S+, which this version does not have\./);
    await stop(await start());
  },
);
