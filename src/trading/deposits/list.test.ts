import { beforeAll, describe, expect, it } from 'vitest';
import { newId, systemClock } from '../../kernel/index.ts';
import { openDepositService } from './testing/service.ts';

const { database, get } = await openDepositService(systemClock);
const STATES = ['pending', 'locked', 'information', 'credited', 'rejected', 'unknown'] as const;
const [VENUES, ASSETS] = [
  ['aurora', 'borealis'],
  ['BTC', 'ETH', 'EUR'],
] as const;
const ROWS = 180;
const START = Date.parse('2026-03-01T12:00:00.000Z');

interface Planted {
  readonly id: string;
  readonly status: string;
  readonly venue: string;
  readonly asset: string;
  readonly at: number;
}

const planted: Planted[] = [];

beforeAll(async () => {
  for (let index = 0; index < ROWS; index++) {
    // Several share a millisecond, so that the id decides between them.
    const at = START + Math.floor(index / 3);
    const id = newId(new Date(at));
    const state = STATES[index % 6] ?? 'pending';
    const [venue, asset] = [VENUES[index % 2] ?? '', ASSETS[index % 3] ?? ''];
    const status = state === 'credited' ? 'COMPLETED' : state === 'rejected' ? 'FAILED' : 'PENDING';
    planted.push({ id, status, venue, asset, at });
    await database.sql`
      insert into deposit ${database.sql({
        id,
        tenant: 'acme',
        venue,
        venue_deposit_id: `dep-${index}`,
        asset,
        amount: String(index),
        receipt: `hash-${index}`,
        state,
        venue_status: state,
        created_at: new Date(at),
        updated_at: new Date(at),
      })}`;
  }
  planted.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
});

describe('the list of deposits', () => {
  it('is, without parameters, the newest 20 of all, in the page object of withdrawals', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'content',
      'totalElements',
      'totalPages',
      'size',
      'number',
      'pageable',
    ]);
    expect(body).toMatchObject({ totalElements: ROWS, totalPages: 9, size: 20, number: 0 });
    expect(body.content.map(({ id }) => id)).toEqual(planted.slice(0, 20).map(({ id }) => id));
  });

  it.each([
    {},
    ...['PENDING', 'COMPLETED', 'FAILED'].map((status) => ({ status })),
    ...VENUES.map((venue) => ({ venue })),
    { status: 'PENDING', venue: 'aurora', asset: 'BTC' },
    { venue: 'nowhere' },
  ])('filtered by %j has every row once over its cursors, in order, and counts them', async (filter) => {
    const expected = planted.filter((row) =>
      Object.entries(filter).every(([name, value]) => row[name as keyof Planted] === value),
    );
    const seen: string[] = [];
    let cursor: string | null | undefined = '*';
    while (typeof cursor === 'string') {
      const { body } = await get(`?${new URLSearchParams({ ...filter, cursor, pageSize: '17' }).toString()}`);
      expect(body.totalElements).toBe(expected.length);
      seen.push(...body.content.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(expected.map(({ id }) => id));
  });

  it('is filtered by time, by a filter, and by both', async () => {
    const from = new Date(START + 10).toISOString();
    const to = new Date(START + 19).toISOString();
    expect((await get(`?from=${from}&to=${to}`)).body.totalElements).toBe(30);
    expect((await get('?q=amount:[10%20TO%2012]')).body.totalElements).toBe(3);
    expect((await get('?q=hash-7')).body.content).toMatchObject([{ venueTransferId: 'dep-7' }]);
    expect((await get(`?q=hold:LOCKED&from=${from}&to=${to}`)).body.totalElements).toBe(5);
  });

  it.each([
    ['?status=CREDITED', 'status'],
    ['?from=yesterday', 'from'],
    ['?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'to'],
    ['?q=amount:[1', 'q'],
    ['?q=colour:red', 'q'],
    ['?cursor=nonsense', 'cursor'],
    ['?pageSize=101', 'pageSize'],
    ['?colour=red', 'colour'],
    ['/not-an-id', 'id'],
  ])('refuses %s and names %s', async (query, field) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(Object.keys(body['errors'] as object)).toEqual([field]);
  });

  it('shows nothing to another tenant', async () => {
    expect((await get('', 'other')).body.totalElements).toBe(0);
    expect((await get(`/${planted[0]?.id}`, 'other')).status).toBe(404);
  });

  it('counts by the totals what a count of the rows gives', async () => {
    const counted = await database.sql`
      select tenant, status, venue, asset, count(*) as deposits from deposit
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
    const totals = await database.sql`
      select tenant, status, venue, asset, deposits from deposit_count order by 1, 2, 3, 4`;
    expect([...totals]).toEqual([...counted]);
  });
});
