import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { STATUSES } from '../status.ts';
import { foldCounts } from '../store.ts';
import { openWithdrawalService } from '../testing/service.ts';

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
        due_at: row.status === 'PENDING' && row.venue === 'aurora' ? new Date(at) : null,
        created_at: new Date(at),
        updated_at: new Date(at),
      })}`;
  }
  planted.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
});

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');

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

  it.each(['?asset=&venue=', '?asset=', '?venue='])(
    'filtered by nothing, as in %s, has all',
    async (query) => {
      expect((await list(query)).body.totalElements).toBe(ROWS);
    },
  );

  it.each(['?status=PENDING_APPROVAL', '?q=status:PENDING_APPROVAL'])(
    'filtered by %s has what waits for approval, in its only written spelling',
    async (query) => {
      const { body } = await list(`${query}&pageSize=100`);
      const expected = planted.filter(({ status }) => status === 'APPROVAL_REQUESTED');
      expect(body.content.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(JSON.stringify(body)).not.toContain('PENDING_APPROVAL');
    },
  );

  it.each(['', '&venue=aurora', '&q=venue:aurora'])(
    'with simulated=false%s leaves out and does not count what is only simulated',
    async (filter) => {
      const expected = planted.filter(
        ({ status, venue }) => status !== 'SIMULATED' && (filter === '' || venue === 'aurora'),
      );
      const { body } = await list(`?simulated=false&pageSize=100${filter}`);
      expect(body.totalElements).toBe(expected.length);
      expect(body.content.map(({ id }) => id)).toEqual(expected.slice(0, 100).map(({ id }) => id));
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
    ['status=APPROVED', 'status'],
    ['status=', 'status'],
    [`asset=${'A'.repeat(33)}`, 'asset'],
    ['q=status:', 'q'],
    ['q=balance:1', 'q'],
    [`q=${'a'.repeat(1025)}`, 'q'],
    ['from=yesterday', 'from'],
    ['from=2026-03-02T00:00:00.000Z&to=2026-03-01T00:00:00.000Z', 'to'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    [`cursor=${cursorOf('1 0|0|0')}`, 'cursor'],
    [`cursor=${cursorOf(`${'9'.repeat(17)} 0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d|0|0`)}`, 'cursor'],
    ['cursor=*&pageNumber=0', 'pageNumber'],
    ['cursor=*&pageSize=0', 'pageSize'],
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

const some = () => planted[5] as Planted;

const payTo = async (tag: string | null) => {
  const id = newId();
  const destination = { kind: 'blockchain', network: 'XRPL', address: 'rExchange', tag, alias: null };
  await database.sql`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, created_at, updated_at)
    values (${id}, 'acme', 'aurora', 'XRP', 1, ${database.sql.json(destination)}, ${id}, 'FAILED', 'desk', 0, now(), now())`;
  return id;
};

const paidTo = async (tag: string) => {
  const q = `address:"rExchange" AND network:"XRPL" AND ${tag}`;
  return (await list(`?q=${encodeURIComponent(q)}`)).body.content.map(({ id }) => id);
};

describe('a filter', () => {
  it.each<[string, string, (row: Planted) => boolean]>([
    ['a term without a field', 'q=ID', ({ id }) => id === some().id],
    ['an id', 'q=id:ID', ({ id }) => id === some().id],
    [
      'two keywords',
      'q=status:FAILED AND asset:ETH',
      (row) => row.status === 'FAILED' && row.asset === 'ETH',
    ],
    ['an alternative', 'q=status:(FAILED OR PENDING)', (row) => ['FAILED', 'PENDING'].includes(row.status)],
    [
      'q and parameters together',
      'q=asset:BTC&venue=borealis',
      (r) => r.asset === 'BTC' && r.venue === 'borealis',
    ],
    ['an amount as a number', 'q=amount:[1.00 TO 1.0]', () => true],
    ['an amount out of range', 'q=amount:{1 TO *]', () => false],
    ['the requester', 'q=requestedBy:desk', () => true],
    ['a member that fiat destinations lack', 'q=network:*', () => false],
    ['the saved destination', 'q=alias:a', () => true],
    [
      'whether it needs a person',
      'q=needsPerson:true',
      (row) => row.status === 'PENDING' && row.venue === 'borealis',
    ],
    ['another tenant', 'q=tenantId:other', () => false],
    ['a case that differs', 'q=asset:btc', () => false],
    ['a start', 'from=TIME', ({ at }) => at >= some().at],
    ['an end', 'to=TIME', ({ at }) => at <= some().at],
    [
      'one instant',
      'from=TIME&to=TIME&status=FAILED',
      ({ at, status }) => at === some().at && status === 'FAILED',
    ],
  ])('by %s answers exactly the rows it describes, and their number', async (_what, query, matches) => {
    const time = new Date(some().at).toISOString();
    const parameters = new URLSearchParams(query.replaceAll('ID', some().id).replaceAll('TIME', time));
    const expected = planted.filter(matches).map(({ id }) => id);
    const { status, body } = await list(`?${parameters.toString()}&pageSize=100`);
    expect([status, body.totalElements]).toEqual([200, expected.length]);
    expect(body.content.map(({ id }) => id)).toEqual(expected.slice(0, 100));
  });

  it('tells apart those who are paid at one address by the tag, and finds those without one', async () => {
    const ids = {
      'tag:"77"': await payTo('77'),
      'tag:"770"': await payTo('770'),
      'NOT tag:*': await payTo(null),
    };
    try {
      for (const [tag, id] of Object.entries(ids)) expect(await paidTo(tag)).toEqual([id]);
    } finally {
      await database.sql`update withdrawal set tenant = 'elsewhere' where asset = 'XRP'`;
    }
  });

  it('reads the row of a reference, and that of an id, by an index', async () => {
    for (const condition of ["reference = 'x'", "id::text = 'x'"]) {
      const plan = await database.sql.begin(async (tx) => {
        await tx`set local enable_seqscan = off`;
        return tx.unsafe(`explain select 1 from withdrawal where tenant = 'acme' and ${condition}`);
      });
      expect(JSON.stringify(plan)).toMatch(/withdrawal_(reference|id_text)/);
    }
  });
});

/** Reads a list to its end by cursors; `between` runs after each page. */
async function walk(query: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = '*', number = 0; cursor !== null; number++) {
    const { status, body } = await list(`?cursor=${encodeURIComponent(cursor)}&pageSize=7&${query}`);
    expect([status, body]).toMatchObject([200, { number, size: 7, pageable: { pageNumber: number } }]);
    seen.push(...body.content.map(({ id }) => id));
    cursor = body.nextCursor ?? null;
    await between();
  }
  return seen;
}

const createNewer = () => database.sql`
  insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
    approvals_required, created_at, updated_at)
  select gen_random_uuid(), 'acme', venue, asset, amount, destination, 'newer', 'FAILED', requested_by, 0, now(), now()
  from withdrawal where tenant = 'acme' and asset = 'BTC' limit 3`;

const BTC = 'q=asset:BTC';
const ofBtc = () => planted.filter(({ asset }) => asset === 'BTC').map(({ id }) => id);

describe('a list read by cursors', () => {
  it('has every row once, in order, and the same numbers as pages', async () => {
    expect(await walk('')).toEqual(planted.map(({ id }) => id));
    const { body } = await list(`?cursor=*&pageSize=7&${BTC}`);
    expect(body).toMatchObject({
      totalElements: ofBtc().length,
      totalPages: Math.ceil(ofBtc().length / 7),
    });
    expect(Object.keys((await list('')).body)).not.toContain('nextCursor');
  });

  it('loses and repeats none of them while others are created between two pages', async () => {
    try {
      expect(await walk(BTC, createNewer)).toEqual(ofBtc());
    } finally {
      await database.sql`delete from withdrawal where reference = 'newer'`;
      await database.sql`delete from withdrawal_count where status = 'FAILED' and asset = 'BTC' and venue in ('aurora', 'borealis')`;
      await database.sql`insert into withdrawal_count (tenant, status, venue, asset, withdrawals)
        select tenant, status, venue, asset, count(*) from withdrawal where status = 'FAILED' and asset = 'BTC' group by 1, 2, 3, 4`;
    }
  });

  it('separates rows that differ by a microsecond', async () => {
    const ids = Array.from({ length: 20 }, () => newId(new Date(0)));
    await database.sql`
      insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      select id::uuid, 'acme', 'aurora', 'MICRO', 1, '{"kind":"fiat","alias":"a","account":"a","reference":null}', 'r', 'FAILED', 'desk', 0,
        timestamptz '2026-02-01T00:00:00Z' - place * interval '1 microsecond', now()
      from unnest(${ids}::text[]) with ordinality as new (id, place)`;
    expect(await walk('asset=MICRO')).toEqual(ids);
    await database.sql`update withdrawal set tenant = 'elsewhere' where asset = 'MICRO'`;
  });

  it('shows another tenant nothing, even with a cursor of this one', async () => {
    const { body } = await list('?cursor=*&pageSize=7');
    const answer = await send('stranger', 'GET', `venues/withdrawals?cursor=${body.nextCursor ?? ''}`);
    expect([answer.status, answer.body.content]).toEqual([200, []]);
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
    await database.sql`update withdrawal set status = 'CANCELLED', due_at = null where status = 'PENDING' and asset = 'BTC'`;
    await database.sql`update withdrawal set updated_at = now()`;
    expect(await counted()).toEqual(await truth());
    await Promise.all([1, 2, 3].map(() => foldCounts(database.db).execute()));
    expect(await counted()).toEqual(await truth());
    const [{ rows, kinds } = { rows: 0, kinds: 1 }] = await database.sql<{ rows: number; kinds: number }[]>`
      select count(*)::int as rows, count(distinct (status, venue, asset))::int as kinds from withdrawal_count`;
    expect(rows).toBe(kinds);
  });
});
