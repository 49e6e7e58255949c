import * as fc from 'fast-check';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { stageFile, NOTHING, readRefusal, refusal } from '../intake/index.ts';
import { serveFacts } from '../testing/serve.ts';

const { folder, facts, url } = await serveFacts();

async function call(token: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/api/manage/facts/${path}`, {
    method: path === 'status' ? 'GET' : 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

async function importFile(name: string, content: string | Uint8Array | undefined) {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return call('facts:write', 'imports', { kind: 'rates', file: await stageFile(facts.storage, path) });
}

const HEADER = 'currency,rate_date,per_usd\n';

test('a file in the storage is imported in every format, and no copy of it is left', async () => {
  const one = { status: 200, body: { accepted: 1, repeated: 0, replaced: 0, refused: 0 } };
  expect(await importFile('rates.csv', `${HEADER}EUR,2024-03-01,0.9\n`)).toEqual(one);
  expect(await importFile('rates.csv.gz', gzipSync(`${HEADER}EUR,2024-03-02,0.9\n`))).toEqual(one);
  expect(await importFile('a.ndjson', '{"currency":"EUR","rate_date":"2024-03-03","per_usd":0.9}\n')).toEqual(
    one,
  );
  const select = `select 'EUR' as currency, date '2024-03-04' as rate_date, 0.9::decimal(18, 8) as per_usd`;
  await facts.database.query(`copy (${select}) to '${join(folder, 'rates.parquet')}'`);
  expect(await importFile('rates.parquet', undefined)).toEqual(one);
  expect(readdirSync(facts.spillFolder)).toEqual([]);
  expect(await call('admin', 'status')).toMatchObject({
    status: 200,
    body: { head: 4, applied: 4, kinds: [{ kind: 'rates', batches: 4, facts: 4, rows: 4 }] },
  });
});

test('a file with a wrong line is refused with the line and the field, and leaves nothing', async () => {
  expect(await importFile('wrong.csv', `${HEADER}JPY,2024-03-01,NaN\n`)).toMatchObject({
    status: 400,
    body: { refused: 1, errors: { 'lines.2.per_usd': [expect.any(String)] } },
  });
  expect(readdirSync(facts.spillFolder)).toEqual([]);
});

test('a file has one answer under an idempotency key, in every format', async () => {
  for (const name of ['rates.parquet', 'rates.csv.gz']) {
    const file = await stageFile(facts.storage, join(folder, name));
    const send = () => call('facts:write', 'imports', { kind: 'rates', file }, { 'idempotency-key': name });
    const first = await send();
    expect(first.status).toBe(200);
    await importFile('again.csv', `${HEADER}EUR,2024-03-02,0.5\nEUR,2024-03-04,0.5\n`);
    expect(await send()).toEqual(first);
  }
  expect(await facts.database.query('select count(*) as count from rates where per_usd = 0.5')).toEqual([
    { count: 2 },
  ]);
});

test.each([
  ['that is not there', 'imports/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d.csv', 404],
  ['outside the folder of imports', 'facts/rates/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d.parquet', 400],
  ['above the storage', 'imports/../../secret', 400],
  ['of an unknown format', 'imports/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d.ods', 400],
])('a file %s is refused', async (_what, file, status) => {
  expect((await call('facts:write', 'imports', { kind: 'rates', file })).status).toBe(status);
});

test('the store is rebuilt on request, and only by operators', async () => {
  const before = await facts.database.query('from rates order by all');
  expect(await call('admin', 'rebuilds')).toEqual({ status: 204, body: {} });
  expect(await facts.database.query('from rates order by all')).toEqual(before);
  for (const path of ['status', 'rebuilds']) {
    expect((await call('facts:write', path)).status).toBe(403);
    expect((await call('admin@P1', path)).status).toBe(403);
  }
});

test('a manager withdraws the facts of a batch or single facts, and no other caller can', async () => {
  await importFile('chf.csv', `${HEADER}CHF,2024-03-01,0.9\nCHF,2024-03-02,0.9\n`);
  const batch = facts.position.head;
  const key = { currency: 'CHF', rate_date: '2024-03-01' };
  expect(await call('program:edit', 'voids', { kind: 'rates', facts: [key], reason: 'wrong' })).toMatchObject(
    {
      status: 200,
      body: { number: batch + 1, kind: 'rates', voids: null, withdrawn: 1, restored: 0 },
    },
  );
  const voided = await call('program:edit', 'voids', { batch });
  expect(voided).toMatchObject({ status: 200, body: { number: batch + 2, voids: batch, withdrawn: 1 } });
  expect(await call('program:edit', 'voids', { batch })).toEqual(voided);
  expect(await facts.database.query("from rates where currency = 'CHF'")).toEqual([]);
  expect((await call('program:edit', 'voids', { batch, kind: 'rates' })).body).toMatchObject({
    errors: { batch: ['give either batch, or kind and facts'] },
  });
  expect((await call('facts:write', 'voids', { batch })).status).toBe(403);
  expect((await call('program:edit@P1', 'voids', { batch })).status).toBe(403);
});

const sorted = (errors: readonly object[]): string[] => errors.map((each) => JSON.stringify(each)).toSorted();

test('a summary with refused lines is read back from its problem', () => {
  const error = fc.record({
    line: fc.integer({ min: 1, max: 50 }),
    field: fc.constantFrom('', 'closed_at', 'per_usd'),
    value: fc.constantFrom(null, 'soon'),
    reason: fc.constantFrom('must be a day', 'is unknown'),
  });
  const summary = fc.record(
    { refused: fc.integer({ min: 1 }), errors: fc.array(error), stoppedAfter: fc.integer({ min: 1 }) },
    { requiredKeys: ['refused', 'errors'] },
  );
  fc.assert(
    fc.property(summary, (given) => {
      const found = readRefusal(refusal({ ...NOTHING, ...given }));
      expect({ ...found, errors: sorted(found?.errors ?? []) }).toEqual({
        ...NOTHING,
        ...given,
        errors: sorted(given.errors),
      });
    }),
  );
});
