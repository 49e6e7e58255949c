import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { openStorage, StorageError } from './index.ts';
import type { S3Settings } from './s3.ts';

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** It brings no types. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

const folder = makeFolder();
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'files' }],
});
const { port } = await server.run();
afterAll(async () => {
  await server.close();
  await removeFolder(folder);
});

const SETTINGS: S3Settings = {
  bucket: 'files',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  prefix: 'exports/',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  pathStyle: true,
};

const open = (change: Partial<S3Settings> = {}) =>
  openStorage({ ...SETTINGS, ...change }, { folder, secret: Buffer.alloc(32), publicUrl: '' });
const storage = await open();

const NAME = 'withdrawal_2026.csv';
const MIB = 1024 * 1024;

const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, index) => index));

/** Blocks of bytes that tell where they are. */
async function* blocks(sizes: readonly number[], failure?: Error): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    const turned = at % PATTERN.length;
    yield Buffer.alloc(size, Buffer.concat([PATTERN.subarray(turned), PATTERN.subarray(0, turned)]));
    at += size;
  }
  if (failure) throw failure;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const get = async (key: string, headers: Record<string, string> = {}) =>
  fetch(await storage.link(key, NAME, new Date()), { headers });

describe('a file in a bucket', () => {
  test.each([
    ['empty', []],
    ['small', [10, 20]],
    ['one part', [8 * MIB]],
    ['many parts in blocks that do not fit', [3 * MIB, 7 * MIB + 1, 9 * MIB, 5]],
  ])('comes back as it was put: %s', async (what, sizes) => {
    const key = what.replaceAll(' ', '-');
    await storage.put(key, blocks(sizes));
    const answer = await get(key);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    const [expected] = size > 0 ? await collect(blocks([size])) : [Buffer.alloc(0)];
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(expected ?? Buffer.alloc(0))).toBe(true);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${NAME}"`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  test('is served in ranges', async () => {
    await storage.put('ranged', blocks([100]));
    const answer = await get('ranged', { range: 'bytes=10-11' });
    expect([answer.status, [...new Uint8Array(await answer.arrayBuffer())]]).toEqual([206, [10, 11]]);
  });

  test.each([[[10]], [[20 * MIB]]])('that could not be read to its end is not there: %j', async (sizes) => {
    await expect(storage.put('broken', blocks(sizes, new Error('no more')))).rejects.toThrow('no more');
    expect((await get('broken')).status).toBe(404);
  });

  test('is removed, however often that is asked for', async () => {
    await storage.put('gone', blocks([1]));
    await storage.remove('gone');
    await storage.remove('gone');
    expect((await get('gone')).status).toBe(404);
  });
});

describe('a link', () => {
  test('opens nothing once it has expired', async () => {
    await storage.put('linked', blocks([1]));
    const now = Date.now();
    const statusOf = async (at: number) =>
      (await fetch(await storage.link('linked', NAME, new Date(at)))).status;
    expect(await statusOf(now)).toBe(200);
    expect(await statusOf(now - 601_000)).toBe(403);
  });
});

describe('a store that refuses', () => {
  test.each([
    ['the key', { accessKeyId: 'nobody' }, /InvalidAccessKeyId/],
    ['the bucket', { bucket: 'nowhere' }, /NoSuchBucket/],
    ['to answer', { endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ])('%s is told with its word for it', async (_what, change, message) => {
    const refused = (await open(change)).put('refused', blocks([10]));
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow(message);
  });

  test('a later part leaves no file', async () => {
    let parts = 0;
    const proxy = createServer((request, response) => {
      if (request.url?.includes('partNumber=') && ++parts > 1) {
        request.resume();
        response.writeHead(507).end();
      } else void forward(request, response);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = await open({ endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    await expect(through.put('half', blocks([20 * MIB]))).rejects.toThrow(StorageError);
    expect(parts).toBe(2);
    expect((await get('half')).status).toBe(404);
    proxy.closeAllConnections();
    proxy.close();
  });
});

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.entries(request.headers as Record<string, string>).filter(
    ([name]) => name === 'authorization' || name.startsWith('x-amz-'),
  );
  const body = Buffer.concat(await collect(request as AsyncIterable<Buffer>));
  const answer = await fetch(`${SETTINGS.endpoint}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body }),
  });
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
}
