import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../config/index.ts';
import { createCredential } from '../../platform/auth/index.ts';
import { PACKAGE_ROOT } from '../../platform/package-root.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { connectionsOf } from '../connections.ts';
import { operatorContext } from '../context.ts';

const DOCUMENT = readFileSync('docs/operations.md', 'utf8');
const blocksOf = (language: string): string[] =>
  [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );
const [servers = '', ...commands] = blocksOf('sh');

const { url, sql, db } = await createTestDatabase();
const folder = makeFolder();
const file = join(folder, 'quaestor.yaml');
const env = { DATABASE_URL: url, QUAESTOR_CONFIG: file, HOME: folder };
const started: Quaestor[] = [];

beforeAll(async () => {
  writeFileSync(
    file,
    JSON.stringify({
      secret: 's'.repeat(32),
      trading: { port: await newPort() },
      partner: { port: await newPort() },
      database: { poolSize: 5 },
      jobs: { concurrency: 3 },
      http: { maxConnectionsPerSource: 4_000, readsPerMinute: 1_000_000 },
      log: { level: 'fatal' },
    }),
  );
});

afterAll(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await removeFolder(folder);
}, 60_000);

/** Runs a block as it stands. `quaestor` is the program that was built. */
async function run(block: string): Promise<string> {
  const program = `quaestor() { '${process.execPath}' '${PACKAGE_ROOT}/dist/main.js' "$@"; }\n`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', program + block], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout + stderr;
}

async function auditHead(): Promise<string> {
  const head = /\b\d+:[0-9a-f]{64}\b/.exec(await run('quaestor audit verify'))?.[0];
  if (head === undefined) throw new Error('The verification printed no head.');
  return head;
}

async function signIn(port: number): Promise<string> {
  const input = {
    name: 'loader',
    kind: 'client',
    tenant: 'default',
    scopes: ['venues:view', 'venue-transfer:view'],
  } as const;
  const { secret } = await createCredential(operatorContext(db), input);
  const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'loader',
      client_secret: secret,
    }),
  });
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}

it('the processes of the document start, each with a port of its own for metrics', async () => {
  for (const line of servers.trim().split('\n')) {
    const [program, ...args] = line.split(' ');
    expect(program).toBe('quaestor');
    const process = quaestor(args, { ...env, QUAESTOR_METRICS_PORT: `${await newPort()}` });
    started.push(process);
    await process.until('Press Ctrl-C to stop.');
  }
  expect(started).toHaveLength(2);
  await run('quaestor demo load --orders 500 --into-production');
  // The partner to whom the document gives a credential.
  await run("printf 'partner_uid\\np-1001\\n' > partners.csv && quaestor import partners partners.csv");
}, 120_000);

it('every block of commands runs as it stands', { timeout: 300_000 }, async () => {
  for (const block of commands) {
    // The anchor of the document is that of another database.
    const head = block.includes('--anchor') ? await auditHead() : '';
    await run(block.replace(/\d+:[0-9a-f]+…/, head));
  }
  expect(commands.length).toBeGreaterThanOrEqual(5);
});

it('the simulated exchange starts as it stands, at the port of the venue in the document', async () => {
  const [block = ''] = blocksOf('sh exchange');
  const port = await newPort();
  const here = block
    .replace('dist/exchange.js', `${PACKAGE_ROOT}/dist/exchange.js`)
    .replace('7001', `${port}`);
  const exchange = spawn('sh', ['-c', `exec env ${here}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(exchange.stdout, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({ name: 'playground', port });
  } finally {
    exchange.kill('SIGTERM');
    await once(exchange, 'close');
  }
});

it('the commands named in the text exist', async () => {
  const help = await run('quaestor --help');
  const known = new Set([...help.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name));
  const named = [...DOCUMENT.matchAll(/`quaestor (\w+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('the venues of the document are accepted', () => {
  const path = join(folder, 'venues.yaml');
  const [venues = ''] = blocksOf('yaml');
  writeFileSync(path, venues);
  const { venues: accepted } = loadConfig({
    file: path,
    env: { QUAESTOR_SECRET: 's'.repeat(32) },
    flags: {},
  });
  expect(accepted).toHaveLength((parse(venues) as { venues: unknown[] }).venues.length);
});

it('under load no process opens more connections than its formula says, and the document has the same formula', async () => {
  const config = loadConfig({ file, env, flags: {} });
  const roles = [['trading', 'partner'], ['worker']] as const;
  const allowed = roles.map((each) => connectionsOf({ ...config, roles: [...each] }));
  const [pool, worker, partner] = [
    connectionsOf({ ...config, roles: ['trading'] }) - config.database.poolSize,
    connectionsOf({ ...config, roles: ['worker'] }) - connectionsOf({ ...config, roles: ['trading'] }),
    connectionsOf({ ...config, roles: ['partner'] }) - connectionsOf({ ...config, roles: ['trading'] }),
  ];
  expect(pool).toBe(1);
  expect(DOCUMENT.replaceAll('\n', ' ')).toContain(
    `a worker opens \`jobs.concurrency\` + ${worker - config.jobs.concurrency} more, and the partner role up to ${partner} more`,
  );

  const stop = new AbortController();
  const authorization = await signIn(config.trading.port);
  const ask = async (path: string): Promise<void> => {
    const address = `http://127.0.0.1:${config.trading.port}${path}`;
    while (!stop.signal.aborted) await (await fetch(address, { headers: { authorization } })).text();
  };
  const paths = ['/trade/v1/venues', '/trade/v1/venues/withdrawals'];
  const load = Array.from({ length: 40 }, (_, index) => ask(paths[index % 2] ?? ''));
  let most = 0;
  for (let sample = 0; sample < 100; sample += 1) {
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and application_name not in ('test', 'test: lists', 'postgres.js')`;
    most = Math.max(most, count);
  }
  stop.abort();
  await Promise.all(load);
  const sum = allowed.reduce((total, each) => total + each, 0);
  expect(most).toBeLessThanOrEqual(sum);
  // The pool is full; jobs and the writer are not all at work.
  expect(most).toBeGreaterThan(config.database.poolSize + 4);
}, 60_000);
