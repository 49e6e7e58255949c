import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { conversionEndpoints } from './index.ts';
import { STATUSES } from './status.ts';
import type { ConversionRow } from './store.ts';
import { BOUNDS, NO_MARKETS } from './testing/still-markets.ts';
import { aRow, plant } from './testing/plant.ts';
import { inject } from '../../testing/inject.ts';

const database = await createTestDatabase();
const authenticate = (header = ''): Actor => {
  const [scope = '', tenant = 'acme'] = header.replace('Bearer ', '').split('@');
  return { kind: 'client', id: 'viewer', tenant, scopes: new Set([scope]) };
};
const app = frame(conversionEndpoints(NO_MARKETS, BOUNDS), {
  db: database.db,
  authenticate,
  limits: { bodyBytes: 1024, requestTimeoutMs: 20_000, readsPerMinute: 10_000, writesPerMinute: 10 },
});
afterAll(() => app.close());

const ROWS = 120;
const START = Date.parse('2026-03-01T12:00:00.000Z');
const TENTH = START + 10;
const planted: ConversionRow[] = Array.from({ length: ROWS }, (_, index) =>
  aRow({
    // Several share a millisecond, so that the id decides between them.
    created_at: new Date(START + Math.floor(index / 3)),
    reference: `order-${index}`,
    status: STATUSES[index % STATUSES.length] ?? 'FAILED',
    executor: index % 5 === 0 ? 'TWAP' : 'MARKET',
    from_asset: ['BTC', 'ETH', 'EUR'][index % 3] ?? '',
    to_asset: ['USDT', 'USD'][index % 2] ?? '',
    from_amount: `${index}.50`,
    to_amount: `${index * 1000}`,
    venues: [['aurora'], ['aurora', 'borealis'], ['cumulus'], []][index % 4] ?? [],
  }),
).sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1));

beforeAll(() => plant(database.sql, [...planted, aRow({ tenant: 'other', reference: 'order-1' })]));

interface Page {
  readonly content: { readonly id: string }[];
  readonly totalElements: number;
  readonly nextCursor?: string | null;
  readonly errors?: Record<string, string[]>;
  readonly offset?: number;
  readonly offsets?: number[];
}

async function list(query: Record<string, string>, authorization = 'Bearer conversions:view') {
  const url = `/trade/v1/conversions?${new URLSearchParams(query).toString()}`;
  const response = await inject(app, { url, headers: { authorization } });
  return { status: response.statusCode, body: response.json<Page>() };
}

describe('the list', () => {
  it('is, without parameters, the newest 20 in the form of the contract', async () => {
    const { status, body } = await list({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalElements: ROWS,
      totalPages: 6,
      size: 20,
      number: 0,
      pageable: { pageNumber: 0, pageSize: 20 },
    });
    expect(body.content.map(({ id }) => id)).toEqual(planted.slice(0, 20).map(({ id }) => id));
    const [newest] = planted;
    expect(body.content[0]).toEqual({
      id: newest?.id,
      reference: newest?.reference,
      status: newest?.status,
      from: { asset: newest?.from_asset, amount: newest?.from_amount },
      to: { asset: newest?.to_asset, amount: newest?.to_amount },
      executor: 'MARKET',
      createdAt: newest?.created_at.toISOString(),
    });
  });

  const some = planted[7]?.id ?? '';
  it.each<[string, (row: ConversionRow) => boolean]>([
    ['*:*', () => true],
    ['order-7', (row) => row.reference === 'order-7'],
    ['order-7 order-8', (row) => ['order-7', 'order-8'].includes(row.reference)],
    [`id:${some}`, (row) => row.id === some],
    ['status:COMPLETED AND fromAsset:BTC', (row) => row.status === 'COMPLETED' && row.from_asset === 'BTC'],
    ['status:completed', () => false],
    ['tenantId:acme', () => true],
    ['tenantId:other', () => false],
    [
      '+toAsset:USD -status:(FAILED CANCELLED)',
      (row) => row.to_asset === 'USD' && !['FAILED', 'CANCELLED'].includes(row.status),
    ],
    ['from:[10.5 TO 20.50}', (row) => Number(row.from_amount) >= 10.5 && Number(row.from_amount) < 20.5],
    ['from:10.500', (row) => row.from_amount === '10.50'],
    ['to:{100000 TO *]', (row) => Number(row.to_amount) > 100_000],
    ['executor:TWAP', (row) => row.executor === 'TWAP'],
    ['createdAt:"2026-03-01T12:00:00.010Z"', (row) => row.created_at.getTime() === TENTH],
    ['from:"2026-03-01T12:00:00.010Z"', (row) => row.created_at.getTime() >= TENTH],
    ['to:"2026-03-01T12:00:00.010Z"', (row) => row.created_at.getTime() <= TENTH],
    ['from:2026-03-02', () => false],
    ['to:2026-03', () => true],
    [
      'from:{"2026-03-01T12:00:00.010Z" TO 2026-03-01] AND to:[* TO 50000]',
      (row) => row.created_at.getTime() > TENTH && Number(row.to_amount) <= 50_000,
    ],
    ['from:2026', () => false],
    [
      'venues:aurora AND venues:borealis',
      (row) => row.venues.includes('aurora') && row.venues.includes('borealis'),
    ],
    ['venues:*', (row) => row.venues.length > 0],
    ['venues:c?mul*', (row) => row.venues.includes('cumulus')],
    ['*-1?', (row) => /^.*-1.$/.test(row.reference)],
    ['reference:/order-[0-9]/', (row) => /^order-[0-9]$/.test(row.reference)],
    ['ordr-12~1', (row) => row.reference === 'order-12'],
    ['NOT status:FAILED', () => false],
  ])('filtered by %s has every row once over its pages, in order, and counts them', async (q, isWanted) => {
    const expected = planted.filter(isWanted);
    const pages = Math.ceil(expected.length / 50);
    const seen: string[] = [];
    for (let page = 0; page <= pages; page++) {
      const { status, body } = await list({ q, pageNumber: String(page), pageSize: '50' });
      expect([status, body.totalElements]).toEqual([200, expected.length]);
      seen.push(...body.content.map(({ id }) => id));
    }
    expect(seen).toEqual(expected.map(({ id }) => id));
  });

  it('between two times has what was created then, together with the filter', async () => {
    const [from, to] = [START + 5, TENTH].map((ms) => new Date(ms).toISOString()) as [string, string];
    const isWithin = ({ created_at: time }: ConversionRow) => +time >= START + 5 && +time <= TENTH;
    const all = await list({ from, to });
    expect(all.body.content.map(({ id }) => id)).toEqual(planted.filter(isWithin).map(({ id }) => id));
    const bitcoin = planted.filter((row) => isWithin(row) && row.from_asset === 'BTC');
    expect((await list({ from, to, q: 'fromAsset:BTC' })).body.totalElements).toBe(bitcoin.length);
    expect((await list({ from: to, to: from })).body.errors).toEqual({ to: ['must not be before from'] });
    expect((await list({ from: 'yesterday' })).body.errors).toHaveProperty('from');
  });

  it('with pageSize=0 answers only the count, and takes the last page number there can be', async () => {
    const count = await list({ pageSize: '0', q: 'fromAsset:BTC' });
    expect(count.body).toMatchObject({ content: [], totalElements: 40, totalPages: 0, size: 0 });
    const last = await list({ pageNumber: '2147483647', pageSize: '100' });
    expect(last.body).toMatchObject({ content: [], totalElements: ROWS });
  });

  it('shows another tenant only its own', async () => {
    expect((await list({ q: 'tenantId:acme' }, 'Bearer conversions:view@other')).body.totalElements).toBe(0);
    expect((await list({}, 'Bearer conversions:view@other')).body.totalElements).toBe(1);
  });

  it('needs the scope', async () => {
    expect((await list({}, 'Bearer venues:view')).status).toBe(403);
  });
});

const SQL = "'; drop table conversion; --";

describe('refuses', () => {
  it.each<[string, string, number]>([
    ['nothing', '', 1],
    ['an open quotation mark', 'reference:"abc', 11],
    ['a lone AND', 'AND', 1],
    ['an operator without its right side', 'status:FAILED AND', 18],
    ['a lone bang', '!', 2],
    ['an open parenthesis', '(status:FAILED', 1],
    ['a closing parenthesis', 'status:FAILED)', 14],
    ['an unknown field', 'status:FAILED amount:1', 15],
    ['an unknown field of another case', 'Status:FAILED', 1],
    ['an open range', 'from:[1 TO', 6],
    ['a word as an amount', 'from:much', 6],
    ['an amount and a time as one range', 'from:[1.5 TO 2026-03-01]', 7],
    ['a pattern as an amount', 'to:1*', 4],
    ['an exponent as an amount', 'to:1e5', 4],
    ['1,000 nested parentheses', `${'('.repeat(500)}a${')'.repeat(500)}`, 33],
    ['1,024 open parentheses', '('.repeat(1024), 33],
    ['a catastrophic expression', 'reference:/(a{1,200}){1,200}/', 12],
    ['nested repetitions', 'reference:/((((a{99}){99}){99}){99})/', 12],
    ['a backslash at the end', 'abc\\', 4],
    ['the character U+0000', 'a\\u0000', 2],
    ['SQL as a field', `${SQL}:x`, 28],
    ['SQL as a number', `from:"${SQL}"`, 7],
    ['a fault behind characters outside the basic plane', '🚀🚀 (', 5],
  ])('%s with its position', async (_name, q, position) => {
    const { status, body } = await list({ q });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(['q']);
    expect(body.errors?.['q']?.join(' ')).toContain(`at character ${position}: `);
    expect([body.offset, body.offsets?.length]).toEqual([body.offsets?.[0], body.errors?.['q']?.length]);
    expect(body.offsets).toContain(position - 1);
  });

  it('more than 1,024 characters', async () => {
    expect((await list({ q: 'a'.repeat(1024) })).status).toBe(200);
    const { status, body } = await list({ q: 'a'.repeat(1025) });
    expect([status, body.errors]).toEqual([400, { q: ['must have at most 1024 characters'] }]);
  });

  it.each([
    [{ pageSize: '101' }, 'pageSize'],
    [{ pageSize: '-1' }, 'pageSize'],
    [{ pageNumber: '-1' }, 'pageNumber'],
    [{ pageNumber: '2147483648' }, 'pageNumber'],
    [{ query: 'a' }, 'query'],
  ])('%j', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });
});

it.each([
  `"${SQL}"`,
  `reference:"${SQL}"`,
  `venues:"${SQL}"`,
  `[${JSON.stringify(SQL)} TO *]`,
  `${SQL.replaceAll(/[^a-z]/g, (character) => `\\${character}`)}*`,
  '/[\'";]+.*/',
  `"${SQL}"~2`,
])('SQL in the value %s is only a value', async (q) => {
  expect(await list({ q })).toMatchObject({ status: 200 });
  expect((await list({})).body.totalElements).toBe(ROWS);
});

it('filters of many shapes leave no prepared statement behind', async () => {
  for (let terms = 1; terms < 10; terms++) await list({ q: Array(terms).fill('a').join(' OR ') });
  const kept = await database.session((client) =>
    client.query(`select from pg_prepared_statements where statement like 'select /* once%'`),
  );
  expect(kept.rowCount).toBe(0);
});

const show = (id: string, tenant = 'acme') =>
  inject(app, {
    url: `/trade/v1/conversions/${id}`,
    headers: { authorization: `Bearer conversions:view@${tenant}` },
  });

describe('one conversion', () => {
  it('is shown with legs, orders, trades and movements', async () => {
    const [row] = planted;
    expect((await show(row?.id ?? '')).json()).toMatchObject({
      id: row?.id,
      requested: { side: 'from', amount: '1' },
      legs: [{ from: { asset: 'BTC', amount: '0' }, to: { asset: 'USDT', amount: '0' } }],
      orders: [],
      trades: [],
      movements: [],
    });
  });

  it('of another tenant, or none, is not found; a malformed id is refused', async () => {
    const [row] = planted;
    expect((await show(row?.id ?? '', 'other')).statusCode).toBe(404);
    expect((await show('0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d')).statusCode).toBe(404);
    expect((await show('x')).statusCode).toBe(400);
  });
});

describe('the list by cursors', () => {
  it('has every row once, in order, and the number that was counted with the first page', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const { status, body } = await list({ cursor, pageSize: '7', q: 'status:(COMPLETED FAILED)' });
      expect(status).toBe(200);
      seen.push(...body.content.map(({ id }) => id));
      cursor = body.nextCursor ?? null;
      expect([body.totalElements > seen.length, body.totalElements === seen.length]).toEqual([
        cursor !== null,
        cursor === null,
      ]);
    }
    const expected = planted.filter(({ status }) => ['COMPLETED', 'FAILED'].includes(status));
    expect(seen).toEqual(expected.map(({ id }) => id));
    expect(Object.keys((await list({})).body)).not.toContain('nextCursor');
  });

  it('refuses a cursor that it has not made', async () => {
    const { status, body } = await list({ cursor: 'x' });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['cursor']]);
  });
});
