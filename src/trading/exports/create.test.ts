import { beforeEach, describe, expect, test } from 'vitest';
import { openExportService } from './testing/service.ts';

const service = await openExportService();

beforeEach(() => service.database.sql`truncate export`);

test('an export is answered with the fields of the contract, and without a link until it is COMPLETED', async () => {
  const { status, body } = await service.create({ to: '2026-02-01T00:00:00Z', query: 'status:FAILED' });
  expect(status).toBe(201);
  const { id, ...rest } = body;
  expect(rest).toEqual({
    status: 'PROCESSING',
    type: 'withdrawal',
    inputParameters: {
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      format: 'CSV',
      query: 'status:FAILED',
    },
    filename: 'withdrawal_2026_03_01_12_00_00_000.csv',
    url: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    rowsWritten: 0,
    rowsExpected: null,
    failureMessage: null,
    expiresAt: null,
  });
  expect(await service.get(id)).toEqual(body);
});

test.each([
  ['no beginning', { from: undefined }, 'from', /is required/],
  ['a beginning that is no time', { from: 'yesterday' }, 'from', /UTC time/],
  ['an end before the beginning', { to: '2025-12-31T23:59:59Z' }, 'to', /before from/],
  ['an unknown format', { format: 'XLSX' }, 'format', /CSV, JSON, PARQUET/],
  ['an unknown member', { colour: 'red' }, 'colour', /not known here/],
  ['a filter that does not end', { query: 'status:(A' }, 'query', /at character \d+/],
  ['a filter on an unknown field', { query: 'colour:red' }, 'query', /at character 1/],
  ['a filter with a null byte', { query: 'status:\0' }, 'query', /U\+0000/],
  ['a filter with half a character', { query: 'status:\ud800' }, 'query', /half of a surrogate pair/],
  ['a filter that is empty', { query: '' }, 'query', /./],
  ['a filter that is too long', { query: 'a'.repeat(1025) }, 'query', /1024/],
])('%s is refused by name', async (_what, body, field, message) => {
  const answer = await service.create(body);
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  expect(answer.body.errors[field]?.join()).toMatch(message);
});

test('each type has fields of its own', async () => {
  expect((await service.create({ query: 'asset:BTC' }, 'withdrawal')).status).toBe(201);
  expect((await service.create({ query: 'asset:BTC' }, 'audit')).status).toBe(400);
  expect((await service.create({ query: 'actorId:desk' }, 'audit')).status).toBe(201);
  expect((await service.create({ query: 'venues:aurora AND from:[1 TO 2]' }, 'conversion')).status).toBe(201);
  expect((await service.create({}, 'weather')).body.errors).toHaveProperty('type');
});

test('the same is not made twice at once, however many ask for it', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.create({ format: 'JSON' })));
  const made = answers.find(({ status }) => status === 201);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  // Until now is the same a moment later, and a default is the same as its word.
  service.clock.advance(5000);
  const again = await service.create({ format: 'JSON' });
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining(made?.body.id ?? '')]);
  expect((await service.create({ format: 'CSV' })).status).toBe(201);
  expect((await service.create({})).status).toBe(409);
  expect((await service.create({ format: 'JSON' }, 'withdrawal', 'stranger')).status).toBe(201);

  await service.work('export.write', { id: made?.body.id });
  expect((await service.create({ format: 'JSON' })).status).toBe(201);
});

describe('nobody sees or makes what is not theirs', () => {
  test('to a stranger there is no such export', async () => {
    const { body } = await service.create();
    expect((await service.send('stranger', 'GET', `/${body.id}`)).status).toBe(404);
    expect((await service.send('stranger', 'GET', '')).body.totalElements).toBe(0);
  });

  test('a viewer may not ask for one', async () => {
    expect((await service.create({}, 'audit', 'viewer')).status).toBe(403);
  });
});

describe('an export needs the scope of what it exports', () => {
  const TYPES = ['conversion', 'withdrawal', 'audit'] as const;
  const CASES: [actor: string, own: string][] = [
    ...TYPES.map((type): [string, string] => [`${type} reader`, type]),
    ['exporter', 'none'],
  ];

  const SCOPE = { conversion: 'conversions:view', withdrawal: 'venue-transfer:view', audit: 'admin' };

  test.each(CASES)('to be created: %s', async (actor, own) => {
    for (const type of TYPES) {
      const { status, body } = await service.create({}, type, actor);
      const refusal = `An export of the type ${type} needs the scope ${SCOPE[type]}.`;
      expect([status, body.detail]).toEqual(type === own ? [201, undefined] : [403, refusal]);
    }
  });

  test.each(CASES)('to be seen and downloaded: %s', async (actor, own) => {
    const made = await Promise.all(TYPES.map((type) => service.exportAll({}, type)));
    for (const { id, type, url } of made) {
      const { status, body } = await service.send(actor, 'GET', `/${id}`);
      expect([type, status, typeof body.url]).toEqual(
        type === own ? [type, 200, 'string'] : [type, 404, 'undefined'],
      );
      expect(typeof url).toBe('string');
    }
    const { content, totalElements } = (await service.send(actor, 'GET', '')).body;
    expect([content.map(({ type }) => type), totalElements]).toEqual(own === 'none' ? [[], 0] : [[own], 1]);
  });
});

test('a filter may have tabs and line breaks, as in lists', async () => {
  const query = 'status:FAILED\r\n\tOR status:COMPLETED';
  expect((await service.create({ query })).body.inputParameters.query).toBe(query);
});

test('the list is newest first, in pages', async () => {
  const ids: string[] = [];
  for (const format of ['CSV', 'JSON', 'PARQUET']) {
    service.clock.advance(1000);
    ids.unshift((await service.create({ format })).body.id);
  }
  const page = async (query: string) => (await service.send('viewer', 'GET', `?${query}`)).body;
  expect((await page('')).content.map(({ id }) => id)).toEqual(ids);
  expect(await page('pageSize=2&pageNumber=1')).toMatchObject({
    content: [{ id: ids[2] }],
    totalElements: 3,
    totalPages: 2,
    size: 2,
    number: 1,
  });
  expect(await page('pageSize=0')).toMatchObject({ content: [], totalElements: 3 });
  const first = await page('pageSize=2&cursor=*');
  expect(first.content.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  service.clock.advance(1000);
  await service.create({ format: 'CSV', query: 'status:FAILED' });
  expect(await page(`pageSize=2&cursor=${first.nextCursor}`)).toMatchObject({
    content: [{ id: ids[2] }],
    totalElements: 3,
    nextCursor: null,
  });
  expect((await service.send('viewer', 'GET', '?pageSize=101')).status).toBe(400);
});
