import { renameSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../platform/telemetry/index.ts';
import { thorough } from '../../testing/effort.ts';
import { put, type FactRow } from '../testing/facts.ts';
import { order, rate, tariff } from '../testing/program.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { credit, creditingJobs, measureCrediting } from './index.ts';
import { checkBooks } from './testing/books.ts';

const THROUGH = '2024-03-31';

/** An office in which every order of P1 earns 10 USD a lot, P0 a tenth of that, and EUR is at 0.9. */
async function openProgram() {
  const office = await openOffice();
  const { bringing, facts, database } = office;
  await put(bringing, 'rates', rate('EUR', '2024-01-01', '0.9'), rate('JPY', '2024-01-01', '150'));
  await put(
    bringing,
    'tariffs',
    tariff('*', { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' }),
    tariff('P0', {
      formula_code: 'formula_forex',
      reward_size: '10',
      reward_size_currency: 'USD',
      second_level_percent: '10',
    }),
  );
  return {
    ...office,
    orders: (...rows: Parameters<typeof order>[]) =>
      put(bringing, 'orders', ...rows.map((row) => order(...row))),
    credit: (through = THROUGH) => credit(office.as(SYSTEM), { through }),
    check: (through = THROUGH) => checkBooks(database.sql, facts, through),
    rows: () =>
      facts.database.query(`
        select reward_order, level, partner_uid, partner_account, subpartner_account, client_account,
          reward_date, orders_count, reward::varchar as reward, reward_usd::varchar as reward_usd
        from credited_rewards order by reward_order, level, partner_account`),
    balances: async () =>
      Object.fromEntries(
        (await database.sql<{ id: string; balance: string }[]>`select id, balance from wallet_account`).map(
          ({ id, balance }) => [id, balance],
        ),
      ),
  };
}

const on = (day: string) => ({ opened_at: `${day}T01:00:00Z`, closed_at: `${day}T23:59:59.999Z` });

test('a day is credited once on both levels, and what changes later is credited as a difference', async () => {
  const program = await openProgram();
  await program.orders(
    [1],
    [2, { volume_lots: '0.5' }],
    [3, on('2024-03-05')],
    [4, { client_account: '9002' }],
  );

  expect(await program.credit('2024-03-04')).toMatchObject([
    { number: 1, kind: 'rewards', firstDay: '2024-03-04', lastDay: '2024-03-04', rowCount: 3 },
  ]);
  const own = { level: 1, reward_order: 1, reward_date: '2024-03-04', subpartner_account: null };
  expect(await program.rows()).toEqual([
    {
      ...own,
      partner_uid: 'P1',
      partner_account: '700001',
      client_account: '9001',
      orders_count: 2,
      reward: '13.50000000',
      reward_usd: '15.00000000',
    },
    {
      ...own,
      partner_uid: 'P2',
      partner_account: '700002',
      client_account: '9002',
      orders_count: 1,
      reward: '10.00000000',
      reward_usd: '10.00000000',
    },
    {
      ...own,
      level: 2,
      partner_uid: 'P0',
      partner_account: '700000',
      client_account: '9001',
      subpartner_account: '700001',
      orders_count: 2,
      reward: '225.00000000',
      reward_usd: '1.50000000',
    },
  ]);
  const [description] = await program.facts.database.query(
    `select currency, client_uid, client_account_type, country, platform, link_code, volume_lots::varchar as lots,
      volume_mln_usd::varchar as volume, reward_datetime, partner_no from credited_rewards where partner_account = '700001'`,
  );
  expect(description).toEqual({
    currency: 'EUR',
    client_uid: 'u1',
    client_account_type: 'standard',
    country: 'PT',
    platform: 'mt5',
    link_code: 'L1',
    lots: '1.5000',
    volume: '0.21700000',
    reward_datetime: program.time.now,
    partner_no: 2,
  });

  expect(await program.credit('2024-03-04')).toEqual([]);
  expect(await program.credit()).toMatchObject([{ number: 2, kind: 'rewards', firstDay: '2024-03-05' }]);
  expect(await program.balances()).toEqual({
    '700000': '375.00000000',
    '700001': '22.50000000',
    '700002': '10.00000000',
  });

  const before = await program.rows();
  await program.orders([1, { volume_lots: '0.25' }], [5, { volume_lots: '2' }]);
  expect(await program.credit()).toMatchObject([
    { number: 3, kind: 'adjustments', firstDay: '2024-03-04', rowCount: 2 },
  ]);
  expect(await program.rows()).toMatchObject([
    ...before,
    { level: 1, client_account: '9001', orders_count: 1, reward: '11.25000000', reward_order: 3 },
    { level: 2, client_account: '9001', orders_count: 1, reward_order: 3 },
  ]);
  await program.check();

  const kinds = await program.database.sql`
    select reference, kind from wallet_entry where account_id = '700001' order by id`;
  expect(kinds).toEqual([
    { reference: 'payout:1', kind: 'reward' },
    { reference: 'payout:2', kind: 'reward' },
    { reference: 'payout:3', kind: 'adjustment' },
  ]);
  const audited = await program.database.sql`
    select subject_id, details from audit_log where action = 'payout.make' order by id limit 1`;
  expect(audited).toEqual([
    {
      subject_id: '1',
      details: {
        kind: 'rewards',
        firstDay: '2024-03-04',
        lastDay: '2024-03-04',
        rows: 3,
        rewardUsd: '26.50000000',
        accounts: 3,
        batch: 10,
      },
    },
  ]);
});

thorough('corrections of every kind end at what the orders earn now', async () => {
  const program = await openProgram();
  const { bringing } = program;
  const second = { partner_account: '700011', partner_uid: 'P1', currency: 'EUR', account_name: 'Second' };
  await put(bringing, 'partner-accounts', { ...second, opened_on: '2024-01-05' });
  const changes: ((times: number) => Promise<unknown>)[] = [
    (times) =>
      put(bringing, 'links', { link_code: 'L1', partner_account: times % 2 === 0 ? '700001' : '700011' }),
    (times) =>
      put(
        bringing,
        'tariffs',
        tariff('P1', { formula_code: 'formula_classic', rate_per_million: `${times}` }),
      ),
    (times) => put(bringing, 'rates', rate('EUR', '2024-01-01', `0.9${times % 10}`)),
    (times) => put(bringing, 'partners', { partner_uid: 'P2', parent_uid: times % 2 === 0 ? 'P0' : 'P1' }),
    (times) => put(bringing, 'partner-accounts', { ...second, opened_on: `2023-01-0${(times % 9) + 1}` }),
  ];
  const someOrders = fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.record({
        volume_lots: fc.integer({ min: 0, max: 999 }).map((lots) => String(lots / 100)),
        client_account: fc.constantFrom('9001', '9002', '9009'),
      }),
      fc.constantFrom('2024-03-04', '2024-03-05'),
    ),
    { minLength: 1, selector: ([ticket]) => ticket },
  );
  const random = fc.sample(someOrders, { numRuns: 6, seed: 7 });
  for (const [times, orders] of random.entries()) {
    await program.orders(
      ...orders.map(([ticket, further, day]): [number, FactRow] => [ticket, { ...further, ...on(day) }]),
    );
    await changes[times % changes.length]?.(times);
    await program.credit();
    await program.check();
  }
  const adjusted = await program.database.sql`select from payout where kind = 'adjustments'`;
  expect(adjusted).toHaveLength(5);
});

thorough('a reversal takes back exactly the rows that it reverses', async () => {
  const program = await openProgram();
  const { bringing, facts } = program;
  await put(bringing, 'links', { link_code: 'L9', partner_account: '700001' });
  const client = { client_uid: 'u1', registered_at: '2024-02-01T00:00:00Z', platform: 'web' };
  const described = async () =>
    (
      await facts.database.query<{ row: string }>(`
        select country || ' ' || link_code || ' ' || orders_count || ' ' || reward_usd::varchar as row
        from credited_rewards where partner_uid = 'P1' order by reward_order, country desc`)
    ).map(({ row }) => row);

  await put(bringing, 'clients', { ...client, country: 'ZZ', link_code: 'L1' });
  await program.orders([1]);
  await program.credit();
  await put(bringing, 'clients', { ...client, country: 'BB', link_code: 'L9' });
  expect(await program.credit()).toEqual([]);
  await program.orders([2, { volume_lots: '2' }]);
  await program.credit();
  await program.check();
  await program.orders([1, { client_account: '9002' }], [2, { client_account: '9002' }]);
  await program.credit();
  await program.check();
  expect(await described()).toEqual([
    'ZZ L1 1 10.00000000',
    'ZZ L1 -1 -10.00000000',
    'BB L9 2 30.00000000',
    'BB L9 -2 -30.00000000',
  ]);
});

thorough(
  'of accounts opened on one day, second-level rewards go to the lowest number, not to the first text',
  async () => {
    const program = await openProgram();
    const account = { partner_uid: 'P0', currency: 'USD', account_name: 'Main', opened_on: '2023-12-01' };
    await put(
      program.bringing,
      'partner-accounts',
      { ...account, partner_account: '10000' },
      { ...account, partner_account: '9000' },
    );
    await program.orders([1]);
    await program.credit();
    expect(await program.rows()).toMatchObject([
      { level: 1, partner_account: '700001' },
      { level: 2, partner_account: '9000', reward: '1.00000000' },
    ]);
    await program.check();
  },
);

thorough('runs at the same time credit once, and each payout is copied once', async () => {
  const program = await openProgram();
  const days = Array.from({ length: 6 }, (_, index) => `2024-03-0${index + 1}`);
  await program.orders(...days.map((day, index): [number, FactRow] => [index + 1, on(day)]));
  const runs = await Promise.all(days.map((day) => program.credit(day)));
  const numbers = runs.flat().map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  await program.check();
});

thorough('days that wait are credited together, and each has rows of its own', async () => {
  const program = await openProgram();
  await program.orders([1], [2, on('2024-03-06')], [3, on('2024-03-09')]);
  await program.credit('2024-03-06');
  await program.orders([4, on('2024-03-05')], [5, on('2024-03-06')], [6, on('2024-03-08')]);
  expect(await program.credit()).toMatchObject([
    { number: 2, kind: 'rewards', firstDay: '2024-03-05', lastDay: '2024-03-05', rowCount: 2 },
    { number: 3, kind: 'adjustments', firstDay: '2024-03-06', lastDay: '2024-03-06', rowCount: 2 },
    { number: 4, kind: 'rewards', firstDay: '2024-03-08', lastDay: '2024-03-09', rowCount: 4 },
  ]);
  await program.check();
});

thorough('an order whose reward is not known is credited once it is', async () => {
  const program = await openProgram();
  await put(
    program.bringing,
    'tariffs',
    tariff('P2', { formula_code: 'formula_cfd', reward_percentage: '50', reward_k: '1' }),
  );
  await program.orders([1, { client_account: '9002' }]);
  expect(await program.credit()).toEqual([]);
  await program.orders([1, { client_account: '9002', contract_commission_usd: '4' }]);
  expect(await program.credit()).toMatchObject([{ number: 1, kind: 'rewards', rowCount: 1 }]);
  expect(await program.balances()).toEqual({ '700002': '2.00000000' });
});

thorough(
  'a day of a client that comes to more than a sum can hold is refused with the sum, and credited when it is corrected',
  async () => {
    const program = await openProgram();
    const many = { volume_lots: '0', volume_mln_usd: '9999999999.99999999' };
    await program.orders([1, many], [2, { ...many, volume_lots: '1' }]);
    await expect(program.credit()).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('add up to 19999999999.99999998 in volume') as string,
    });
    await program.orders([1, { ...many, volume_mln_usd: '0' }]);
    expect(await program.credit()).toMatchObject([{ number: 1, kind: 'rewards' }]);
    await program.check();
  },
);

thorough('the nightly job credits through the day before', async () => {
  const program = await openProgram();
  program.time.now = new Date('2024-03-06T00:30:00.000Z');
  await program.orders([1, on('2024-03-05')], [2, on('2024-03-06')]);
  for (const handler of creditingJobs(program.facts).handlers) await handler.run(program.as(SYSTEM), {});
  await program.check('2024-03-05');
  expect(await program.balances()).toEqual({ '700000': '150.00000000', '700001': '9.00000000' });
});

thorough('a store that is made again has all payouts, and nothing is credited again', async () => {
  const program = await openProgram();
  await program.orders([1], [2, on('2024-03-05')]);
  await program.credit();
  const before = await program.rows();
  await program.facts.rebuild();
  expect(await program.rows()).toEqual(before);
  expect(await program.credit()).toEqual([]);
  expect(await program.rows()).toEqual(before);
  await program.check();
});

thorough(
  'crediting refuses while the store is behind the log, names the batches, and goes on when they are there',
  async () => {
    const program = await openProgram();
    await program.orders([1], [2, on('2024-03-05')]);
    const orders = await program.database.sql<{ object: string }[]>`
    select object from batch where kind = 'orders'`;
    const path = join(program.folder, 'files', orders[0]?.object ?? '');
    const away = join(program.folder, 'away');
    renameSync(path, away);
    await program.facts.database.write((session) =>
      session.run(
        'delete from orders; delete from touched_days; update fact_state set applied = applied - 1',
      ),
    );
    await expect(program.credit()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /behind the log: batch 9 \(orders\) could not be applied.*no file facts\/orders/,
      ) as string,
    });
    expect(await program.balances()).toEqual({});
    renameSync(away, path);
    expect(await program.credit()).toMatchObject([{ number: 1, rowCount: 4 }]);
    await program.check();
  },
);

describe('a run is refused', () => {
  test.each([
    ['today', '2024-06-01', 'is not over yet'],
    ['a day to come', '2030-01-01', 'is not over yet'],
    ['no day of the calendar', '2024-02-30', 'is not a day'],
    ['no day at all', "2024-03-04'; drop table orders", 'is not a day'],
  ])('through %s', async (_what, through, message) => {
    const context = { clock: { now: () => new Date('2024-06-01T23:59:59Z') } };
    await expect(credit(context as never, { through })).rejects.toThrow(message);
  });
});

thorough(
  'an account keeps its owner and currency once it has a ledger, and nobody waits for that',
  async () => {
    const program = await openProgram();
    const { bringing } = program;
    const account = { partner_account: '700002', account_name: 'Main', opened_on: '2024-01-01' };
    const change = (partner_uid: string, currency: string) =>
      put(bringing, 'partner-accounts', { ...account, partner_uid, currency });
    await change('P2', 'EUR');
    await change('P2', 'USD');
    await program.orders([1, { client_account: '9002' }]);
    await program.credit();
    const reason = 'cannot change, because the account has a ledger: open another account';
    await expect(change('P2', 'EUR')).rejects.toThrow(`currency ${reason}`);
    await expect(change('P1', 'USD')).rejects.toThrow(`partner_uid ${reason}`);
    await put(bringing, 'partner-accounts', {
      ...account,
      partner_uid: 'P2',
      currency: 'USD',
      account_name: 'Other',
    });
    await program.orders([2, { client_account: '9002' }], [3, on('2024-03-05')]);
    expect(await program.credit()).toMatchObject([{ kind: 'adjustments' }, { kind: 'rewards' }]);
    await program.check();
  },
);

thorough('a metric counts the days that are over and not credited yet', async () => {
  const program = await openProgram();
  const metrics = createMetrics();
  const clock = { now: () => new Date('2024-03-06T00:10:00Z') };
  measureCrediting(metrics, program.facts, clock);
  const waiting = async () =>
    /^quaestor_crediting_waiting_days (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
  await program.orders([1, on('2024-03-04')], [2, on('2024-03-05')], [3, on('2024-03-06')]);
  expect(await waiting()).toBe('2');
  await program.credit('2024-03-05');
  expect(await waiting()).toBe('0');
  await program.orders([1, { ...on('2024-03-04'), volume_lots: '2' }]);
  expect(await waiting()).toBe('1');
});
