import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDiscovery } from '../discovery.ts';
import { endpoint } from '../endpoint.ts';
import { frame } from '../testing/app.ts';

const SERVICE = {
  title: 'A & B',
  summary: '',
  version: '0',
  publicUrl: '',
  tags: {},
  scopes: {},
  events: [],
};

const listThings = endpoint({
  method: 'GET',
  path: '/things',
  operation: 'listThings',
  tag: 'Things',
  summary: 'List <all> things',
  scope: 'public',
  answers: { 200: { description: 'The things. '.repeat(100), schema: Type.Object({}) } },
  handle: () => ({ status: 200, body: {} }),
});

const open = () => frame(withDiscovery({ service: SERVICE, probes: {} }, [listThings]));
const app = open();
let script = '';

beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  script = /\/docs\/scalar-[0-9a-f]{16}\.js/.exec((await get('/docs')).bytes.toString())?.[0] ?? '';
});
afterAll(() => app.close());

/** Unlike `fetch`, sends the headers given and no others, and decodes nothing. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };

describe.each([
  ['the page', () => '/docs'],
  ['its script', () => script],
  ['the OpenAPI document', () => '/openapi.json'],
])('%s', (_name, path) => {
  it('is compressed as the client accepts, and varies by that for caches', async () => {
    const plain = await get(path());
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    const tags = new Set([plain.headers.etag]);
    for (const encoding of ['br', 'gzip'] as const) {
      const { status, headers, bytes } = await get(path(), { 'accept-encoding': encoding });
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'accept-encoding']);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(bytes.length).toBeLessThan(plain.bytes.length * 0.7);
      expect(DECODE[encoding](bytes).equals(plain.bytes)).toBe(true);
      tags.add(headers.etag);
    }
    expect(plain.headers.vary).toBe('accept-encoding');
    // A strong tag names the bytes: each encoding has one of its own.
    expect(tags.size).toBe(3);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['zstd', undefined],
    ['', undefined],
  ])('is sent to a client that accepts "%s" as %s', async (accepted, encoding) => {
    const { headers } = await get(path(), { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('is not sent again to a client that has it', async () => {
    const accepts = { 'accept-encoding': 'br' };
    const first = await get(path(), accepts);
    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(path(), { ...accepts, 'if-none-match': known });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      for (const name of ['etag', 'vary', 'cache-control']) {
        expect(again.headers[name]).toBe(first.headers[name]);
      }
    }
    const changed = await get(path(), { ...accepts, 'if-none-match': '"other"' });
    expect(changed.status).toBe(200);
    const decoded = await get(path(), { 'if-none-match': etag });
    expect(decoded.status).toBe(200);
  });

  it('is the same in every process of a version, so that any of them can answer 304', async () => {
    const other = open();
    const answer = await other.inject({ url: path() });
    expect(answer.headers.etag).toBe((await get(path())).headers.etag);
    await other.close();
  });

  it('cannot be sniffed, embedded or run as something else, and answers HEAD', async () => {
    const { headers } = await get(path());
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
    const head = await get(path(), {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, headers.etag]);
  });
});

const control = async (path: string) => (await get(path)).headers['cache-control'];

it('the script is kept for a year, as its name changes with it; page and document are asked for again', async () => {
  expect(await control(script)).toBe('public, max-age=31536000, immutable');
  expect(await control('/docs')).toBe('no-cache');
  expect(await control('/openapi.json')).toBe('no-cache');
  expect(await control('/docs/start.js')).toBe('no-cache');
});

it('the script of another version does not exist, and no cache keeps that', async () => {
  const { status, headers } = await get('/docs/scalar-0123456789abcdef.js');
  expect([status, headers['cache-control'], headers.etag]).toEqual([404, 'no-store', undefined]);
});

it('the page lists the operations before its script has loaded', async () => {
  const page = (await get('/docs')).bytes.toString();
  expect(page).toContain('<title>A &amp; B</title>');
  expect(page).toContain('<li><code>GET /things</code> List &lt;all> things</li>');
  expect(page).toContain('<code>GET /openapi.json</code>');
});
