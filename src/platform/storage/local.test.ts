import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClock } from '../auth/testing/fixture.ts';
import { frame } from '../http/testing/app.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { MissingFile, openLocalStorage } from './index.ts';
import { inject } from '../../testing/inject.ts';

const KEY = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d-1';
const NAME = 'withdrawal_2026.csv';
const TEXT = 'id,status\n1,COMPLETED\n';

function open() {
  const folder = temporaryFolder();
  const clock = createClock();
  const storage = openLocalStorage({ folder, secret: Buffer.alloc(32, 1), publicUrl: 'http://q.example' });
  const app = frame([...storage.endpoints], { clock });
  const get = async (url: string, headers: Record<string, string> = {}) =>
    inject(app, { url: url.replace('http://q.example', ''), headers });
  const link = () => storage.link(KEY, NAME, clock.now());
  return { folder, clock, storage, get, link };
}

async function* blocks(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield Buffer.from(text);
  }
}

describe('a file', () => {
  test('is not visible before it is complete', async () => {
    const { folder, storage } = open();
    async function* content() {
      yield Buffer.from('half');
      expect(readdirSync(folder)).not.toContain(KEY);
      yield Buffer.from(' and half');
    }
    await storage.put(KEY, content());
    expect(readdirSync(folder)).toEqual([KEY]);
  });

  test('that could not be written leaves no trace', async () => {
    const { folder, storage } = open();
    await expect(storage.put(KEY, blocks('half', new Error('no more')))).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is downloaded unchanged, also from folders, and a missing one is named', async () => {
    const { folder, storage } = open();
    await storage.put('facts/orders/1.parquet', blocks(TEXT));
    await storage.download('facts/orders/1.parquet', join(folder, 'copy'));
    expect(readFileSync(join(folder, 'copy'), 'utf8')).toBe(TEXT);
    const missing = storage.download('facts/orders/2.parquet', join(folder, 'none'));
    await expect(missing).rejects.toThrow(MissingFile);
    await expect(missing).rejects.toThrow('no file facts/orders/2.parquet');
  });

  test('is listed by its prefix when it is complete', async () => {
    const { folder, storage } = open();
    for (const key of ['facts/rates/1', 'facts/orders/2', 'other/3']) await storage.put(key, blocks(TEXT));
    writeFileSync(join(folder, 'facts/rates/4.part'), '');
    const listed: string[] = [];
    for await (const { key, bytes, writtenAt } of storage.list('facts/')) {
      listed.push(key);
      expect([bytes, writtenAt.getTime() > 0]).toEqual([TEXT.length, true]);
    }
    expect(listed.toSorted()).toEqual(['facts/orders/2', 'facts/rates/1']);
    for await (const file of storage.list('nothing/')) expect(file).toBeUndefined();
  });

  test('is not taken for missing when its folder cannot be listed', async () => {
    const { folder, storage } = open();
    writeFileSync(join(folder, 'facts'), '');
    const list = async () => {
      for await (const _file of storage.list('facts/'));
    };
    await expect(list()).rejects.toThrow('ENOTDIR');
  });

  test('is removed; removing it again does nothing', async () => {
    const { folder, storage } = open();
    await storage.put(KEY, blocks(TEXT));
    await storage.remove(KEY);
    await storage.remove(KEY);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that a crash left incomplete is swept, and no other', async () => {
    const { folder, storage } = open();
    await storage.put(KEY, blocks(TEXT));
    await storage.put('facts/1', blocks(TEXT));
    for (const [name, time] of [
      ['old.part', 1000],
      ['new.part', 3000],
      ['facts/old.part', 1000],
    ] as const) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), time, time);
    }
    await storage.sweep(new Date(2_000_000));
    const left = readdirSync(folder, { recursive: true }).map(String).toSorted();
    expect(left).toEqual([KEY, 'facts', 'facts/1', 'new.part']);
  });
});

describe('a link', () => {
  test('sends the whole file with its name and type, and forbids caching', async () => {
    const { storage, get, link } = open();
    await storage.put(KEY, blocks(TEXT));
    const { statusCode, headers, body } = await get(await link());
    expect([statusCode, body]).toEqual([200, TEXT]);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${NAME}"`,
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(TEXT.length),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['bytes=0-1', 206, 'id', 'bytes 0-1/22'],
    ['bytes=3-', 206, TEXT.slice(3), 'bytes 3-21/22'],
    ['bytes=-4', 206, 'TED\n', 'bytes 18-21/22'],
    ['bytes=-99', 206, TEXT, 'bytes 0-21/22'],
    ['bytes=20-99', 206, 'D\n', 'bytes 20-21/22'],
    ['bytes=5-2', 200, TEXT, undefined],
    ['bytes=0-1,4-5', 200, TEXT, undefined],
    ['lines=0-1', 200, TEXT, undefined],
  ])('with the range %s answers %i', async (range, status, body, contentRange) => {
    const { storage, get, link } = open();
    await storage.put(KEY, blocks(TEXT));
    const answer = await get(await link(), { range });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  test.each(['bytes=22-', 'bytes=-0'])(
    'with the range %s, of which there is nothing, answers 416',
    async (range) => {
      const { storage, get, link } = open();
      await storage.put(KEY, blocks(TEXT));
      const answer = await get(await link(), { range });
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */22']);
      expect(answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
    },
  );

  test('resumes a range only from the same file', async () => {
    const { storage, get, link } = open();
    await storage.put(KEY, blocks(TEXT));
    const etag = String((await get(await link())).headers.etag);
    const part = async (ifRange: string) =>
      (await get(await link(), { range: 'bytes=0-1', 'if-range': ifRange })).statusCode;
    expect([await part(etag), await part('"other"')]).toEqual([206, 200]);
  });

  test('is rejected after it has expired', async () => {
    const { storage, get, link, clock } = open();
    await storage.put(KEY, blocks(TEXT));
    const url = await link();
    clock.advance(600_000);
    expect((await get(url)).statusCode).toBe(200);
    clock.advance(1);
    const answer = await get(url);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'forbidden' });
  });

  test.each([
    ['a later end', (url: string) => url.replace(/expires=\d/, 'expires=2')],
    ['another name', (url: string) => url.replace('withdrawal_', 'other_')],
    ['another file', (url: string) => url.replace('-1/', '-2/')],
    ['a shorter signature', (url: string) => url.slice(0, -1)],
    [
      'a signature with one letter changed',
      (url: string) => url.slice(0, -2) + (url.at(-2) === 'A' ? 'B' : 'A') + url.slice(-1),
    ],
  ])('with %s opens nothing', async (_what, change) => {
    const { storage, get, link } = open();
    await storage.put(KEY, blocks(TEXT));
    const url = await link();
    expect(change(url)).not.toBe(url);
    expect((await get(change(url))).statusCode).toBe(403);
  });

  test.each(['/files/..%2f..%2fsecret/x.csv', '/files/..%5csecret/x.csv', `/files/${KEY}/..%2fx.csv`])(
    'cannot lead out of the folder: %s',
    async (path) => {
      const { get } = open();
      expect((await get(`${path}?expires=1&signature=x`)).statusCode).toBe(400);
    },
  );

  test('to a deleted file answers 404', async () => {
    const { get, link } = open();
    expect((await get(await link())).statusCode).toBe(404);
  });
});
