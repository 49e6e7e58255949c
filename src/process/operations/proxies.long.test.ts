import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCredential } from '../../platform/auth/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { findProgram } from '../../testing/program.ts';
import { operatorContext } from '../context.ts';
import { until } from '../testing/partners.ts';

const { url, db } = await createTestDatabase();
const folder = makeFolder();
const [trading, partner, metrics, tls] = [await newPort(), await newPort(), await newPort(), await newPort()];
const errors = join(folder, 'error.log');
let server: Quaestor;
let nginx: ChildProcess;

/** The published file with the ports and certificates of this test, in a frame of its own. */
function writeNginxConfig(): string {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const subject = ['-subj', '/CN=example.com', '-days', '2', '-nodes'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...files], { stdio: 'pipe' });
  const published = readFileSync('deploy/nginx/quaestor.conf', 'utf8')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${trading}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${partner}`)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
    .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${certificate};`)
    .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `daemon off; pid ${folder}/nginx.pid; error_log ${errors} warn; worker_processes 1; events {}
     http { access_log off; ${temporary.join(' ')} ${published} }`,
  );
  return path;
}

beforeAll(async () => {
  findProgram(['nginx'], 'nginx');
  const config = writeNginxConfig();
  execFileSync('nginx', ['-t', '-c', config], { stdio: 'pipe' });
  nginx = spawn('nginx', ['-c', config], { stdio: 'ignore' });
  mkdirSync(join(folder, 'data'));
  const ports = { trading, partner, metrics };
  const flags = Object.entries(ports).flatMap(([name, port]) => [`--${name}-port`, `${port}`]);
  server = quaestor(['serve', '--data', join(folder, 'data'), ...flags], {
    DATABASE_URL: url,
    QUAESTOR_HTTP_TRUST_PROXIES: '127.0.0.1',
  });
  await server.until('Press Ctrl-C to stop.');
}, 180_000);

afterAll(async () => {
  nginx.kill('SIGQUIT');
  server.child.kill('SIGTERM');
  await server.ended;
  await removeFolder(folder);
}, 60_000);

/** A request to one of the published names, through nginx. */
async function ask(
  service: 'trading' | 'partner',
  path: string,
  { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
): Promise<IncomingMessage> {
  const host = `${service}.example.com`;
  const outgoing = request({
    host: '127.0.0.1',
    port: tls,
    servername: host,
    rejectUnauthorized: false,
    path,
    ...options,
    headers: { host, ...(options.headers as object) },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

async function tokenFor(service: 'trading' | 'partner', scope: string): Promise<{ authorization: string }> {
  const name = `client-${scope.replace(':', '-')}`;
  const input = { name, kind: 'client', tenant: 'default', scopes: [scope] } as const;
  const { secret } = await createCredential(operatorContext(db), input);
  const answer = await ask(service, '/oauth/token', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = JSON.parse(await text(answer)) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}

it('nginx passes both services on, and no metrics', async () => {
  for (const service of ['trading', 'partner'] as const) {
    await until(async () => (await ask(service, '/readyz')).statusCode === 200, 10_000);
    expect((await ask(service, '/metrics')).statusCode).toBe(404);
  }
});

it('nginx lets browsers keep more streams than connections: it speaks HTTP/2', async () => {
  const session = connect(`https://127.0.0.1:${tls}`, {
    servername: 'trading.example.com',
    rejectUnauthorized: false,
  });
  const streams = Array.from({ length: 10 }, () =>
    session.request({ ':path': '/healthz', ':authority': 'trading.example.com' }),
  );
  const heads = await Promise.all(streams.map((stream) => once(stream, 'response')));
  expect(heads.map(([head]) => (head as Record<string, unknown>)[':status'])).toEqual(streams.map(() => 200));
  session.destroy();
});

it('nginx passes a batch of facts of 40 MiB on as it arrives', async () => {
  const headers = { ...(await tokenFor('partner', 'facts:write')), 'content-type': 'application/x-ndjson' };
  const lines = Array.from({ length: 700 }, (_, index) => {
    const day = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10);
    return `{"currency":"ISK","rate_date":"${day}",${' '.repeat(60_000)}"per_usd":"0.9"}\n`;
  });
  const body = Buffer.from(lines.join(''));
  expect(body.length).toBeGreaterThan(40 * 2 ** 20);
  const answer = await ask('partner', '/api/facts/rates/', { method: 'POST', headers, body });
  const summary = await text(answer);
  expect([answer.statusCode, summary]).toEqual([200, expect.stringContaining('700')]);
  // Nginx warns about every body that it keeps in a file.
  expect(readFileSync(errors, 'utf8')).not.toContain('buffered to a temporary file');
});

it('nginx passes server-sent events on at once', async () => {
  const headers = await tokenFor('trading', 'market-data:view');
  const stream = await ask('trading', '/trade/v1/market-data/order-book/BTC-USDT/aggregated/stream', {
    headers,
  });
  expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
  const [first] = (await once(stream, 'data')) as [Buffer];
  expect(first.toString()).toContain('event: snapshot');
  stream.destroy();
});

it('the Caddy example is accepted, and hides metrics', () => {
  findProgram(['caddy'], 'caddy');
  const adapted = execFileSync(
    'caddy',
    ['adapt', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  expect(adapted).toContain('"path":["/metrics","/metrics/"]');
});
