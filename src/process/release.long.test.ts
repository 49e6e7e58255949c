import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.mjs';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import { createTestDatabase } from '../testing/database.ts';
import { makeFolder, removeFolder } from '../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../testing/process.ts';

/** The last commit of version 0.2.0. */
const RELEASE = '26eea54b79e144065ddaff24accdba2f00675a4b';

const { url, sql } = await createTestDatabase({ empty: true });
const folder = makeFolder();
// Below the package, so that the release finds the packages it needs.
const release = mkdtempSync(join(PACKAGE_ROOT, 'dist/test-'));
const program = join(release, 'dist/main.js');
const file = join(folder, 'quaestor.yaml');
const env = { DATABASE_URL: url, QUAESTOR_CONFIG: file };
const running: Quaestor[] = [];

beforeAll(async () => {
  let archive: Buffer;
  try {
    archive = execFileSync('git', ['archive', RELEASE, 'src', 'exchange', 'migrations', 'package.json'], {
      cwd: PACKAGE_ROOT,
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    throw new Error('This test needs the history of the repository: git fetch --unshallow', { cause });
  }
  execFileSync('tar', ['-x', '-C', release], { input: archive });
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

async function start(main?: string): Promise<Quaestor> {
  const server = quaestor(['serve'], env, main);
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

it(
  'a database of 0.2.0 with data is upgraded once its processes are stopped, and says that there is no way back',
  { timeout: 300_000 },
  async () => {
    const earlier = await start(program);
    await run(['demo', 'load', '--orders', '300'], program);
    await run(['credentials', 'create', 'bot', '--scopes', 'venues:view'], program);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await run(['credit', '--through', yesterday], program);
    const before = await look(program);
    expect(before.rates.split('\n').length).toBeGreaterThan(10);

    const beside = quaestor(['serve', '--trading-port', '1', '--partner-port', '2'], env);
    expect(await beside.ended).toBe(1);
    expect(beside.output()).toContain('needs all processes of earlier versions to be stopped first');
    expect(await look(program)).toEqual(before);
    await stop(earlier);

    const upgraded = await start();
    expect(upgraded.output()).toMatch(
      /Migrating the database, from 0022.* Earlier versions cannot start with it afterwards: the only way back is a backup\./,
    );
    const after = await look();
    expect(after.counts).toEqual(before.counts);
    expect(after.rates).toBe(before.rates);
    await run(['audit', 'verify', '--anchor', before.head]);
    await stop(upgraded);

    const back = quaestor(['serve'], env, program);
    expect(await back.ended).toBe(1);
    expect(back.output()).toMatch(/The database has migration 00\d\d_.*, which this version does not have\./);
    await stop(await start());
  },
);
