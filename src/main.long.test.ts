import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { VERSION } from './version.ts';
import { createTestDatabase } from './testing/database.ts';
import { makeFolder, removeFolder } from './testing/folder.ts';
import { newPort, quaestor, type Quaestor } from './testing/process.ts';
import { MAIN } from './testing/product.ts';

const [inUse, empty] = [await createTestDatabase(), await createTestDatabase({ empty: true })];
/** For what is about the database: the other roles do much more at their first start. */
const TRADING = ['--roles', 'trading'];
const folders: string[] = [];
const running: Quaestor[] = [];

async function clear(): Promise<void> {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders.splice(0)) await removeFolder(folder);
}

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder;
}

async function start(data: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const [trading, partner, metrics] = [await newPort(), await newPort(), await newPort()];
  const ports = [
    '--trading-port',
    `${trading}`,
    '--partner-port',
    `${partner}`,
    '--metrics-port',
    `${metrics}`,
  ];
  const process = quaestor(['serve', '--data', data, ...ports, ...args], env);
  running.push(process);
  return {
    ...process,
    trading: `http://127.0.0.1:${trading}`,
    partner: `http://127.0.0.1:${partner}`,
    metrics: `http://127.0.0.1:${metrics}/metrics`,
  };
}

async function run(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; text: string }> {
  const process = quaestor(args, env);
  const code = await process.ended;
  return { code, text: process.output() };
}

interface Credentials {
  operator: { client_id: string; client_secret: string };
  partner: { login: string; password: string };
}

const credentialsOf = (data: string) =>
  JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')) as Credentials;

async function tokenStatus(
  url: string,
  { client_id, client_secret }: Credentials['operator'],
): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  return (await fetch(`${url}/oauth/token`, { method: 'POST', body })).status;
}

describe('a first start', () => {
  afterEach(clear);

  it('serves both services, prints their addresses, keeps the first credentials private, and stops cleanly', async () => {
    const data = newFolder();
    const server = await start(data);
    const text = await server.until('Press Ctrl-C to stop.');
    for (const said of [
      VERSION,
      // Passkeys need a name.
      server.trading.replace('127.0.0.1', 'localhost'),
      server.partner.replace('127.0.0.1', 'localhost'),
      server.metrics,
      '/docs',
      data,
      'credentials.json',
      'Demo mode',
    ]) {
      expect(text).toContain(said);
    }
    expect(statSync(join(data, 'credentials.json')).mode & 0o777).toBe(0o600);
    const credentials = credentialsOf(data);
    expect(Object.keys(credentials)).toEqual(['operator', 'approver', 'viewer', 'payments', 'partner']);
    expect(await tokenStatus(server.trading, credentials.operator)).toBe(200);
    const signIn = await fetch(`${server.partner}/api/auth/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials.partner),
    });
    expect(signIn.status).toBe(200);
    for (const url of [server.trading, server.partner]) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const page = await (await fetch(`${url}/docs`)).text();
      const script = await fetch(url + (/\/docs\/scalar-\w+\.js/.exec(page)?.[0] ?? ''), {
        headers: { 'accept-encoding': 'br' },
      });
      expect(script.headers.get('content-encoding')).toBe('br');
      expect(await script.text()).toContain('Scalar');
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
    }
    expect(await (await fetch(server.metrics)).text()).toMatch(/quaestor_jobs\{state="dead"\} 0/);
    // Beside it, the commands find its venues and its ports, which flags have chosen.
    const doctor = await run(['doctor', '--data', data]);
    for (const url of [server.trading, server.partner, new URL(server.metrics).origin]) {
      expect(doctor.text).toContain(`a process of Quaestor answers at ${url}`);
    }
    expect(doctor.text).toMatch(/^venue aurora +ok /m);
    expect([doctor.code, doctor.text]).toEqual([0, expect.not.stringContaining('FAILED')]);
    const checked = await run(['venues', 'check', 'borealis', '--data', data]);
    expect([checked.code, checked.text]).toEqual([0, expect.stringMatching(/^ {2}key +ok /m)]);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toMatch(/warning|error/i);

    const again = await start(data);
    await again.until('Press Ctrl-C to stop.');
    expect(credentialsOf(data)).toEqual(credentials);
    expect(await tokenStatus(again.trading, credentials.operator)).toBe(200);
  });

  it('a port in use is refused in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const database = { DATABASE_URL: inUse.url };
    const server = await start(newFolder(), [...TRADING, '--trading-port', String(port)], database);
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another with --trading-port.`,
    );
    taken.close();
  });

  it('all ports in use are reported at once, before anything starts', async () => {
    const taken = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        return { server, port: (server.address() as AddressInfo).port };
      }),
    );
    const [trading, partner, metrics] = taken.map(({ port }) => port);
    const data = join(newFolder(), 'data');
    const flags = [
      '--trading-port',
      `${trading}`,
      '--partner-port',
      `${partner}`,
      '--metrics-port',
      `${metrics}`,
    ];
    const server = await start(data, flags);
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toBe(
      [trading, partner, metrics].map((port) => `Port ${port} on 127.0.0.1 is in use. `).join('') +
        'Stop what uses them, or choose others with --trading-port, --partner-port and --metrics-port.',
    );
    expect(existsSync(data)).toBe(false);
    for (const { server } of taken) server.close();
  });

  it('is not ready while the bucket for files does not answer', async () => {
    const server = await start(newFolder(), [...TRADING, '--metrics-port', '0'], {
      DATABASE_URL: inUse.url,
      QUAESTOR_STORAGE_BUCKET: 'files',
      QUAESTOR_STORAGE_ENDPOINT: `http://127.0.0.1:${await newPort()}`,
      QUAESTOR_STORAGE_ACCESS_KEY_ID: 'key',
      QUAESTOR_STORAGE_SECRET_ACCESS_KEY: 'secret',
    });
    const text = await server.until('Press Ctrl-C to stop.');
    expect(text).not.toContain('/metrics');
    const answer = await fetch(`${server.trading}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ detail: 'Not answering: storage.' });
    expect((await fetch(`${server.trading}/healthz`)).status).toBe(200);
  });

  it('a data folder that has lost its database is refused, and gets no other', async () => {
    const data = newFolder();
    mkdirSync(join(data, 'facts'));
    expect(await run(['import', 'rates', 'rates.csv', '--data', data])).toEqual({
      code: 1,
      text: `There is no database in ${data}. Check --data, or create one with quaestor migrate.\n`,
    });
    expect(readdirSync(data)).toEqual(['facts']);
  });

  it('a data folder that the system cannot make is refused', async () => {
    const { code, text } = await run(['serve', '--data', '/proc/quaestor/data', ...TRADING]);
    expect(code).toBe(1);
    expect(text).toMatch(/^The data folder cannot be made: .*\/proc\/quaestor.*--data\.\n$/);
  });

  it('SIGTERM to npm start stops the server', async () => {
    const folder = newFolder();
    // The command of package.json, without the step that installs the packages.
    const command = manifest.scripts.start.replace('scripts/start.mjs', `${MAIN} serve`);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: command } }));
    const trading = await newPort();
    const ports = ['--trading-port', `${trading}`, '--metrics-port', '0'];
    const flags = ['--data', join(folder, 'data'), ...ports, ...TRADING];
    const npm = spawn('npm', ['start', '--', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    npm.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    await vi.waitUntil(() => output.includes('Press Ctrl-C to stop.'), { timeout: 60_000 });
    const url = `http://127.0.0.1:${trading}/healthz`;
    expect((await fetch(url)).status).toBe(200);
    npm.kill('SIGTERM');
    await once(npm, 'close');
    expect(output).toContain('Stopping:');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('after SIGKILL the next start takes over the orphaned database and nothing is lost', async () => {
    const data = newFolder();
    const first = await start(data, TRADING);
    await first.until('Press Ctrl-C to stop.');
    const made = await run(['credentials', 'create', 'survivor', '--scopes', 'venues:view', '--data', data]);
    expect(made.code).toBe(0);
    const survivor = JSON.parse(made.text.slice(0, made.text.indexOf('}') + 1)) as Credentials['operator'];
    first.child.kill('SIGKILL');
    await first.ended;
    const next = await start(data, TRADING);
    await next.until('Press Ctrl-C to stop.');
    expect(await tokenStatus(next.trading, survivor)).toBe(200);
    expect(await run(['audit', 'verify', '--data', data])).toMatchObject({ code: 0 });
  });
});

describe('beside a running server', () => {
  let data: string;
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    data = newFolder();
    server = await start(data, TRADING);
    await server.until('Press Ctrl-C to stop.');
    return clear;
  });

  it('a second process on the same data folder is refused in one sentence, and the first goes on', async () => {
    const second = await start(data);
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `The data folder ${data} is in use by process ${server.child.pid}. Stop it, or choose another folder with --data.`,
    );
    expect((await fetch(`${server.trading}/readyz`)).status).toBe(200);
  });

  it('the command line creates, lists, changes, rotates and revokes credentials, at once', async () => {
    const create = await run(['credentials', 'create', 'bot', '--scopes', 'venues:view', '--data', data]);
    const bot = JSON.parse(create.text.slice(0, create.text.indexOf('}') + 1)) as Credentials['operator'];
    expect(await tokenStatus(server.trading, bot)).toBe(200);
    expect((await run(['credentials', 'list', '--data', data])).text).toMatch(
      /bot +client +default .*venues:view/,
    );
    const all = await run(['credentials', 'list', '--json', '--data', data]);
    expect(JSON.parse(all.text)).toContainEqual(
      expect.objectContaining({ name: 'bot', kind: 'client', scopes: ['venues:view'] }),
    );
    const scopes = (...args: string[]) => run(['credentials', 'scopes', 'bot', ...args, '--data', data]);
    expect(await scopes('--set', '')).toMatchObject({ code: 0, text: 'bot now has: no scope.\n' });
    expect(await tokenStatus(server.trading, bot)).toBe(400);
    expect(await scopes('--add', 'venues:view,trading:admin')).toMatchObject({ code: 0 });
    expect(await scopes('--add', 'admin')).toMatchObject({
      code: 1,
      text: expect.stringContaining('use trading:admin or partner:admin') as string,
    });
    expect((await scopes()).text).toContain('--set, --add or --remove');
    const rotate = await run(['credentials', 'rotate', 'bot', '--data', data]);
    const rotated = JSON.parse(rotate.text.slice(0, rotate.text.indexOf('}') + 1)) as Credentials['operator'];
    expect(await tokenStatus(server.trading, bot)).toBe(401);
    expect(await tokenStatus(server.trading, rotated)).toBe(200);
    expect((await run(['credentials', 'revoke', 'bot', '--data', data])).code).toBe(0);
    expect(await tokenStatus(server.trading, rotated)).toBe(401);
    expect(await run(['credentials', 'create', 'x y', '--data', data])).toMatchObject({
      code: 1,
      text: expect.stringMatching(/name must have/) as string,
    });
    expect((await run(['keys', 'rotate', '--data', data])).code).toBe(0);
  });

  it('the command line lists people with their roles, for people and for programs', async () => {
    expect((await run(['people', 'list', '--data', data])).text).toMatch(/LOGIN .*\n(.*\n)*anton +trading:/);
    const people = JSON.parse((await run(['people', 'list', '--json', '--data', data])).text) as object[];
    expect(people).toContainEqual(expect.objectContaining({ name: 'anton', kind: 'person' }));
    expect(people).not.toContainEqual(expect.objectContaining({ kind: 'client' }));
    expect(JSON.stringify(people)).not.toContain('secret');
    const jobs = await run(['jobs', 'list', '--json', '--data', data]);
    expect(JSON.parse(jobs.text)).toBeInstanceOf(Array);
  });
});

describe('the command line', () => {
  it('shows the configuration with secrets masked, and stops at a wrong value', async () => {
    const env = { DATABASE_URL: 'postgres://me:hush@db/q' };
    const shown = await run(['serve', '--print-config', '--trading-port', '9999'], env);
    expect(shown.code).toBe(0);
    expect(shown.text).toMatch(/trading\.port: 9999/);
    expect(shown.text).not.toContain('hush');
    const wrong = await run(['serve', '--trading-port', 'x']);
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('--trading-port') as string });
  });

  it.each([
    ['a server that does not answer', () => 'postgres://me:hush@127.0.0.1:1/q', 'ECONNREFUSED'],
    ['a database that is not there', () => `${inUse.url}_gone`, 'does not exist'],
  ])('explains in one sentence %s', async (_what, url, reason) => {
    const { code, text } = await run(['migrate'], { DATABASE_URL: url() });
    expect([code, text.trim().split('\n').length]).toEqual([1, 1]);
    expect(text).toMatch(/^The database cannot be opened: .*Check database\.url\.$/m);
    expect(text).toContain(reason);
    expect(text).not.toContain('hush');
  });
});

describe('in production', () => {
  afterEach(clear);

  it('many processes start at once on an empty external database, each with its roles', async () => {
    const env = { DATABASE_URL: empty.url, QUAESTOR_SECRET: 'x'.repeat(40) };
    const roles = ['trading', 'partner', 'worker', 'trading,worker'];
    const data = newFolder();
    const servers = await Promise.all(roles.map((role) => start(data, ['--roles', role], env)));
    await Promise.all(servers.map((server) => server.until('Press Ctrl-C to stop.')));
    const answers = await Promise.all(
      servers.map(({ trading }) =>
        fetch(`${trading}/readyz`).then(
          ({ status }) => status,
          () => 'closed',
        ),
      ),
    );
    expect(answers).toEqual([200, 'closed', 'closed', 200]);
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });
});
