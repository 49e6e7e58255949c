import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { MissingFile, openStorage, StorageError } from './index.ts';
import type { S3Settings } from './s3.ts';
import { openProxy } from './testing/proxy.ts';
import { KEYS, startS3 } from './testing/s3-server.ts';
import { thorough } from '../../testing/effort.ts';

const server = await startS3();
const { folder } = server;
afterAll(() => server.close());

const proxy = await openProxy({ port: server.port, ...KEYS });
const SETTINGS = server.settingsAt(proxy.url);

const open = (change: Partial<S3Settings> = {}) =>
  openStorage({ ...SETTINGS, ...change }, { folder, secret: Buffer.alloc(32), publicUrl: '' });
const storage = await open();

const NAME = 'withdrawal_2026.csv';
const MIB = 1024 * 1024;

const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, index) => index));

/** Bytes that depend on their position. */
function bytesAt(at: number, size: number): Buffer {
  const turned = at % PATTERN.length;
  return Buffer.alloc(size, Buffer.concat([PATTERN.subarray(turned), PATTERN.subarray(0, turned)]));
}

/** Each block is valid until the next is requested. */
async function* blocks(sizes: readonly number[], failure?: Error): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    const block = bytesAt(at, size);
    yield block;
    block.fill(0);
    at += size;
  }
  if (failure) throw failure;
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
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytesAt(0, size))).toBe(true);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${NAME}"`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  thorough('is copied to a local path, and a missing one is named', async () => {
    const path = join(temporaryFolder(), 'copy');
    await storage.put('facts/copied', blocks([20 * MIB]));
    await storage.download('facts/copied', path);
    expect(readFileSync(path).equals(bytesAt(0, 20 * MIB))).toBe(true);
    await expect(storage.download('facts/none', `${path}-2`)).rejects.toThrow(MissingFile);
  });

  test('is listed by its prefix', async () => {
    for (const key of ['listed/1', 'listed/2/3', 'listed-not/4']) await storage.put(key, blocks([10]));
    const listed: unknown[] = [];
    for await (const { key, bytes } of storage.list('listed/')) listed.push([key, bytes]);
    expect(listed).toEqual([
      ['listed/1', 10],
      ['listed/2/3', 10],
    ]);
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

  test('is removed; removing it again does nothing', async () => {
    await storage.put('gone', blocks([1]));
    await storage.remove('gone');
    await storage.remove('gone');
    expect((await get('gone')).status).toBe(404);
  });
});

describe('a link', () => {
  test('is rejected after it has expired', async () => {
    await storage.put('linked', blocks([1]));
    const now = Date.now();
    const statusOf = async (at: number) =>
      (await fetch(await storage.link('linked', NAME, new Date(at)))).status;
    expect(await statusOf(now)).toBe(200);
    expect(await statusOf(now - 601_000)).toBe(403);
  });

  test.each<[string, (url: string) => string]>([
    ['a longer life', (url) => url.replace('X-Amz-Expires=600', 'X-Amz-Expires=6000')],
    ['another file', (url) => url.replace('/guarded?', '/linked?')],
    ['another name', (url) => url.replace('withdrawal_2026', 'other_2026')],
    ['another signature', (url) => url.replace(/(X-Amz-Signature=)[0-9a-f]{4}/, '$10000')],
    ['no signature', (url) => url.split('?')[0] ?? ''],
  ])('with %s opens nothing', async (_what, change) => {
    await storage.put('guarded', blocks([1]));
    const url = await storage.link('guarded', NAME, new Date());
    expect((await fetch(url)).status).toBe(200);
    expect(change(url)).not.toBe(url);
    expect((await fetch(change(url))).status).toBe(403);
  });
});

test('a check queries the bucket', async () => {
  await expect(storage.check?.()).resolves.toBeUndefined();
  await expect((await open({ bucket: 'nowhere' })).check?.()).rejects.toThrow(/NoSuchBucket/);
  await expect((await open({ secretAccessKey: 'guessed' })).check?.()).rejects.toThrow(
    /SignatureDoesNotMatch/,
  );
  await expect((await open({ endpoint: 'http://127.0.0.1:1' })).check?.()).rejects.toThrow(/ECONNREFUSED/);
});

describe('a store that refuses', () => {
  test.each([
    ['the key', { accessKeyId: 'nobody' }, /InvalidAccessKeyId/],
    ['the signature', { secretAccessKey: 'guessed' }, /SignatureDoesNotMatch/],
    ['the bucket', { bucket: 'nowhere' }, /NoSuchBucket/],
    ['to answer', { endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ])('%s is reported with the error code of the bucket', async (_what, change, message) => {
    const refused = (await open(change)).put('refused', blocks([10]));
    await expect(refused).rejects.toThrow(StorageError);
    await expect(refused).rejects.toThrow(message);
  });

  test('a later part leaves no file', async () => {
    let parts = 0;
    const refuse = ({ url }: { url?: string | undefined }) =>
      url?.includes('partNumber=') && ++parts > 1 ? 507 : undefined;
    const put = proxy.refusing(refuse, () => storage.put('half', blocks([20 * MIB])));
    await expect(put).rejects.toThrow(StorageError);
    expect(parts).toBeGreaterThan(1);
    expect((await get('half')).status).toBe(404);
  });
});
