import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { endpoint } from '../../../platform/http/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { elapsedMs } from '../../../testing/elapsed.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { newPort } from '../../../testing/process.ts';
import { openTestFacts, testStorage, type FactRow } from '../../testing/facts.ts';
import { rate } from '../../testing/program.ts';
import { answeredByWriter } from './forward.ts';
import { asOfCallers } from './as-of.ts';
import { factEndpoints } from './routes.ts';
import type { Facts } from '../handle/index.ts';
import { callerOf } from '../testing/serve.ts';

interface Peer {
  readonly facts: Facts;
  readonly url: string;
  close(): Promise<void>;
}

/** Processes of one log, of which the first one to come writes. */
async function openGroup(): Promise<() => Promise<Peer>> {
  const database = await openTestDatabase({ poolSize: 8 });
  onTestFinished(() => database.drop());
  const storage = testStorage(temporaryFolder());
  return async () => {
    const port = await newPort();
    const url = `http://127.0.0.1:${port}`;
    const facts = await openTestFacts(temporaryFolder(), database.db, { storage, address: url });
    const endpoints = [...factEndpoints(facts), asOfCallers(facts, countEndpoint(facts))];
    const app = frame([...endpoints, answeredByWriter(facts, echoEndpoint(url))], {
      db: facts.db,
      trustProxies: ['127.0.0.1'],
      authenticate: callerOf,
      // Longer than an answer waits for the log or for another writer.
      limits: { requestTimeoutMs: 30_000 },
    });
    await app.listen({ port, host: '127.0.0.1' });
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await app.close();
      await facts.close();
    };
    onTestFinished(close);
    return { facts, url, close };
  };
}

const countEndpoint = ({ database }: Facts) =>
  endpoint({
    method: 'GET',
    path: '/count',
    operation: 'count',
    tag: 'Test',
    summary: 'How many rates there are',
    scope: 'public',
    answers: { 200: { description: 'So many.', schema: null, contentType: 'text/plain' } },
    async handle() {
      const [row] = await database.query<{ count: number }>('select count(*) as count from rates');
      return { status: 200, body: String(row?.count) };
    },
  });

/** Answers which process received which headers, and from whom. */
const echoEndpoint = (process: string) =>
  endpoint({
    method: 'POST',
    path: '/echo',
    operation: 'echo',
    tag: 'Test',
    summary: 'What arrived',
    scope: 'public',
    answers: { 200: { description: 'It.', schema: null, contentType: 'application/json' } },
    handle: (_context, { headers, ip }) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ process, headers, ip }),
    }),
  });

const HEADERS = { authorization: 'Bearer facts:write', 'content-type': 'application/x-ndjson' };
const ndjson = (...rows: readonly FactRow[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const EUR = rate('EUR', '2024-03-01', '0.9');
const JPY = rate('JPY', '2024-03-01', '150');

async function send(url: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...HEADERS, ...headers }, body: body as string };
  const answer = await fetch(`${url}/api/facts/rates/`, init);
  return {
    status: answer.status,
    asOf: answer.headers.get('x-as-of') ?? '',
    retryAfter: answer.headers.get('retry-after'),
    body: (await answer.json()) as Record<string, unknown>,
  };
}

async function count(url: string, asOf: string) {
  const answer = await fetch(`${url}/count`, { headers: { 'x-as-of': asOf } });
  return { status: answer.status, text: await answer.text() };
}

test('a process without the lease forwards a batch with the token of the caller, and answers as the writer does', async () => {
  const join = await openGroup();
  const [writer, reader] = [await join(), await join()];
  expect(reader.facts.lease.epoch).toBeUndefined();
  const summary = { accepted: 1, repeated: 0, replaced: 0, refused: 0 };
  expect(await send(reader.url, ndjson(EUR))).toMatchObject({ status: 200, body: summary });
  const packed = gzipSync(ndjson(EUR, JPY));
  expect(await send(reader.url, packed, { 'content-encoding': 'gzip' })).toMatchObject({
    status: 200,
    body: { accepted: 1, repeated: 1 },
  });
  expect(writer.facts.position.head).toBe(2);
  const refused = await send(reader.url, ndjson({ ...EUR, per_usd: 'NaN' }));
  expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([400, ['lines.1.per_usd']]);
  const many = Array.from({ length: 60_000 }, (_, line) => rate('USD', '2024-03-01', String(line + 1)));
  expect((await send(reader.url, ndjson(...many))).status).toBe(400);
});

test('a forwarded request keeps what identifies its caller: session, origin, proof, key and address', async () => {
  const join = await openGroup();
  const [writer, reader] = [await join(), await join()];
  const identity = {
    cookie: '__Host-quaestor-partner=abc',
    origin: 'https://partner.example',
    'x-quaestor-console': '1',
    'x-quaestor-proof': '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d',
    'idempotency-key': 'k-1',
  };
  const headers = { ...identity, 'x-forwarded-for': '203.0.113.9' };
  const answer = await fetch(`${reader.url}/echo`, { method: 'POST', headers });
  expect(await answer.json()).toEqual({
    process: writer.url,
    headers: expect.objectContaining(identity) as object,
    ip: '203.0.113.9',
  });
});

test('a caller reads what it wrote, whichever process it asks', async () => {
  const join = await openGroup();
  const [writer, reader] = [await join(), await join()];
  for (const [number, row] of [EUR, JPY].entries()) {
    const { asOf } = await send(reader.url, ndjson(row));
    expect(await count(reader.url, asOf)).toEqual({ status: 200, text: String(number + 1) });
    expect(await count(writer.url, asOf)).toEqual({ status: 200, text: String(number + 1) });
  }
  expect((await send(reader.url, ndjson(EUR))).asOf).toBe(writer.facts.position.asOf?.toISOString());
  expect(await count(reader.url, '2999-01-01T00:00:00.000Z')).toEqual({ status: 200, text: '2' });
  const wrong = await count(reader.url, 'yesterday');
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('"x-as-of":["must be a time')]);
});

test('a store that cannot read the storage answers 503 with its lag to a caller that has seen more, until it can', async () => {
  const join = await openGroup();
  const [writer, reader] = [await join(), await join()];
  const { storage } = reader.facts;
  const download = storage.download.bind(storage);
  storage.download = () => Promise.reject(new Error('The storage is gone.'));
  const { asOf } = await send(writer.url, ndjson(EUR));
  const answer = await count(reader.url, asOf);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    503,
    expect.objectContaining({ applied: 0, head: 1, lag_seconds: expect.any(Number) as number }),
  ]);
  storage.download = download;
  await expect.poll(() => count(reader.url, asOf)).toEqual({ status: 200, text: '1' });
});

test('a batch that comes when the writer has gone waits until this process has taken over', async () => {
  const join = await openGroup();
  const [writer, reader] = [await join(), await join()];
  await writer.close();
  expect(await send(reader.url, ndjson(EUR))).toMatchObject({ status: 200, body: { accepted: 1 } });
});

test('a forwarded request is not forwarded again, and a writer that cannot be reached is answered with 503', async () => {
  const join = await openGroup();
  const [, reader] = [await join(), await join()];
  const asked = Promise.all([
    send(reader.url, ndjson(EUR), { 'x-quaestor-forwarded': '1' }),
    loseWriter(await join()).then((url) => send(url, ndjson(EUR))),
  ]);
  expect(await elapsedMs(asked)).toBeLessThan(15_000);
  const [again, lost] = await asked;
  expect([again.status, again.retryAfter]).toEqual([503, '5']);
  expect([lost.status, lost.retryAfter]).toEqual([503, '5']);
  expect(lost.body['detail']).toContain('cannot be reached');
});

/** Makes a process believe that the writer is at a port where nothing listens. */
async function loseWriter({ facts, url }: Peer): Promise<string> {
  const address = `http://127.0.0.1:${await newPort()}`;
  facts.lease.findHolder = async () => ({ holder: 'other', address, isSelf: false });
  return url;
}

test('a writer that dies in the middle of a batch causes an answer that says to send it again', async () => {
  const join = await openGroup();
  const [, reader] = [await join(), await join()];
  const dying = createServer((request) => request.once('data', () => request.socket.destroy()));
  dying.listen(0, '127.0.0.1');
  await once(dying, 'listening');
  onTestFinished(() => void dying.close());
  const address = `http://127.0.0.1:${(dying.address() as AddressInfo).port}`;
  reader.facts.lease.findHolder = async () => ({ holder: 'other', address, isSelf: false });
  const { status, body } = await send(reader.url, ndjson(EUR));
  expect([status, body['detail']]).toEqual([503, expect.stringContaining('Send the request again')]);
});

/** A process that accepts connections and answers nothing, as one that is frozen. */
async function freeze(): Promise<string> {
  const frozen = createServer(() => {});
  frozen.listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  onTestFinished(() => {
    frozen.close(() => {}).closeAllConnections();
  });
  return `http://127.0.0.1:${(frozen.address() as AddressInfo).port}`;
}

test('a request to a frozen writer is answered with "send again" as soon as another process has the lease', async () => {
  const join = await openGroup();
  const [, reader] = [await join(), await join()];
  const { lease } = reader.facts;
  const findHolder = lease.findHolder.bind(lease);
  const address = await freeze();
  let asked = 0;
  // The lease is the frozen one's, then nobody's, then the first process's.
  lease.findHolder = async () => {
    asked += 1;
    if (asked === 2) return undefined;
    return asked < 4 ? { holder: 'frozen', address, isSelf: false } : findHolder();
  };
  const first = await send(reader.url, ndjson(EUR));
  expect([first.status, first.retryAfter, first.body['detail']]).toEqual([
    503,
    '1',
    expect.stringContaining('Send the request again'),
  ]);
  expect(asked).toBe(4);
  expect((await send(reader.url, ndjson(EUR))).status).toBe(200);
});

test('a request to a writer that keeps the lease and shows no life for ten seconds is answered with "send again"', async () => {
  const join = await openGroup();
  const [, reader] = [await join(), await join()];
  const address = await freeze();
  reader.facts.lease.findHolder = async () => ({ holder: 'frozen', address, isSelf: false });
  const { status, retryAfter } = await send(reader.url, ndjson(EUR));
  expect([status, retryAfter]).toEqual([503, '1']);
});

test('a writer that works for longer than that is waited for', async () => {
  const join = await openGroup();
  const [writer, reader] = [await join(), await join()];
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  // Nothing is ingested while the store is written.
  const writing = writer.facts.database.write(() => held);
  const sent = send(reader.url, ndjson(EUR));
  await sleep(12_000);
  release?.();
  await writing;
  expect((await sent).status).toBe(200);
});
