import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { frame } from './testing/app.ts';

const SCRIPT = `console.log('${'long '.repeat(500)}')`;

function build(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.en.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><link nonce="__CSP_NONCE__">',
  );
  writeFileSync(join(folder, 'index.de.html'), '<html lang="de">');
  writeFileSync(join(folder, 'secret.txt'), 'not an asset');
  for (const name of ['worker.js', 'icon-192.png', 'icon-512.png']) writeFileSync(join(folder, name), name);
  const script = join(folder, 'assets/index-abc.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  return folder;
}

const consoleFolder = build();
const app = frame([], { consoleFolder });
const others: FastifyInstance[] = [app];
afterAll(async () => {
  await Promise.all(others.map((other) => other.close()));
  await removeFolder(consoleFolder);
});

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));

/** Sends the path as it is: other clients resolve its dots. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const rawPayload = await buffer(answer);
  return {
    statusCode: answer.statusCode,
    headers: answer.headers,
    rawPayload,
    body: rawPayload.toString(),
  };
}

const pageOf = async (headers: Record<string, string>) => (await get('/console/', headers)).body;

describe('a page of the console', () => {
  it.each(['/console', '/console/', '/console/withdrawals/7?filter=status%3AFAILED&unknown=1'])(
    '%s answers the same page, so that every view is a link',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toMatch(/^<meta property="csp-nonce"/);
    },
  );

  it('is in the language that the person has chosen, or else in the one that the browser asks for', async () => {
    const cookie = 'quaestor-language=de';
    expect(await pageOf({ 'accept-language': 'en', cookie })).toBe('<html lang="de">');
    expect(await pageOf({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })).toBe('<html lang="de">');
    expect(await pageOf({ 'accept-language': 'fr' })).toMatch(/^<meta/);
  });

  it('has a nonce of its own in policy and page, and is never stored', async () => {
    const answers = [await get('/console/'), await get('/console/')];
    const nonces = answers.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy']);
      const nonce = /style-src 'self' 'nonce-([\w+/=]{24})'/.exec(policy)?.[1];
      expect(body).toBe(`<meta property="csp-nonce" nonce="${nonce}"><link nonce="${nonce}">`);
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(headers['cache-control']).toBe('no-store');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('answers HEAD without a body', async () => {
    const { statusCode, body } = await get('/console/', {}, 'HEAD');
    expect([statusCode, body]).toEqual([200, '']);
  });

  it('refuses other methods with a problem', async () => {
    const { statusCode, headers } = await get('/console/', {}, 'POST');
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('an asset', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, 'identity', (bytes: Buffer) => bytes],
  ])('is answered in the encoding %s for %s', async (encoding, accepted, decode) => {
    const { headers, rawPayload } = await get('/console/assets/index-abc.js', {
      'accept-encoding': accepted,
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('accept-encoding');
    expect(decode(rawPayload).toString()).toBe(SCRIPT);
  });

  it('is stored for a year, cannot be sniffed and has a trace id', async () => {
    const { headers } = await get('/console/assets/index-abc.js');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript') as string,
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./) as string,
    });
  });

  it.each([
    '/console/assets/index-old.js',
    '/console/assets/',
    '/console/assets/../index.en.html',
    '/console/assets/../secret.txt',
    '/console/assets/%2e%2e/secret.txt',
    '/console/assets/..%2fsecret.txt',
    '/console/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/console/assets/index-abc.js%00',
    '/console/assets//etc/passwd',
  ])('%s does not exist and is answered by a problem, not by a page', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(body).not.toContain('not an asset');
  });

  it('counts towards the rate limit of anonymous callers', async () => {
    const limited = frame([], { consoleFolder, limits: { readsPerMinute: 1 } });
    others.push(limited);
    const statuses = [];
    for (const url of ['/console/', '/console/assets/index-abc.js']) {
      statuses.push((await limited.inject(url)).statusCode);
    }
    expect(statuses).toEqual([200, 429]);
  });
});

describe('what an installed console needs', () => {
  it.each([
    ['worker.js', 'text/javascript; charset=utf-8'],
    ['icon-192.png', 'image/png'],
    ['icon-512.png', 'image/png'],
  ])('%s has a name that stays, may load nothing, and is asked for again each time', async (name, type) => {
    const { statusCode, headers, body } = await get(`/console/${name}`);
    expect([statusCode, body]).toEqual([200, name]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

describe('the root', () => {
  it('leads browsers to the console', async () => {
    const { statusCode, headers } = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([statusCode, headers['location']]).toEqual([302, '/console/']);
  });

  it('is unknown to programs', async () => {
    expect((await get('/', { accept: '*/*' })).statusCode).toBe(404);
  });
});

it('without a build there is no console', async () => {
  const bare = frame([]);
  others.push(bare);
  expect((await bare.inject('/console/')).statusCode).toBe(404);
});
