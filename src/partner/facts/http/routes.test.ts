import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { newTraceId, type Actor } from '../../../kernel/index.ts';
import type { FactRow } from '../../testing/facts.ts';
import { rate } from '../../testing/program.ts';
import { logJobs } from '../handle/index.ts';
import { serveFacts } from '../testing/serve.ts';

const { facts, url } = await serveFacts();
beforeEach(() => facts.database.write((session) => session.run('delete from rates')));

const ndjson = (...rows: readonly FactRow[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const EUR = rate('EUR', '2024-03-01', '0.9');
const AUTHORIZED = { authorization: 'Bearer facts:write' };
const HEADERS = { ...AUTHORIZED, 'content-type': 'application/x-ndjson' };

async function send(body: string | Uint8Array, headers: Record<string, string> = {}, kind = 'rates/') {
  const answer = await fetch(`${url}/api/facts/${kind}`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const stored = () =>
  facts.database.query('select currency, per_usd::varchar as rate from rates order by all');

test('facts are stored and counted, with and without the slash at the end', async () => {
  expect(await send(ndjson(EUR))).toEqual({
    status: 200,
    body: { accepted: 1, repeated: 0, replaced: 0, refused: 0 },
  });
  const again = ndjson(EUR, rate('JPY', '2024-03-01', '150'));
  expect(await send(again, {}, 'rates')).toMatchObject({ body: { accepted: 1, repeated: 1 } });
  expect(await send(ndjson({ ...EUR, per_usd: '0.8' }))).toMatchObject({ body: { replaced: 1 } });
  expect(await stored()).toEqual([
    { currency: 'EUR', rate: '0.80000000' },
    { currency: 'JPY', rate: '150.00000000' },
  ]);
});

test.each([
  ['an empty body', ''],
  ['blank lines', '\n\r\n  \n'],
])('%s is a batch of nothing', async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 200, body: { accepted: 0, refused: 0 } });
});

test.each(['gzip', 'x-gzip', 'GZIP'])('a body packed with %s is unpacked', async (encoding) => {
  expect(await send(gzipSync(ndjson(EUR)), { 'content-encoding': encoding })).toMatchObject({
    status: 200,
    body: { accepted: 1 },
  });
});

test('a batch with a faulty line is refused with line and field, and nothing of it is stored', async () => {
  const body = ndjson(EUR, { ...EUR, currency: 'euro' }, { currency: 'JPY', per_usd: 'NaN' });
  expect(await send(`${body}\n{`)).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      detail: '3 lines are refused, so nothing was stored.',
      refused: 3,
      errors: {
        'lines.2.currency': [expect.stringContaining('capital letters')],
        'lines.3.rate_date': ['is missing'],
        'lines.3.per_usd': [expect.stringContaining('plain decimal')],
        'lines.4': [expect.stringContaining('flat JSON object')],
      },
    },
  });
  expect(await stored()).toEqual([]);
});

const SPACE = Buffer.alloc(1 << 20, `${' '.repeat(1023)}\n`);
const TOO_MUCH = Buffer.concat(Array.from({ length: 65 }, () => SPACE));

test.each<[string, Uint8Array | string, Record<string, string>, string, number, string]>([
  [
    'a cut gzip stream',
    gzipSync(ndjson(EUR)).subarray(0, -9),
    { 'content-encoding': 'gzip' },
    'rates',
    400,
    'ends too early',
  ],
  [
    'a damaged gzip stream',
    Buffer.from('not gzip at all'),
    { 'content-encoding': 'gzip' },
    'rates',
    400,
    'is damaged',
  ],
  ['another packing', ndjson(EUR), { 'content-encoding': 'br' }, 'rates', 415, 'gzip'],
  [
    'another content type',
    ndjson(EUR),
    { 'content-type': 'application/json' },
    'rates',
    415,
    'application/x-ndjson',
  ],
  ['more than 64 MiB', TOO_MUCH, {}, 'rates', 413, '67108864 bytes'],
  [
    'more than 64 MiB after unpacking',
    gzipSync(TOO_MUCH),
    { 'content-encoding': 'gzip' },
    'rates',
    413,
    '67108864 bytes',
  ],
  ['a line without an end', Buffer.alloc(100_000, 'x'), {}, 'rates', 400, 'Line 1 is longer'],
  ['a kind that is not there', ndjson(EUR), {}, 'prices', 404, 'fraud-labels'],
  ['an unknown parameter', ndjson(EUR), {}, 'rates/?dry=1', 400, 'not valid'],
  ['another scope', ndjson(EUR), { authorization: 'Bearer reports:view' }, 'rates', 403, 'facts:write'],
])('%s is refused, and nothing is stored', async (_what, body, headers, kind, status, detail) => {
  expect(await send(body, headers, kind)).toMatchObject({
    status,
    body: { detail: expect.stringContaining(detail) as string },
  });
  expect(await stored()).toEqual([]);
  expect(await send('')).toMatchObject({ status: 200 });
});

const days = (currency: string, per_usd: string) =>
  Array.from({ length: 28 }, (_, day) =>
    rate(currency, `2024-02-${String(day + 1).padStart(2, '0')}`, per_usd),
  );

test('batches that come at once are stored one after the other, each whole', async () => {
  const answers = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((per_usd) =>
      send(ndjson(...days('EUR', per_usd), ...days('JPY', per_usd))),
    ),
  );
  expect(answers.filter(({ body }) => body['accepted'] === 56)).toHaveLength(1);
  expect(answers.filter(({ body }) => body['replaced'] === 56)).toHaveLength(5);
  const left = await facts.database.query('select distinct per_usd from rates');
  expect(left).toHaveLength(1);
});

test('batches that arrive slowly, however many, keep no other waiting; one whose sender goes away is not stored', async () => {
  const slow = Array.from({ length: 10 }, () => {
    const sending = request(`${url}/api/facts/rates/`, { method: 'POST', headers: HEADERS });
    sending.on('error', () => {});
    sending.write(`${ndjson(EUR)}\n`);
    return sending;
  });
  await expect.poll(() => readdirSync(facts.spillFolder)).toHaveLength(slow.length);
  expect(await send(ndjson(rate('JPY', '2024-03-01', '150')))).toMatchObject({ status: 200 });
  await Promise.all(
    slow.map((sending) => {
      const closed = new Promise((resolve) => sending.on('close', resolve));
      sending.destroy();
      return closed;
    }),
  );
  await expect.poll(() => readdirSync(facts.spillFolder)).toEqual([]);
  expect(await send(ndjson(rate('GBP', '2024-03-01', '0.8')))).toMatchObject({ status: 200 });
  expect(await stored()).toMatchObject([{ currency: 'GBP' }, { currency: 'JPY' }]);
});

test('a batch with an idempotency key has one answer, whatever changed since; other content is refused', async () => {
  const key = { 'idempotency-key': 'march-1' };
  const first = await send(ndjson(EUR), key);
  expect(first).toMatchObject({ status: 200, body: { accepted: 1 } });
  await send(ndjson({ ...EUR, per_usd: '0.5' }));
  expect(await send(gzipSync(ndjson(EUR)), { ...key, 'content-encoding': 'gzip' })).toEqual(first);
  expect(await stored()).toEqual([{ currency: 'EUR', rate: '0.50000000' }]);
  expect(await send(ndjson({ ...EUR, per_usd: '0.6' }), key)).toMatchObject({
    status: 409,
    body: {
      code: 'reference_reused',
      errors: { 'idempotency-key': [expect.stringContaining('other facts')] },
    },
  });
  expect((await send('{"campaign_code":"c1"}', key, 'campaigns/')).status).toBe(409);
  expect(await stored()).toEqual([{ currency: 'EUR', rate: '0.50000000' }]);
});

test('a batch that changed nothing keeps its answer under its key too, and a refused one none', async () => {
  const key = { 'idempotency-key': 'march-2' };
  expect((await send(ndjson({ ...EUR, per_usd: 'NaN' }), key)).status).toBe(400);
  await send(ndjson(EUR));
  const repeated = await send(ndjson(EUR), key);
  expect(repeated).toMatchObject({ status: 200, body: { accepted: 0, repeated: 1 } });
  await send(ndjson({ ...EUR, per_usd: '0.5' }));
  expect(await send(ndjson(EUR), key)).toEqual(repeated);
  expect(await stored()).toEqual([{ currency: 'EUR', rate: '0.50000000' }]);
  expect(await send(ndjson(EUR), { 'idempotency-key': 'a b' })).toMatchObject({
    status: 400,
    body: { errors: { 'idempotency-key': [expect.stringContaining('1 to 255 printable')] } },
  });
});

/** Runs the jobs of the log some days later. */
const tidy = async (daysLater: number) => {
  const now = () => new Date(Date.now() + daysLater * 86_400_000);
  const actor: Actor = { kind: 'system', id: 'tidy', tenant: 'default', scopes: new Set() };
  const context = {
    db: facts.db,
    actor,
    clock: { now },
    traceId: newTraceId(),
    signal: new AbortController().signal,
  };
  for (const handler of logJobs(facts).handlers) await handler.run(context, {});
};

test('the key of a batch is forgotten after 7 days, not before', async () => {
  const key = { 'idempotency-key': 'march-4' };
  await send(ndjson(EUR), key);
  const other = () => send(ndjson({ ...EUR, per_usd: '0.7' }), key);
  await tidy(6);
  expect((await other()).status).toBe(409);
  await tidy(8);
  expect((await other()).status).toBe(200);
});

test('batches that arrive at once under one key are stored once', async () => {
  const rows = ndjson(rate('CHF', '2024-03-01', '0.8'));
  const answers = await Promise.all([1, 2, 3].map(() => send(rows, { 'idempotency-key': 'march-3' })));
  expect(answers).toEqual(
    answers.map(() => ({ status: 200, body: { accepted: 1, repeated: 0, replaced: 0, refused: 0 } })),
  );
});
