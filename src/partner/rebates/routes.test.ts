import { beforeAll, describe, expect, test } from 'vitest';
import { credit } from '../crediting/index.ts';
import { put, type FactRow } from '../testing/facts.ts';
import { order, rate, tariff } from '../testing/program.ts';
import { post, release, reserve, walletEndpoints } from '../wallets/index.ts';
import { openOffice, SYSTEM, type Refusal } from '../wallets/testing/office.ts';
import { rebateEndpoints, runRebates } from './index.ts';
import { addDays } from './period.ts';
import { thorough } from '../../testing/effort.ts';

interface Group {
  readonly id: number;
  readonly clients_count: number;
  readonly link_code: string;
}

interface Runs {
  readonly count: number;
  readonly runs: {
    period_start: string;
    period_end: string;
    status: string;
    amounts: { amount: number }[];
  }[];
}

interface Rebates {
  readonly amounts?: unknown;
  readonly rebates: { client_uid: string; account_id: string; rebate: { amount: number } }[];
}

interface Accounts {
  readonly accounts: { id: string; balance: number; reserved_rebates_amount: number }[];
}

const PATH = '/api/v2/autorebates/groups/';

let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  office = await openOffice((facts) => [...rebateEndpoints(facts), ...walletEndpoints(facts)]);
  const { bringing } = office;
  await put(bringing, 'rates', rate('EUR', '2024-01-01', '0.9'), rate('JPY', '2024-01-01', '150'));
  const size = { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' };
  await put(bringing, 'tariffs', tariff('*', size));
  await put(bringing, 'links', { link_code: 'L3', partner_account: '700001' });
  for (const [client_uid, link_code, client_account] of [
    ['u3', 'L3', '9003'],
    ['u4', 'L3', '9004'],
  ] as const) {
    await put(bringing, 'clients', { client_uid, link_code, ...CLIENT });
    await put(bringing, 'client-accounts', { client_account, client_uid, ...ACCOUNT });
  }
  await put(
    bringing,
    'orders',
    order(1, { client_account: '9001' }),
    order(2, { client_account: '9003', volume_lots: '2' }),
    order(3, { client_account: '9004', volume_lots: '0.3' }),
    order(4, { client_account: '9003', ...on('2024-03-11') }),
    order(5, { client_account: '9002' }),
    order(6, { client_account: '9002', ...on('2024-03-12') }),
  );
  await credit(office.as(SYSTEM), { through: '2024-03-31' });
});

const CLIENT: FactRow = { registered_at: '2024-02-01T00:00:00Z', country: 'PT', platform: 'web' };
const ACCOUNT: FactRow = { account_type: 'standard', platform: 'mt5', opened_at: '2024-02-01T00:00:00Z' };

const on = (day: string): FactRow => ({ opened_at: `${day}T00:00:00Z`, closed_at: `${day}T12:00:00Z` });

let made = 0;
async function make(actor: string, change: object = {}, headers: Record<string, string> = {}) {
  made += 1;
  const body = {
    group_title: `Group ${made}`,
    group_type: 'auto',
    rebate_percent: 12.5,
    rebate_period: 'weekly',
    ...change,
  };
  return office.send<Group & Refusal>(actor, 'POST', PATH, { body, headers });
}

const show = async (actor: string, id: number) =>
  (await office.send<Group>(actor, 'GET', `${PATH}${id}/`)).body;

const wallets = async (actor: string) =>
  (await office.send<Accounts>(actor, 'GET', '/api/wallet/accounts/')).body.accounts.map(
    ({ id, balance, reserved_rebates_amount }) => [id, balance, reserved_rebates_amount],
  );

test('a group shows its current period, its clients and what they have earned in the period', async () => {
  office.time.now = new Date('2024-03-04T12:00:00.000Z');
  const { status, body } = await make('P1', { group_title: '  Gold ', link_code: 'L3' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: body.id,
    partner_uid: 'P1',
    group_title: 'Gold',
    group_type: 'auto',
    clients_count: 2,
    rebate_percent: 12.5,
    created: '2024-03-04T12:00:00.000Z',
    is_default: false,
    rebate_size: { min: 0.375, max: 2.5 },
    rebate_period: 'weekly',
    rebate_period_value: 1,
    rebate_period_start: '2024-03-04',
    rebate_period_end: '2024-03-10',
    link_code: 'L3',
  });
  for (const url of [`${PATH}${body.id}/`, `${PATH}${body.id}`]) {
    expect((await office.send('reader:P1', 'GET', url)).body).toEqual(body);
  }
  const listed = await office.send<{ groups: Group[] }>('reader:P1', 'GET', PATH);
  expect(listed.body.groups).toContainEqual(body);

  office.time.now = new Date('2024-03-20T00:00:00.000Z');
  expect(await show('P1', body.id)).toMatchObject({
    rebate_size: { min: 0, max: 0 },
    rebate_period_start: '2024-03-18',
    rebate_period_end: '2024-03-24',
  });
});

thorough(
  'the first period of a group shows what will be paid for it: nothing from before the group was created',
  async () => {
    const { bringing } = office;
    await put(bringing, 'partners', { partner_uid: 'P6' });
    await put(bringing, 'partner-accounts', {
      partner_account: '700006',
      partner_uid: 'P6',
      currency: 'USD',
      account_name: 'Main',
      opened_on: '2024-01-01',
    });
    await put(bringing, 'links', { link_code: 'L6', partner_account: '700006' });
    await put(bringing, 'clients', { client_uid: 'u6', link_code: 'L6', ...CLIENT });
    await put(bringing, 'client-accounts', { client_account: '9006', client_uid: 'u6', ...ACCOUNT });
    await put(
      bringing,
      'orders',
      order(60, { client_account: '9006', ...on('2024-02-19') }),
      order(61, { client_account: '9006', volume_lots: '2', ...on('2024-02-22') }),
    );
    await credit(office.as(SYSTEM), { through: '2024-02-25' });

    office.time.now = new Date('2024-02-21T12:00:00.000Z');
    const { body: group } = await make('P6', { link_code: 'L6', rebate_percent: 10 });
    const first = { rebate_period_start: '2024-02-21', rebate_period_end: '2024-02-25' };
    expect(group).toMatchObject({ ...first, rebate_size: { min: 2, max: 2 } });

    await runRebates(office.as(SYSTEM), '2024-02-25');
    const { runs } = (await office.send<Runs>('P6', 'GET', `${PATH}${group.id}/runs/`)).body;
    expect(runs).toMatchObject([
      { period_start: '2024-02-21', period_end: '2024-02-25', amounts: [{ amount: 2 }] },
    ]);
    office.time.now = new Date('2024-02-26T12:00:00.000Z');
    const next = { rebate_period_start: '2024-02-26', rebate_period_end: '2024-03-03' };
    expect(await show('P6', group.id)).toMatchObject({ ...next, rebate_size: { min: 0, max: 0 } });

    await office.send('P6', 'PATCH', `${PATH}${group.id}/`, { body: { rebate_period: 'monthly' } });
    expect(await show('P6', group.id)).toMatchObject({ ...next, rebate_period_end: '2024-02-29' });
  },
);

test('a client is in one group: where it was moved, or by its link, or in the default one', async () => {
  const { body: linked } = await make('P1', { link_code: 'L1' });
  const { body: rest } = await make('P1', { is_default: true, group_type: 'manual' });
  const clientsOf = async ({ id }: Group) =>
    (await office.send<{ clients: string[] }>('P1', 'GET', `${PATH}${id}/clients/`)).body.clients;
  const move = async (method: 'PUT' | 'DELETE', { id }: Group, client: string, actor = 'P1') =>
    (await office.send(actor, method, `${PATH}${id}/clients/${client}/`)).status;

  expect(await clientsOf(linked)).toEqual(['u1']);
  expect(await clientsOf(rest)).toEqual([]);
  expect([await move('PUT', rest, 'u1'), await move('PUT', rest, 'u1')]).toEqual([204, 204]);
  expect([await clientsOf(linked), await clientsOf(rest)]).toEqual([[], ['u1']]);
  expect(await move('PUT', rest, 'u3')).toBe(204);
  const page = await office.send('P1', 'GET', `${PATH}${rest.id}/clients/?limit=1&offset=1`);
  expect(page.body).toEqual({ clients: ['u3'], count: 2 });
  const next = await office.send('P1', 'GET', `${PATH}${rest.id}/clients/?limit=1&after=u1`);
  expect(next.body).toEqual({ clients: ['u3'], count: 2 });
  expect(await move('DELETE', rest, 'u1')).toBe(204);
  expect([await clientsOf(linked), await clientsOf(rest)]).toEqual([[], ['u3']]);
  expect((await show('P1', rest.id)).clients_count).toBe(1);

  expect(await move('DELETE', rest, 'u1')).toBe(404);
  expect(await move('PUT', rest, 'u2')).toBe(404);
  expect(await move('PUT', rest, 'u1', 'P2')).toBe(404);
  expect(await move('PUT', rest, 'u1', 'reader:P1')).toBe(403);
  const audited = await office.database.sql`
    select details from audit_log where action = 'rebate-group.move' and subject_id = ${String(rest.id)} order by id`;
  expect(audited).toHaveLength(3);
  await move('PUT', linked, 'u1');
});

test('rebates are reserved once for each group and period, and paid when approved and covered', async () => {
  const { database } = office;
  office.time.now = new Date('2024-03-04T00:00:00.000Z');
  const { body: group } = await make('P2', { group_type: 'manual', is_default: true, rebate_percent: 50 });
  const run = (through: string) => runRebates(office.as(SYSTEM), through);
  const runs = async () => (await office.send<Runs>('P2', 'GET', `${PATH}${group.id}/runs/`)).body.runs;
  const decide = async (period_start: string, decision: string, actor = 'P2') =>
    (
      await office.send(actor, 'POST', `${PATH}${group.id}/runs/${period_start}/decision/`, {
        body: { decision },
      })
    ).status;

  const preview = (actor = 'P2') => office.send<Rebates>(actor, 'GET', `${PATH}${group.id}/preview/`);
  await run('2024-03-09');
  expect(await runs()).toEqual([]);
  const { body: previewed } = await preview('reader:P2');
  expect((await preview('P1')).status).toBe(404);
  await Promise.all(Array.from({ length: 4 }, () => run('2024-03-10')));
  await run('2024-03-10');
  const first = { period_start: '2024-03-04', period_end: '2024-03-10', rebates_count: 1 };
  const amounts = [{ account_id: '700002', currency: 'USD', amount: 5 }];
  expect(await runs()).toEqual([{ ...first, status: 'pending', amounts }]);
  expect(previewed).toMatchObject({
    period_start: '2024-03-04',
    period_end: '2024-03-10',
    amounts,
    count: 1,
  });
  const explained = await office.send<Rebates>(
    'P2',
    'GET',
    `${PATH}${group.id}/runs/2024-03-04/explanation/`,
  );
  expect(explained.body.rebates).toMatchObject(previewed.rebates);
  expect(await wallets('P2')).toEqual([['700002', 20, 5]]);

  expect(await decide('2024-03-04', 'approve', 'P1')).toBe(404);
  expect(await decide('2024-03-11', 'approve')).toBe(404);
  // A person confirms the money with a second factor, which a token cannot prove.
  expect(await decide('2024-03-04', 'approve', 'person:P2')).toBe(403);
  expect(await decide('2024-03-04', 'approve')).toBe(204);
  expect(await runs()).toEqual([{ ...first, status: 'paid', amounts }]);
  expect(await wallets('P2')).toEqual([
    ['700002', 15, 0],
    ['700002:rebate', 5, 0],
  ]);
  expect(await decide('2024-03-04', 'approve')).toBe(409);
  expect(await decide('2024-03-04', 'reject')).toBe(409);

  const adjust = (amount: string) =>
    database.db.transaction().execute((tx) =>
      post(tx, {
        kind: 'adjustment',
        reference: `test:${amount}`,
        at: office.time.now,
        postings: [
          { account_id: '700002', partner_uid: 'P2', name: 'Main', currency: 'USD', type: 'reward', amount },
        ],
      }),
    );
  await adjust('-14');
  await run('2024-03-17');
  expect(await decide('2024-03-11', 'approve')).toBe(204);
  expect((await runs())[0]).toMatchObject({ period_start: '2024-03-11', status: 'approved' });
  const all = await runs();
  const page = await office.send<Runs>('P2', 'GET', `${PATH}${group.id}/runs/?limit=1&offset=1`);
  expect(page.body).toEqual({ runs: all.slice(1, 2), count: all.length });
  expect((await wallets('P2'))[0]).toEqual(['700002', 1, 5]);
  await adjust('14');
  await run('2024-03-17');
  expect((await runs())[0]).toMatchObject({ status: 'paid' });
  expect(await wallets('P2')).toEqual([
    ['700002', 10, 0],
    ['700002:rebate', 10, 0],
  ]);

  await run('2024-03-31');
  expect((await runs()).slice(0, 2)).toMatchObject([
    { period_start: '2024-03-25', status: 'paid', amounts: [] },
    { period_start: '2024-03-18', status: 'paid', amounts: [] },
  ]);
});

test('a rebate does not spend what is reserved for a disbursement, and a disbursement is no reserved rebate', async () => {
  const { bringing, database } = office;
  await put(bringing, 'partners', { partner_uid: 'P5' });
  await put(bringing, 'partner-accounts', {
    partner_account: '700005',
    partner_uid: 'P5',
    currency: 'USD',
    account_name: 'Main',
    opened_on: '2024-01-01',
  });
  await put(bringing, 'links', { link_code: 'L5', partner_account: '700005' });
  await put(bringing, 'clients', { client_uid: 'u5', link_code: 'L5', ...CLIENT });
  await put(bringing, 'client-accounts', { client_account: '9005', client_uid: 'u5', ...ACCOUNT });
  await put(bringing, 'orders', order(50, { client_account: '9005', ...on('2024-03-12') }));
  office.time.now = new Date('2024-03-11T00:00:00.000Z');
  const { body: group } = await make('P5', { is_default: true, rebate_percent: 50 });
  office.time.now = new Date('2024-04-01T00:00:00.000Z');
  await credit(office.as(SYSTEM), { through: '2024-03-31' });
  const money = { partner_uid: 'P5', name: 'Main', currency: 'USD', type: 'reward' } as const;
  const postings = [{ ...money, account_id: '700005', amount: '5.01' }];
  const reservation = { kind: 'disbursement', reference: 'disbursement:1', at: office.time.now } as const;
  await database.db.transaction().execute((tx) => reserve(tx, { ...reservation, postings }));
  const status = async () =>
    (await office.send<Runs>('P5', 'GET', `${PATH}${group.id}/runs/`)).body.runs.at(-1)?.status;

  await runRebates(office.as(SYSTEM), '2024-03-17');
  expect([await status(), await wallets('P5')]).toEqual(['approved', [['700005', 10, 5]]]);
  await database.db.transaction().execute((tx) => release(tx, reservation.reference));
  await runRebates(office.as(SYSTEM), '2024-03-17');
  expect([await status(), (await wallets('P5'))[0]]).toEqual(['paid', ['700005', 5, 0]]);
});

test('a group that approves by itself is paid with the run; rejected rebates are given back', async () => {
  const { bringing } = office;
  for (const [link_code, client_uid, client_account, ticket] of [
    ['L8', 'u8', '9008', 80],
    ['L9', 'u9', '9090', 90],
  ] as const) {
    await put(bringing, 'links', { link_code, partner_account: '700000' });
    await put(bringing, 'clients', { client_uid, link_code, ...CLIENT });
    await put(bringing, 'client-accounts', { client_account, client_uid, ...ACCOUNT });
    await put(bringing, 'orders', order(ticket, { client_account, ...on('2024-03-12') }));
  }
  office.time.now = new Date('2024-03-11T00:00:00.000Z');
  await make('P0', { link_code: 'L8', rebate_percent: 10 });
  const { body: manual } = await make('P0', { group_type: 'manual', is_default: true });
  office.time.now = new Date('2024-04-01T00:00:00.000Z');
  await credit(office.as(SYSTEM), { through: '2024-03-31' });
  await runRebates(office.as(SYSTEM), '2024-03-17');
  // Each client's 10 USD are 1500 JPY: a tenth of it is paid, an eighth is reserved.
  expect(await wallets('P0')).toEqual([
    ['700000', 2850, 187.5],
    ['700000:rebate', 150, 0],
  ]);
  const url = `${PATH}${manual.id}/runs/2024-03-11/decision/`;
  expect((await office.send('P0', 'POST', url, { body: { decision: 'reject' } })).status).toBe(204);
  expect((await wallets('P0'))[0]).toEqual(['700000', 2850, 0]);
});

/** Runs rebates, and does something else after the run has read its groups and before it reserves the first rebates. */
async function runWith(through: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const context = office.as(SYSTEM);
  const { database } = context.facts;
  let isFirst = true;
  const query: typeof database.query = async (...given) => {
    if (isFirst) {
      isFirst = false;
      await meanwhile();
    }
    return database.query(...given);
  };
  const facts = Object.create(context.facts, { database: { value: { query } } }) as typeof context.facts;
  await runRebates({ ...context, facts }, through);
}

/** A partner whose client earns 10 USD on each of seven days from 2024-03-04 on, and a group for it. */
async function openDaily(no: number, group: object = {}) {
  const { bringing } = office;
  const [partner_uid, partner_account, client_account] = [`P${no}`, `7000${no}`, `90${no}`];
  await put(bringing, 'partners', { partner_uid });
  const account = { partner_account, partner_uid, currency: 'USD', account_name: 'Main' };
  await put(bringing, 'partner-accounts', { ...account, opened_on: '2024-01-01' });
  await put(bringing, 'links', { link_code: `L${no}`, partner_account });
  await put(bringing, 'clients', { client_uid: `u${no}`, link_code: `L${no}`, ...CLIENT });
  await put(bringing, 'client-accounts', { client_account, client_uid: `u${no}`, ...ACCOUNT });
  const days = Array.from({ length: 7 }, (_, day) =>
    order(no * 100 + day, { client_account, ...on(addDays('2024-03-04', day)) }),
  );
  await put(bringing, 'orders', ...days);
  office.time.now = new Date('2024-03-04T12:00:00.000Z');
  const { body } = await make(partner_uid, { is_default: true, rebate_percent: 10, ...group });
  office.time.now = new Date('2024-04-01T00:00:00.000Z');
  await credit(office.as(SYSTEM), { through: '2024-03-31' });
  const url = `${PATH}${body.id}/`;
  const runs = async () => (await office.send<Runs>(partner_uid, 'GET', `${url}runs/`)).body.runs;
  return { partner: partner_uid, url, runs };
}

test.each([
  [21, 'daily', 'weekly'],
  [22, 'weekly', 'daily'],
])(
  'no day is in two periods and none is left out when a group changes its period during a run (%i: %s to %s)',
  async (no, before, after) => {
    const { partner, url, runs } = await openDaily(no, { rebate_period: before });
    await runWith('2024-03-10', async () => {
      const { status } = await office.send(partner, 'PATCH', url, { body: { rebate_period: after } });
      expect(status).toBe(200);
      await runRebates(office.as(SYSTEM), '2024-03-10');
    });
    await runRebates(office.as(SYSTEM), '2024-03-10');
    const made = (await runs()).toReversed();
    expect(made.at(0)?.period_start).toBe('2024-03-04');
    expect(made.at(-1)?.period_end).toBe('2024-03-10');
    made.slice(1).forEach(({ period_start }, index) => {
      expect(period_start).toBe(addDays(made[index]?.period_end ?? '', 1));
    });
    expect((await wallets(partner)).at(-1)).toEqual([`7000${no}:rebate`, 7, 0]);
  },
);

thorough('a group that ends during a run keeps no other group from its rebates', async () => {
  const ending = await openDaily(23);
  const other = await openDaily(24);
  await runWith('2024-03-10', () => office.send(ending.partner, 'DELETE', ending.url));
  expect((await office.send(ending.partner, 'GET', ending.url)).status).toBe(404);
  expect(await other.runs()).toMatchObject([{ status: 'paid', amounts: [{ amount: 7 }] }]);
});

thorough('rebates that are covered are paid, however many before them are not', async () => {
  const { partner, url, runs } = await openDaily(25);
  const { sql } = office.database;
  const [id] = /\d+(?=\/$)/.exec(url) ?? [];
  await sql`
    insert into rebate_run (group_id, period_start, period_end, status, created_at, updated_at)
      select ${id ?? ''}, day, day, 'approved', day, day
      from generate_series('2023-11-24'::date, '2024-03-03', '1 day') day`;
  await sql`
    insert into rebate (group_id, period_start, client_uid, account_id, currency, amount)
      select group_id, period_start, 'u25', '700025', 'USD', 1000 from rebate_run where group_id = ${id ?? ''}`;
  await runRebates(office.as(SYSTEM), '2024-03-10');
  expect((await runs()).slice(0, 2)).toMatchObject([
    { period_start: '2024-03-04', status: 'paid', amounts: [{ amount: 7 }] },
    { period_start: '2024-03-03', status: 'approved' },
  ]);
  expect((await wallets(partner)).at(-1)).toEqual(['700025:rebate', 7, 0]);
});

describe('a new group is refused', () => {
  test.each([
    ['without a percentage', { rebate_percent: undefined }, 'rebate_percent'],
    ['with a percentage of nothing', { rebate_percent: 0 }, 'rebate_percent'],
    ['with more than everything', { rebate_percent: 100.01 }, 'rebate_percent'],
    ['with a percentage of three decimals', { rebate_percent: 12.345 }, 'rebate_percent'],
    ['with an unknown type', { group_type: 'other' }, 'group_type'],
    ['with an unknown period', { rebate_period: 'yearly' }, 'rebate_period'],
    ['with an eighth weekday', { rebate_period_value: 8 }, 'rebate_period_value'],
    ['with the 29th', { rebate_period: 'monthly', rebate_period_value: 29 }, 'rebate_period_value'],
    ['with a start of the day', { rebate_period: 'daily', rebate_period_value: 2 }, 'rebate_period_value'],
    ['with an empty title', { group_title: ' ' }, 'group_title'],
    ['with a control character in its title', { group_title: 'a\u0001' }, 'group_title'],
    ['with an unknown field', { colour: 'red' }, 'colour'],
  ])('%s', async (_what, change, field) => {
    const { status, body } = await make('P1', change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  test("with another partner's link or an unknown one", async () => {
    for (const link_code of ['L2', 'nowhere']) {
      const { status, body } = await make('P1', { link_code });
      expect([status, body.errors]).toEqual([
        422,
        { link_code: ['is not a link of this partner: choose one of its links'] },
      ]);
    }
  });

  test('as a second default or for a link that leads elsewhere; the same again answers the first', async () => {
    const title = { group_title: 'Once' };
    const first = await make('P1', title);
    expect(await make('P1', title)).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect((await make('P1', { ...title, rebate_percent: 1 })).body.code).toBe('reference_reused');
    expect((await make('P2', title)).status).toBe(201);
    expect((await make('P1', { is_default: true })).body.code).toBe('conflict');
    expect((await make('P1', { link_code: 'L1' })).body.code).toBe('conflict');
  });

  test('again with the same key, which answers as the first time, also when the group has ended', async () => {
    const key = { 'idempotency-key': 'by-key' };
    const create = (group_title: string) => make('P1', { group_title }, key);
    const first = await create('By key');
    expect(first.status).toBe(201);
    await office.send('P1', 'DELETE', `${PATH}${first.body.id}/`);
    expect(await create('By key')).toEqual(first);
    expect((await create('Another')).body.code).toBe('reference_reused');
  });

  thorough('when there are a thousand, so that none of them is left out where groups are read', async () => {
    const { sql } = office.database;
    const { partner, url } = await openDaily(26);
    await sql`
      insert into rebate_group (partner_uid, title, type, percent, period, period_value, is_default, created_at)
        select ${partner}, 'Filler ' || number, 'manual', 1, 'weekly', 1, false, '2024-04-01'
        from generate_series(1, 998) number`;
    const last = { group_title: 'The last one' };
    expect((await make(partner, last)).status).toBe(201);
    const { status, body } = await make(partner);
    expect([status, body]).toMatchObject([
      422,
      { detail: 'There are 1000 rebate groups: that is the most. End one that is not used.' },
    ]);
    expect((await make(partner, last)).status).toBe(200);
    await office.send(partner, 'DELETE', url);
    expect((await make(partner)).status).toBe(201);
  });

  test('without the scope, and another partner does not find it', async () => {
    expect((await make('reader:P1')).status).toBe(403);
    const { body } = await make('P1');
    expect((await office.send('P2', 'GET', `${PATH}${body.id}/`)).status).toBe(404);
    expect((await office.send('P2', 'GET', `${PATH}${body.id}/clients/`)).status).toBe(404);
    expect((await office.send('P2', 'GET', `${PATH}${body.id}/runs/`)).status).toBe(404);
    expect((await office.send('P1', 'GET', `${PATH}x/`)).status).toBe(400);
  });
});

const change = (id: number, body: object, actor = 'P1') =>
  office.send<Group & Refusal>(actor, 'PATCH', `${PATH}${id}/`, { body });

describe('a group is changed', () => {
  test('in what is given, while the rest stays, and it is audited', async () => {
    const { body: group } = await make('P1', { rebate_period_value: 5 });
    const { status, body } = await change(group.id, { group_title: ' Silver ', rebate_percent: 2.25 });
    expect(status).toBe(200);
    expect(body).toEqual({ ...group, group_title: 'Silver', rebate_percent: 2.25 });
    expect(await show('P1', group.id)).toEqual(body);
    const monthly = await change(group.id, { rebate_period: 'monthly', link_code: null });
    expect(monthly.body).toMatchObject({ rebate_period: 'monthly', rebate_period_value: 1, link_code: '' });
    const audited = await office.database.sql`
      select details ->> 'period' as period from audit_log
      where action = 'rebate-group.change' and subject_id = ${String(group.id)} order by id`;
    expect(audited).toEqual([{ period: 'weekly' }, { period: 'monthly' }]);
  });

  test('and of those who change what they read at the same time, one is refused', async () => {
    const { body: group } = await make('P1');
    const url = `${PATH}${group.id}/`;
    const changeIf = (etag: string, body: object) =>
      office.send<Group & Refusal>('P1', 'PATCH', url, { body, headers: { 'if-match': etag } });
    const { etag = '' } = await office.send('reader:P1', 'GET', url);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const given = [{ rebate_percent: 10 }, { group_title: 'At the same time' }];
    const answers = await Promise.all(given.map((body) => changeIf(etag, body)));
    const [changed, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect([changed?.status, refused?.status, refused?.body.code]).toEqual([200, 412, 'precondition_failed']);
    expect(await office.send('P1', 'GET', url)).toMatchObject({ body: changed?.body, etag: changed?.etag });
    expect(changed?.etag).not.toBe(etag);
    expect((await changeIf(changed?.etag ?? '', { rebate_percent: 11 })).status).toBe(200);
    expect((await changeIf(etag, { rebate_percent: 12 })).body.detail).toBe(
      'Somebody has changed it since you read it.',
    );
  });

  test.each([
    ['to nothing', {}, 400, ''],
    ['to more than everything', { rebate_percent: 101 }, 400, 'rebate_percent'],
    ['to a percentage of three decimals', { rebate_percent: 1.125 }, 400, 'rebate_percent'],
    ['to an eighth weekday', { rebate_period_value: 8 }, 400, 'rebate_period_value'],
    ['to an empty title', { group_title: ' ' }, 400, 'group_title'],
    ['in an unknown field', { colour: 'red' }, 400, 'colour'],
    ["to another partner's link", { link_code: 'L2' }, 422, 'link_code'],
  ])('and refused %s', async (_what, given, status, field) => {
    const { body: group } = await make('P1');
    const answer = await change(group.id, given);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, [field]]);
  });

  test('and refused where another has the title, the link or the place of the default, or to others', async () => {
    const { body: group } = await make('P1');
    for (const given of [{ group_title: 'Gold' }, { link_code: 'L1' }, { is_default: true }]) {
      expect((await change(group.id, given)).body.code).toBe('conflict');
    }
    expect((await change(group.id, { rebate_percent: 1 }, 'P2')).status).toBe(404);
    expect((await change(group.id, { rebate_percent: 1 }, 'reader:P1')).status).toBe(403);
  });
});

thorough(
  'a group ends when no rebates of it are reserved; its clients and its link are free then',
  async () => {
    const { bringing } = office;
    await put(bringing, 'links', { link_code: 'L7', partner_account: '700002' });
    await put(bringing, 'clients', { client_uid: 'u7', link_code: 'L7', ...CLIENT });
    await put(bringing, 'client-accounts', { client_account: '9007', client_uid: 'u7', ...ACCOUNT });
    await put(bringing, 'orders', order(70, { client_account: '9007', ...on('2024-03-26') }));
    office.time.now = new Date('2024-03-25T00:00:00.000Z');
    const given = { group_type: 'manual', link_code: 'L7', group_title: 'Ending' };
    const { body: group } = await make('P2', given);
    office.time.now = new Date('2024-04-02T00:00:00.000Z');
    await credit(office.as(SYSTEM), { through: '2024-03-31' });
    await runRebates(office.as(SYSTEM), '2024-03-31');

    const url = `${PATH}${group.id}/`;
    const remove = async (actor = 'P2') => (await office.send(actor, 'DELETE', url)).status;
    expect([await remove('P1'), await remove('reader:P2'), await remove()]).toEqual([404, 403, 409]);
    const decision = { body: { decision: 'reject' } };
    expect((await office.send('P2', 'POST', `${url}runs/2024-03-25/decision/`, decision)).status).toBe(204);
    await office.send('P2', 'PUT', `${url}clients/u2/`);
    expect(await remove()).toBe(204);

    expect([(await office.send('P2', 'GET', url)).status, await remove()]).toEqual([404, 404]);
    expect((await make('P2', given)).body.code).toBe('conflict');
    const { status, body: next } = await make('P2', { link_code: 'L7' });
    expect([status, next.clients_count]).toEqual([201, 1]);
    const ended = await office.database.sql`
    select details from audit_log where action = 'rebate-group.remove' and subject_id = ${String(group.id)}`;
    expect(ended).toEqual([{ details: { partner_uid: 'P2', title: 'Ending' } }]);
  },
);
