import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCredential } from '../../platform/auth/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { newPort, quaestor } from '../../testing/process.ts';
import { operatorContext } from '../context.ts';

/** Starts the trading service with a worker, and answers how it takes a destination. */
async function start(options: (folder: string) => readonly string[]) {
  const { url: databaseUrl, db } = await createTestDatabase();
  const { credential, secret } = await createCredential(operatorContext(db), {
    kind: 'client',
    name: 'hooks',
    tenant: 'default',
    scopes: ['webhooks:edit', 'exports:view'],
  });
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await newPort();
  const ports = ['--trading-port', `${port}`, '--metrics-port', '0'];
  const server = quaestor(
    ['serve', '--data', data, '--roles', 'trading,worker', ...ports, ...options(folder)],
    { DATABASE_URL: databaseUrl },
  );
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  const greeting = await server.until('Press Ctrl-C to stop.');
  const address = `http://127.0.0.1:${port}`;
  const granted = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credential.name,
      client_secret: secret,
    }),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const create = async (url: string) => {
    const answer = await fetch(`${address}/notification/v1/destinations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, events: ['export.completed'] }),
    });
    const { errors = {} } = (await answer.json()) as { errors?: object };
    return [answer.status, Object.keys(errors)];
  };
  return { greeting, address, data, create };
}

it('the demo has an inbox, and takes no other address of this machine', async () => {
  const { greeting, address, create } = await start(() => []);
  const inbox = /http:\/\/127\.0\.0\.1:\d+\/inbox/.exec(greeting)?.[0] ?? '';
  expect((await fetch(inbox)).status).toBe(200);
  expect(await create(inbox)).toEqual([201, []]);
  for (const other of [
    `${address}/inbox`,
    inbox.replace('127.0.0.1', 'localhost'),
    'http://127.0.0.1:1/inbox',
  ]) {
    expect(await create(other)).toEqual([422, ['url']]);
  }
}, 120_000);

it('an installation with a configuration has no inbox, and takes no address of this machine', async () => {
  const { greeting, data, create } = await start((folder) => {
    const config = join(folder, 'quaestor.yaml');
    writeFileSync(config, JSON.stringify({ secret: 's'.repeat(32), log: { level: 'fatal' } }));
    return ['--config', config];
  });
  expect(greeting).not.toContain('inbox');
  expect(existsSync(join(data, 'inbox-port'))).toBe(false);
  expect(await create('http://127.0.0.1:1/inbox')).toEqual([422, ['url']]);
}, 120_000);
