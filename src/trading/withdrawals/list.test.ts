import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { STATUSES } from './status.ts';
import { foldCounts } from './store.ts';
import { openWithdrawalService } from './testing/service.ts';

const { send, database } = await openWithdrawalService();
const [VENUES, ASSETS] = [
  ['aurora', 'borealis'],
  ['BTC', 'ETH', 'EUR'],
] as const;
const ROWS = 200;

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
    const at = Date.parse('2026-03-01T12:00:00.000Z') + Math.floor(index / 3);
    const row = {
      id: newId(new Date(at)),
      status: STATUSES[index % 7] ?? '',
      venue: VENUES[index % 2] ?? '',
      asset: ASSETS[index % 3] ?? '',
      at,
    };
    planted.push(row);
    const ended = row.status === 'COMPLETED' || row.status === 'SUBMITTED' ? 'x' : null;
    await database.sql`
      insert into withdrawal ${database.sql({
        id: row.id,
        status: row.status,
        venue: row.venue,
        asset: row.asset,
        tenant: 'acme',
        amount: '1',
        destination: database.sql.json({ kind: 'fiat', alias: 'a', account: 'a', reference: null }),
        reference: row.id,
        venue_transfer_id: ended,
        receipt: ended,
        requested_by: 'desk',
        approvals_required: 0,
        created_at: new Date(at),
        updated_at: new Date(at),
      })}`;
  }
  planted.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
});

const list = (query: string) => send('viewer', 'GET', `venues/withdrawals${query}`);

describe('the list', () => {
  it('is, without parameters, the newest 20 of all', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'content',
      'totalElements',
      'totalPages',
      'size',
      'number',
      'pageable',
    ]);
    expect(body).toMatchObject({
      totalElements: ROWS,
      totalPages: 10,
      size: 20,
      number: 0,
      pageable: { pageNumber: 0, pageSize: 20 },
    });
    expect(body.content.map(({ id }) => id)).toEqual(planted.slice(0, 20).map(({ id }) => id));
  });

  const filters = [
    {},
    ...STATUSES.map((status) => ({ status })),
    ...VENUES.map((venue) => ({ venue })),
    ...ASSETS.map((asset) => ({ asset })),
    { status: 'PENDING', venue: 'aurora', asset: 'BTC' },
    { venue: 'nowhere' },
    { asset: 'btc' },
  ];
  it.each(filters)(
    'filtered by %j has every row once over its pages, in order, and counts them',
    async (filter) => {
      const expected = planted.filter((row) =>
        Object.entries(filter).every(([name, value]) => row[name as keyof Planted] === value),
      );
      const seen: string[] = [];
      const pages = Math.ceil(expected.length / 7);
      for (let page = 0; page <= pages; page++) {
        const query = new URLSearchParams({ ...filter, pageNumber: String(page), pageSize: '7' });
        const { body } = await list(`?${query.toString()}`);
        expect(body).toMatchObject({ totalElements: expected.length, totalPages: pages, number: page });
        seen.push(...body.content.map(({ id }) => id));
      }
      expect(seen).toEqual(expected.map(({ id }) => id));
    },
  );

  it('with pageSize=0 answers only the count', async () => {
    expect((await list('?pageSize=0&status=FAILED')).body).toMatchObject({
      content: [],
      totalElements: planted.filter(({ status }) => status === 'FAILED').length,
      totalPages: 0,
      size: 0,
    });
  });

  it.each([
    ['pageSize=101', 'pageSize'],
    ['pageSize=-1', 'pageSize'],
    ['pageSize=x', 'pageSize'],
    ['pageSize=1.5', 'pageSize'],
    ['pageNumber=-1', 'pageNumber'],
    ['pageNumber=2147483648', 'pageNumber'],
    ['pageNumber=1&pageNumber=2', 'pageNumber'],
    ['status=PENDING_APPROVAL', 'status'],
    ['status=', 'status'],
    [`asset=${'A'.repeat(33)}`, 'asset'],
    [`venue=${'v'.repeat(256)}`, 'venue'],
    ['asset=%00', 'asset'],
    ['sort=amount', 'sort'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await list(`?${query}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('takes the last page number there can be', async () => {
    expect((await list('?pageNumber=2147483647&pageSize=100')).body).toMatchObject({
      content: [],
      totalElements: ROWS,
    });
  });

  it('shows another tenant nothing of it', async () => {
    expect((await send('stranger', 'GET', 'venues/withdrawals')).body).toMatchObject({
      content: [],
      totalElements: 0,
    });
  });
});

const counted = async () => [
  ...(await database.sql`
    select status, venue, asset, sum(withdrawals)::int as rows from withdrawal_count where tenant = 'acme'
    group by 1, 2, 3 having sum(withdrawals) <> 0 order by 1, 2, 3`),
];
const truth = async () => [
  ...(await database.sql`
    select status, venue, asset, count(*)::int as rows from withdrawal where tenant = 'acme' group by 1, 2, 3 order by 1, 2, 3`),
];

describe('the counts', () => {
  it('follow every change, and folding them together changes none, even when many fold at once', async () => {
    await database.sql`update withdrawal set status = 'CANCELLED' where status = 'PENDING' and asset = 'BTC'`;
    await database.sql`update withdrawal set updated_at = now()`;
    expect(await counted()).toEqual(await truth());
    await Promise.all([1, 2, 3].map(() => foldCounts(database.db).execute()));
    expect(await counted()).toEqual(await truth());
    const [{ rows, kinds } = { rows: 0, kinds: 1 }] = await database.sql<{ rows: number; kinds: number }[]>`
      select count(*)::int as rows, count(distinct (status, venue, asset))::int as kinds from withdrawal_count`;
    expect(rows).toBe(kinds);
  });
});
