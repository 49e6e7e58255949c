import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Decimal } from '../../kernel/index.ts';
import { reportEndpoints } from '../reports/index.ts';
import { put, type FactRow } from '../testing/facts.ts';
import { order, putTerms, rate, tariff } from '../testing/program.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { credit } from './index.ts';
import { checkBooks } from './testing/books.ts';

type Office = Awaited<ReturnType<typeof openOffice>>;

const THROUGH = '2024-03-31';
const open = () => openOffice((facts) => reportEndpoints(facts, 0));
const run = (office: Office) => credit(office.as(SYSTEM), { through: THROUGH });
const on = (day: string): FactRow => ({ opened_at: `${day}T00:00:00Z`, closed_at: `${day}T12:00:00Z` });

/** Account 9001 of P1, whose account is in EUR, shared with P2, whose account is in USD. */
const share = (further: FactRow = {}): FactRow => ({
  client_account: '9001',
  agent_uid: 'P2',
  percent: '25',
  shared_from: '2024-03-04',
  shared_to: null,
  ...further,
});

const commissions = ({ facts }: Office) =>
  facts.database.query(`
    select reward_order, level, partner_uid, partner_account, agent_uid, orders_count, volume_lots::varchar as lots,
      reward::varchar as reward, reward_usd::varchar as usd
    from credited_rewards where agent_uid is not null order by reward_order, partner_uid`);

const ledger = ({ database }: Office) =>
  database.sql`
    select account_id, kind, amount, reference from wallet_entry order by reference, account_id`;

test('an agent is credited the commission that the report shows, and the sharing partner pays it, once', async () => {
  const office = await open();
  await putTerms(office.bringing);
  await put(office.bringing, 'shares', share());
  await put(office.bringing, 'orders', order(1), order(2, { volume_lots: '0.5' }));
  await run(office);
  expect(await run(office)).toEqual([]);

  const same = { reward_order: 1, level: 1, agent_uid: 'P2' };
  const sharer = { ...same, partner_uid: 'P1', partner_account: '700001', orders_count: 0, lots: '0.0000' };
  const agent = { ...same, partner_uid: 'P2', partner_account: '700002', orders_count: 2, lots: '1.5000' };
  expect(await commissions(office)).toEqual([
    { ...sharer, reward: '-3.37500000', usd: '-3.75000000' },
    { ...agent, reward: '3.75000000', usd: '3.75000000' },
  ]);
  // P1 earns 15 USD, 13.50 EUR, and its parent P0 a tenth of that whatever is shared: 225 JPY.
  expect(await ledger(office)).toEqual([
    { account_id: '700001', kind: 'reward', amount: '13.50000000', reference: 'payout:1' },
    { account_id: '700001', kind: 'commission', amount: '-3.37500000', reference: 'payout:1:commission' },
    { account_id: '700002', kind: 'commission', amount: '3.75000000', reference: 'payout:1:commission' },
    {
      account_id: '700000',
      kind: 'second_level_reward',
      amount: '225.00000000',
      reference: 'payout:1:second-level',
    },
  ]);
  await checkBooks(office.database.sql, office.facts, THROUGH);

  const { text } = await office.send('P2', 'GET', '/api/v3/reports/clients/shared/');
  expect(JSON.parse(text)).toMatchObject({ data: [{ client_account: '9001', agent_commission_usd: 3.75 }] });
  const rewards = await office.send('P2', 'GET', '/api/reports/rewards/');
  expect(JSON.parse(rewards.text)).toMatchObject({
    data: [{ client_account: '9001', partner_account: '700002', reward: 3.75, orders_count: 2 }],
  });
});

test('rows say what they are, and an order from which a partner earns twice counts once', async () => {
  const office = await open();
  await putTerms(office.bringing);
  // P0 is the parent of P1, whose client it also serves as an agent.
  await put(office.bringing, 'shares', share({ agent_uid: 'P0' }));
  await put(office.bringing, 'orders', order(1), order(2, { volume_lots: '0.5' }));
  await run(office);
  const report = async (partner: string, filters = '') =>
    JSON.parse(
      (await office.send(partner, 'GET', `/api/reports/rewards/?ordering=-reward${filters}`)).text,
    ) as {
      data: { kind: string; orders_count: number }[];
      totals: { count: number; orders_count: number };
    };
  const kinds = async (partner: string) => (await report(partner)).data.map(({ kind }) => kind);
  expect(await kinds('P1')).toEqual(['reward', 'commission_paid']);
  expect(await report('P0')).toMatchObject({
    data: [
      { kind: 'commission', orders_count: 2 },
      { kind: 'second_level_reward', orders_count: 2 },
    ],
    totals: { count: 2, orders_count: 2 },
  });
  await put(office.bringing, 'orders', order(3));
  await run(office);
  const adjusted = await report('P0', '&kind=adjustment');
  expect(adjusted.data.map(({ kind }) => kind)).toEqual(['adjustment', 'adjustment']);
  expect(adjusted.totals).toMatchObject({ count: 2, orders_count: 1 });
  expect((await report('P0')).totals).toMatchObject({ count: 4, orders_count: 3 });
  expect((await report('P0', '&kind=commission,adjustment')).totals).toMatchObject({ count: 3 });
  const refused = await office.send('P0', 'GET', '/api/reports/rewards/?kind=gift');
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { 'kind.0': [expect.stringContaining('second_level_reward')] },
  ]);
});

test('a commission changes with what it depends on, as an adjustment', async () => {
  const office = await open();
  const { bringing } = office;
  await putTerms(bringing);
  await put(bringing, 'shares', share());
  await put(bringing, 'orders', order(1), order(2, on('2024-03-07')));
  await run(office);

  const account = { partner_uid: 'P2', account_name: 'Main' };
  const steps: [string, string, FactRow, string, string][] = [
    ['the percentage', 'shares', share({ percent: '10' }), 'P2', '2.00000000'],
    ['the first day', 'shares', share({ shared_from: '2024-03-05' }), 'P2', '2.50000000'],
    [
      'the last day',
      'shares',
      share({ shared_from: '2024-03-05', shared_to: '2024-03-06' }),
      'P2',
      '0.00000000',
    ],
    ['the end of the sharing', 'shares', share(), 'P2', '5.00000000'],
    ['the order', 'orders', order(1, { volume_lots: '0' }), 'P2', '2.50000000'],
    [
      "the agent's first account",
      'partner-accounts',
      { ...account, partner_account: '90', currency: 'JPY', opened_on: '2023-01-01' },
      'P2',
      '2.50000000',
    ],
    ['the rate of its currency', 'rates', rate('JPY', '2024-03-05', '100'), 'P2', '2.50000000'],
    ['another agent', 'shares', share({ agent_uid: 'P0', percent: '50' }), 'P0', '5.00000000'],
  ];
  for (const [what, kind, row, agent, usd] of steps) {
    await put(bringing, kind, row);
    const kinds = (await run(office)).map((payout) => payout.kind);
    expect([what, new Set(kinds)]).toEqual([what, new Set(['adjustments'])]);
    await checkBooks(office.database.sql, office.facts, THROUGH);
    const [sum] = await office.facts.database.query(
      'select sum(reward_usd)::varchar as usd from credited_rewards where partner_uid = $1 and agent_uid = $1',
      [agent],
    );
    expect([what, sum]).toEqual([what, { usd }]);
  }
});

test('a commission waits until the agent has an account whose currency has a rate', async () => {
  const office = await open();
  const { bringing } = office;
  await putTerms(bringing);
  await put(bringing, 'partners', { partner_uid: 'P3' });
  await put(bringing, 'shares', share({ agent_uid: 'P3' }));
  await put(bringing, 'orders', order(1));
  await run(office);
  expect(await commissions(office)).toEqual([]);
  await put(bringing, 'partner-accounts', {
    partner_account: '700003',
    partner_uid: 'P3',
    currency: 'CHF',
    account_name: 'Main',
    opened_on: '2024-03-20',
  });
  expect(await run(office)).toEqual([]);
  await put(bringing, 'rates', rate('CHF', '2024-03-01', '0.8'));
  expect(await run(office)).toMatchObject([{ kind: 'adjustments', rowCount: 2 }]);
  expect(await commissions(office)).toMatchObject([{ reward: '-2.25000000' }, { reward: '2.00000000' }]);
  await checkBooks(office.database.sql, office.facts, THROUGH);
});

let office: Office;
beforeAll(async () => {
  office = await open();
  const { bringing } = office;
  await putTerms(bringing);
  await put(bringing, 'tariffs', tariff('P2', { formula_code: 'formula_ecn', rate_per_million: '7.77' }));
});

const shares = fc.uniqueArray(
  fc.record({
    client_account: fc.constantFrom('9001', '9002', '9009'),
    agent_uid: fc.constantFrom('P0', 'P1', 'P2'),
    percent: fc.integer({ min: 0, max: 3333 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    shared_from: fc.constantFrom('2024-03-04', '2024-03-05'),
    shared_to: fc.constantFrom('2024-03-05', '2024-03-06', null),
  }),
  { minLength: 1, selector: ({ client_account, agent_uid }) => `${client_account} ${agent_uid}` },
);
const orders = fc.uniqueArray(
  fc.record({
    ticket: fc.integer({ min: 1, max: 9 }),
    client_account: fc.constantFrom('9001', '9002', '9009'),
    volume_lots: fc.integer({ min: 0, max: 999_999 }).map((lots) => (lots / 10_000).toFixed(4)),
    volume_mln_usd: fc.integer({ min: 0, max: 999_999_999 }).map((mln) => (mln / 1000).toFixed(3)),
    day: fc.constantFrom('2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07'),
  }),
  { minLength: 1, selector: ({ ticket }) => ticket },
);

interface Shared {
  readonly client_account: string;
  readonly agent_commission_usd: number;
}

test('whatever is shared and corrected, agents are credited what their report shows', async () => {
  const { bringing, facts, database } = office;
  const owners: Record<string, string> = { '9001': 'P1', '9009': 'P1', '9002': 'P2' };
  for (const [given, traded] of fc.sample(fc.tuple(shares, orders), { numRuns: 6, seed: 11 })) {
    const toOthers = given.filter(({ client_account, agent_uid }) => owners[client_account] !== agent_uid);
    if (toOthers.length > 0) await put(bringing, 'shares', ...toOthers);
    await put(
      bringing,
      'orders',
      ...traded.map(({ ticket, day, ...further }) => order(ticket, { ...further, ...on(day) })),
    );
    await run(office);
    await checkBooks(database.sql, facts, THROUGH);
    for (const agent of ['P0', 'P1', 'P2']) {
      const { text } = await office.send(agent, 'GET', '/api/v3/reports/clients/shared/');
      const { data } = JSON.parse(text) as { data: Shared[] };
      const credited = await facts.database.query<{ client_account: string; usd: Decimal }>(
        `select client_account, sum(reward_usd) as usd from credited_rewards
        where partner_uid = $1 and agent_uid = $1 group by client_account`,
        [agent],
      );
      const sums = new Map(
        credited.map(({ client_account, usd }) => [client_account, Number(usd.toString())]),
      );
      for (const { client_account, agent_commission_usd } of data)
        expect([agent, client_account, sums.get(client_account) ?? 0]).toEqual([
          agent,
          client_account,
          agent_commission_usd,
        ]);
    }
  }
});
