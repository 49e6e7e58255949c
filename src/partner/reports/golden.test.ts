import { expect, test } from 'vitest';
import type { FactRow } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import { readPage, readPartnerState } from './reading/index.ts';
import { readAsk } from './query/index.ts';
import { contextFor, NOW, openWorld } from './testing/world.ts';

/*
 * A program that can be reckoned by hand. P1 works under P0 and shares account 9001 with P2, a quarter of it from
 * 2 March on. All orders earn 10 USD a lot; P0 gets 12.5 % of that, in yen at 150.
 */

const account = (partner_account: string, partner_uid: string, currency: string): FactRow => ({
  partner_account,
  partner_uid,
  currency,
  account_name: 'Main',
  opened_on: '2024-01-01',
});

const client = (client_uid: string, further: FactRow): FactRow => ({
  client_uid,
  link_code: 'L1',
  click_id: null,
  country: 'PT',
  platform: 'web',
  media_source: 'google',
  ...further,
});

const order = (ticket: number, client_account: string, closed: string, volume_lots: string): FactRow => ({
  server: 'real-1',
  ticket,
  client_account,
  symbol: 'EURUSD',
  opened_at: '2024-03-01T08:00:00Z',
  closed_at: closed,
  volume_lots,
  volume_mln_usd: '0.1',
  open_spread: '1.2',
  close_spread: '1.5',
});

const clientAccount = (
  client_account: string,
  client_uid: string,
  trial: boolean,
  comment: string | null = null,
): FactRow => ({
  client_account,
  client_uid,
  account_type: 'standard',
  platform: 'mt5',
  trial,
  opened_at: '2024-03-01T09:00:00Z',
  comment,
});

const deposit = (
  deposit_id: string,
  client_account: string,
  deposited_at: string,
  amount_usd: string,
): FactRow => ({
  deposit_id,
  client_account,
  deposited_at,
  amount_usd,
});

/** One row for a client account, a day and a payout, of P1 by default. */
const credited = (id: number, reward_order: number, further: FactRow): FactRow => ({
  id,
  reward_order,
  kind: 'reward',
  level: 1,
  partner_uid: 'P1',
  partner_account: '700001',
  currency: 'EUR',
  subpartner_account: null,
  client_uid: 'u1',
  client_account: '9001',
  client_account_type: 'standard',
  country: 'PT',
  platform: 'mt5',
  link_code: 'L1',
  reward_date: '',
  reward_datetime: '2024-03-03 00:30:00',
  orders_count: 1,
  volume_lots: '0',
  volume_mln_usd: '0.1',
  reward: '0',
  reward_usd: '0',
  ...further,
});

const toppedUp = (order_id: number, reward_date: string, amount: string, initial: string): FactRow => ({
  id: order_id,
  reward_order: 4,
  compensation_id: 7,
  partner_uid: 'P1',
  client_account: '9001',
  account_type: 'standard',
  reward_date,
  server: 'real-1',
  order_id,
  progress_reward_amount_usd: amount,
  initial_reward_usd: initial,
  initial_reward_size: '10',
  old_reward_size: '10',
  new_reward_size: '12',
});

const click = (click_id: string, clicked_at: string): FactRow => ({
  click_id,
  link_code: 'L1',
  clicked_at,
  country: 'PT',
  utm_source: 'newsletter',
});

/** The last moment before March, its first and its last one, and the first one after it. */
const EDGES = [
  '2024-02-29T23:59:59.999999Z',
  '2024-03-01T00:00:00Z',
  '2024-03-31T23:59:59.999999Z',
  '2024-04-01T00:00:00Z',
];

const facts = await openWorld({
  partners: [
    { partner_uid: 'P0' },
    { partner_uid: 'P1', parent_uid: 'P0', ab_test: true },
    { partner_uid: 'P2' },
    { partner_uid: 'P4' },
    { partner_uid: 'P3', parent_uid: 'P4' },
  ],
  'partner-accounts': [
    account('700000', 'P0', 'JPY'),
    account('700001', 'P1', 'EUR'),
    account('700002', 'P2', 'USD'),
    account('700003', 'P3', 'USD'),
  ],
  campaigns: [
    { campaign_code: 'spring', title: 'Spring', qualifying_deposit_usd: '100', eligible_countries: 'PT,ES' },
  ],
  links: [
    { link_code: 'L1', partner_account: '700001', campaign_code: 'spring' },
    { link_code: 'L3', partner_account: '700003' },
  ],
  rates: [
    { currency: 'EUR', rate_date: '2024-01-01', per_usd: '0.9' },
    { currency: 'JPY', rate_date: '2024-01-01', per_usd: '150' },
  ],
  tariffs: ['P0', 'P1'].map((partner_uid) => ({
    partner_uid,
    account_type: '*',
    symbol: '*',
    valid_from: '2024-01-01',
    formula_code: 'formula_forex',
    reward_size: '10',
    reward_size_currency: 'USD',
    level: 1,
    second_level_percent: '12.5',
  })),
  impressions: [{ impression_id: 'i1', link_code: 'L1', shown_on: '2024-03-01', impression_count: 700 }],
  clicks: [
    click('k1', '2024-03-01T08:00:00Z'),
    click('k2', '2024-03-01T08:01:00Z'),
    click('k3', '2024-03-02T08:00:00Z'),
  ],
  spend: [
    {
      spend_id: 's1',
      link_code: 'L1',
      spent_on: '2024-03-01',
      channel: 'web',
      amount_usd: '10',
      country: 'PT',
      platform: 'web',
      media_source: 'google',
    },
    {
      spend_id: 's2',
      link_code: 'L1',
      spent_on: '2024-03-01',
      channel: 'app',
      amount_usd: '6',
      country: 'PT',
      platform: 'web',
      media_source: 'google',
    },
  ],
  installs: [
    {
      install_id: 'n1',
      link_code: 'L1',
      installed_at: '2024-03-01T08:30:00Z',
      country: 'PT',
      platform: 'web',
      media_source: 'google',
    },
  ],
  clients: [
    client('u1', { click_id: 'k1', registered_at: '2024-03-01T09:00:00Z' }),
    client('u2', { registered_at: '2024-03-01T10:00:00Z' }),
    client('u3', { registered_at: '2024-03-01T10:00:00Z', country: 'DE' }),
    ...EDGES.map((registered_at, index) => client(`e${index}`, { link_code: 'L3', registered_at })),
  ],
  'client-accounts': [
    clientAccount('9001', 'u1', false),
    clientAccount('9002', 'u2', false, 'İZMİR ΟΔΟΣ'),
    clientAccount('9009', 'u2', true),
    clientAccount('9030', 'e0', false),
  ],
  kyc: [
    { client_uid: 'u1', checked_at: '2024-03-01T11:00:00Z', result: 'rejected' },
    { client_uid: 'u1', checked_at: '2024-03-02T11:00:00Z', result: 'passed' },
    { client_uid: 'u1', checked_at: '2024-03-03T11:00:00Z', result: 'passed' },
  ],
  deposits: [
    // 60 and 40 a day later to the second make a first deposit of 100, which qualifies; one second more would not count.
    deposit('d1', '9001', '2024-03-01T12:00:00Z', '60.25'),
    deposit('d2', '9001', '2024-03-02T12:00:00Z', '39.75'),
    deposit('d3', '9002', '2024-03-01T12:00:00Z', '60.25'),
    deposit('d4', '9002', '2024-03-02T12:00:01Z', '39.75'),
  ],
  shares: [
    { client_account: '9001', agent_uid: 'P2', percent: '25', shared_from: '2024-03-02', shared_to: null },
    {
      client_account: '9030',
      agent_uid: 'P4',
      percent: '1',
      shared_from: '2024-03-01',
      shared_to: '2024-03-31',
    },
  ],
  'tier-changes': [
    {
      compensation_id: 7,
      partner_uid: 'P1',
      old_tier_group_id: 1,
      new_tier_group_id: 2,
      commission_percentage: '37.50',
      compensation_period_start: '2024-03-01T00:00:00Z',
      compensation_period_end: '2024-03-31T23:59:59.999Z',
      payment_date: '2024-04-05T00:00:00Z',
    },
  ],
  credited_rewards: [
    credited(1, 1, { reward_date: '2024-03-01', volume_lots: '1.5', reward: '13.5', reward_usd: '15' }),
    credited(2, 2, {
      reward_date: '2024-03-02',
      volume_lots: '0.3333',
      reward: '2.9997',
      reward_usd: '3.333',
    }),
    // A correction takes a third of a lot back.
    credited(3, 3, {
      kind: 'adjustment',
      reward_date: '2024-03-01',
      orders_count: 0,
      volume_lots: '-0.3333',
      volume_mln_usd: '0',
      reward: '-2.9997',
      reward_usd: '-3.333',
    }),
    credited(4, 1, {
      kind: 'second_level_reward',
      level: 2,
      partner_uid: 'P0',
      partner_account: '700000',
      currency: 'JPY',
      subpartner_account: '700001',
      reward_date: '2024-03-01',
      volume_lots: '1.5',
      reward: '281.25',
      reward_usd: '1.875',
    }),
  ],
  renamed_accounts: [{ partner_account: '700001', account_name: 'Europe' }],
  progress_rewards: [
    {
      compensation_id: 7,
      reward_order: 4,
      partner_uid: 'P1',
      partner_account: '700001',
      currency: 'EUR',
      old_tier_group_id: 1,
      new_tier_group_id: 2,
      payment_date: '2024-04-05',
      compensation_period_start: '2024-03-01',
      compensation_period_end: '2024-03-31 23:59:59.999',
      commission_percentage: '37.50',
      compensation_amount: '3.6666',
      reward: '3.29994',
    },
  ],
  progress_reward_details: [
    // 15 × (12 − 10) ÷ 10, and 3.333 × 2 ÷ 10.
    toppedUp(1, '2024-03-01 15:00:00', '3', '15'),
    toppedUp(2, '2024-03-02 15:00:00', '0.6666', '3.333'),
  ],
  'fraud-labels': ['u2', 'e1'].map((subject_id) => ({ subject: 'registration', subject_id, label: 'fake' })),
  orders: [
    order(1, '9001', '2024-03-01T15:00:00Z', '1.5'),
    order(2, '9001', '2024-03-02T15:00:00Z', '0.3333'),
    order(3, '9009', '2024-03-02T16:00:00Z', '5'),
    ...EDGES.map((closed, index) => ({
      ...order(10 + index, '9030', closed, '1'),
      opened_at: EDGES[0] ?? '',
    })),
  ],
});

async function ask(
  partner: string,
  name: string,
  query: object = {},
  subject?: string | number,
): Promise<unknown> {
  const report = REPORTS.find((candidate) => candidate.name === name);
  if (!report) throw new Error(`There is no report ${name}.`);
  const context = contextFor(facts, partner);
  const { owner, view } = await readPartnerState(context);
  const ask = readAsk(report, { ...query }, subject, NOW);
  return JSON.parse(await readPage(context, { report, ask, owner, view })) as unknown;
}

const MARCH = { date_from: '2024-03-01', date_to: '2024-03-31' };

test('performance: every count on its day, first deposits and first trades once, ratios from sums', async () => {
  expect(await ask('P1', 'performance', MARCH)).toEqual({
    data: [
      {
        group_fields: ['2024-03-01'],
        click_count: 2,
        registration_count: 3,
        deposit_count: 2,
        deposit_usd: 121, // 120.50, half away from zero
        first_deposit_count: 2,
        trade_starting_count: 1,
        volume_mln_usd: 0.1,
        reward_usd: 15,
        volume_lots: 1.5,
        conversion: 1.5,
        impression_count: 700,
        spend: 16,
        spend_web: 10,
        spend_app: 6,
        ctr: 0.002857, // 2 ÷ 700 = 0.00285714…
        roi: -0.0625, // (15 − 16) ÷ 16
        cpc: 8,
        cpr: 5.333333,
        epc: 7.5,
        cftd: 8,
      },
      {
        group_fields: ['2024-03-02'],
        click_count: 1,
        registration_count: 0,
        deposit_count: 2,
        deposit_usd: 80, // 79.50
        first_deposit_count: 0,
        trade_starting_count: 0,
        volume_mln_usd: 0.1,
        reward_usd: 3.333,
        volume_lots: 0.3333,
        conversion: 0,
        impression_count: 0,
        spend: 0,
        spend_web: 0,
        spend_app: 0,
        ctr: null,
        roi: null,
        cpc: 0,
        cpr: null,
        epc: 3.333,
        cftd: null,
      },
    ],
    totals: {
      count: 2,
      click_count: 3,
      registration_count: 3,
      deposit_count: 4,
      deposit_usd: 200,
      first_deposit_count: 2,
      trade_starting_count: 1,
      volume_mln_usd: 0.2,
      reward_usd: 18.333,
      volume_lots: 1.8333,
      conversion: 1,
      impression_count: 700,
      spend: 16,
      spend_web: 10,
      spend_app: 6,
      ctr: 0.004286, // 3 ÷ 700
      roi: 0.145813, // 2.333 ÷ 16 = 0.1458125
      cpc: 5.333333,
      cpr: 5.333333,
      epc: 6.111,
      cftd: 8,
    },
  });
});

test('symbols: the orders of the period on real accounts, with the rewards of the first level', async () => {
  const euro = { orders_count: 2, volume_lots: 1.8333, volume_mln_usd: 0.2, reward_usd: 18.333 };
  expect(await ask('P1', 'symbols', MARCH)).toEqual({
    data: [{ symbol: 'EURUSD', ...euro }],
    totals: { count: 1, ...euro },
  });
  const none = { count: 0, orders_count: 0, volume_lots: 0, volume_mln_usd: 0, reward_usd: 0 };
  // P0 earns on the second level only, and there are no orders of the current month.
  for (const [partner, query] of [
    ['P0', MARCH],
    ['P1', {}],
    ['P1', { ...MARCH, symbol: ['XAUUSD'] }],
  ] as const)
    expect(await ask(partner, 'symbols', query)).toEqual({ data: [], totals: none });
});

test('days, months and periods begin and end at midnight in UTC, to the microsecond', async () => {
  type Counted = { data: Record<string, unknown>[] };
  const { data } = (await ask('P3', 'performance', MARCH)) as Counted;
  expect(data.map((row) => [row['group_fields'], row['registration_count'], row['volume_lots']])).toEqual([
    [['2024-03-01'], 1, 1],
    [['2024-03-31'], 1, 1],
  ]);
  const { data: orders } = (await ask('P3', 'orders', MARCH)) as Counted;
  expect(orders.map(({ order_id, date }) => [order_id, date])).toEqual([
    ['real-1:12', '2024-03-31'],
    ['real-1:11', '2024-03-01'],
  ]);
  expect(await ask('P3', 'symbols', MARCH)).toMatchObject({ totals: { orders_count: 2 } });
  expect(await ask('P4', 'shared_accounts')).toMatchObject({ totals: { volume_lots: 2 } });
  // One of the two who registered in March.
  expect(await ask('P3', 'advanced_tqi', {}, '2024-03')).toMatchObject({
    data: [{ fraud_rate_reg: '50.00' }],
  });
});

test('what clients did counts by the marks of the click that led to them', async () => {
  const { data } = (await ask('P1', 'performance', { ...MARCH, group_by: ['utm_source', 'week'] })) as {
    data: { group_fields: string[]; click_count: number; registration_count: number; reward_usd: number }[];
  };
  expect(
    data.map(({ group_fields, click_count, registration_count, reward_usd }) => [
      ...group_fields,
      click_count,
      registration_count,
      reward_usd,
    ]),
  ).toEqual([
    ['', '2024-W09', 0, 2, 0],
    ['newsletter', '2024-W09', 3, 1, 18.333],
  ]);
});

test('IB performance: a client has passed from the first check that was passed; trial starts are separate', async () => {
  expect(await ask('P1', 'ib_performance', { ...MARCH, group_by: ['month'] })).toEqual({
    data: [
      {
        group_fields: ['2024-03'],
        click_count: 3,
        registration_count: 3,
        kyc_passed: 1,
        first_deposit_count: 2,
        trade_starting_trial_count: 1,
        trade_starting_real_count: 1,
        volume_mln_usd: 0.2,
        volume_lots: 1.8333,
        reward_usd: 18.333,
      },
    ],
    totals: {
      count: 1,
      click_count: 3,
      registration_count: 3,
      kyc_passed: 1,
      first_deposit_count: 2,
      deposit_usd: 200,
      trade_starting_real_count: 1,
      trade_starting_trial_count: 1,
      volume_mln_usd: 0.2,
      volume_lots: 1.8333,
      reward_usd: 18.333,
    },
  });
});

test('traffic quality: rates in percent, qualification within a day, eligible countries, notifications', async () => {
  expect(await ask('P1', 'advanced_tqi', { group_by: ['country'] }, '2024-03')).toEqual({
    data: [
      {
        country: 'DE',
        media_source: '',
        platform: '',
        roi: null,
        country_count: 1,
        platform_count: 1,
        media_source_count: 1,
        fraud_rate_reg: '0.00',
        installs_fraud_rate: null,
        fraud_rate: '0.00',
        FTD_conversion_rate: '0.00',
        FTQ_conversion_rate: '0.00',
        quals_share: '0.00',
        is_eligible_country: 'false',
        fraud_details: {
          fake_fraud_rate_reg: '0.00',
          hijacked_fraud_rate_reg: '0.00',
          invalid_fraud_rate_reg: '0.00',
          other_fraud_rate_reg: '0.00',
        },
        notifications: [],
      },
      {
        country: 'PT',
        media_source: '',
        platform: '',
        roi: 15, // 14.58 %
        country_count: 1,
        platform_count: 1,
        media_source_count: 1,
        fraud_rate_reg: '50.00',
        installs_fraud_rate: '0.00',
        fraud_rate: '33.33',
        FTD_conversion_rate: '100.00',
        FTQ_conversion_rate: '50.00',
        quals_share: '100.00',
        is_eligible_country: 'true',
        fraud_details: {
          fake_fraud_rate_reg: '50.00',
          hijacked_fraud_rate_reg: '0.00',
          invalid_fraud_rate_reg: '0.00',
          other_fraud_rate_reg: '0.00',
        },
        notifications: [
          {
            type: 'risk',
            name: 'high_fraud',
            title: 'Much fraud',
            description: 'Look at where the registrations and installations come from.',
            severity: 'critical',
            priority: 1,
          },
        ],
      },
    ],
    meta: { count: 2 },
  });
});

test('client transactions: ids with the server, rewards in the currency of the account, no trial orders', async () => {
  expect(await ask('P1', 'orders', { ...MARCH, limit: 1 })).toEqual({
    data: [
      {
        order_id: 'real-1:2',
        symbol: 'EURUSD',
        formula_code: 'formula_forex',
        currency: 'EUR',
        client_account_type: 'standard',
        partner_account: '700001',
        client_account: '9001',
        volume_lots: 0.3333,
        volume_mln_usd: 0.1,
        reward_usd: 3.333,
        reward: 2.9997,
        open_spread: 1.2,
        close_spread: 1.5,
        avg_spread: 1.35,
        open_date: '2024-03-01T08:00:00.000Z',
        close_date: '2024-03-02T15:00:00.000Z',
        date: '2024-03-02',
      },
    ],
    totals: {
      client_account_type: 'standard',
      count: 2,
      reward_usd: 18.333,
      volume_lots: 1.8333,
      volume_mln_usd: 0.2,
      currency: ['EUR'],
    },
  });
});

test('second-level accounts: the accounts of the partners below, and what they earned the parent', async () => {
  const quiet = {
    volume_lots: 0,
    volume_mln_usd: 0,
    reward: 0,
    reward_usd: 0,
    client_account_last_trade: null,
  };
  const common = {
    id: expect.any(Number) as unknown,
    partner_account: '700000',
    partner_account_name: 'Main',
    partner_account_currency: 'JPY',
    subpartner_uid: 'P1',
    subpartner_account: '700001',
    client_country: 'PT',
    platform: 'mt5',
    client_account_created: '2024-03-01',
    comment: '',
  };
  // 12.5 % of 15 is 1.875; of 3.333 it is 0.416625.
  const sums = { volume_lots: 1.8333, volume_mln_usd: 0.2, reward: 343.74375, reward_usd: 2.291625 };
  expect(await ask('P0', 'second_level_accounts')).toEqual({
    data: [
      {
        ...common,
        client_uid: 'u1',
        client_account: '9001',
        client_account_last_trade: '2024-03-02',
        ...sums,
      },
      { ...common, client_uid: 'u2', client_account: '9002', comment: 'İZMİR ΟΔΟΣ', ...quiet },
    ],
    meta: { count: 2, clients_count: 2, ...sums, partner_account_currency: ['JPY'] },
  });
});

test('second-level accounts of a parent without an account: no currency, and nothing earned', async () => {
  const sums = { volume_lots: 4, reward: 0, reward_usd: 0 };
  expect(await ask('P4', 'second_level_accounts')).toMatchObject({
    data: [{ partner_account: '', partner_account_currency: '', client_account: '9030', ...sums }],
    meta: { count: 1, ...sums, partner_account_currency: [] },
  });
});

test.each(['izmir', 'İzmir', 'οδοσ', 'ΟΔΟΣ'])(
  'a comment is found by %s, also where not every engine agrees what its small letters are',
  async (comment) => {
    expect(await ask('P1', 'client_accounts', { comment })).toMatchObject({
      data: [{ client_account: '9002', comment: 'İZMİR ΟΔΟΣ' }],
    });
  },
);

test('shared accounts: what was traded while shared, and the percentage of its rewards', async () => {
  const sums = { volume_lots: 0.3333, volume_mln_usd: 0.1, agent_commission_usd: 0.83325 };
  expect(await ask('P2', 'shared_accounts')).toEqual({
    data: [
      {
        link_code: 'L1',
        country: 'PT',
        client_account: '9001',
        client_uid: 'u1',
        client_account_type: 'standard',
        partner_account: '700001',
        reg_date: '2024-03-01',
        trade_fn: '2024-03-01',
        ...sums,
      },
    ],
    totals: { count: 1, client_uid_count: 1, ...sums },
  });
});

const CREDITED = {
  client_account: '9001',
  client_account_type: 'standard',
  client_uid: 'u1',
  country: 'PT',
  platform: 'mt5',
  link_code: 'L1',
};

test('credited rewards: payouts and corrections, latest day first, under the present name of the account', async () => {
  const common = {
    ...CREDITED,
    reward_datetime: '2024-03-03T00:30:00.000Z',
    partner_account: '700001',
    partner_account_name: 'Europe',
    currency: 'EUR',
  };
  const first = {
    volume_lots: 1.5,
    volume_mln_usd: 0.1,
    reward: 13.5,
    reward_usd: 15,
    orders_count: 1,
    kind: 'reward',
  };
  const second = {
    volume_lots: 0.3333,
    volume_mln_usd: 0.1,
    reward: 2.9997,
    reward_usd: 3.333,
    orders_count: 1,
    kind: 'reward',
  };
  const taken = {
    volume_lots: -0.3333,
    volume_mln_usd: 0,
    reward: -2.9997,
    reward_usd: -3.333,
    orders_count: 0,
    kind: 'adjustment',
  };
  expect(await ask('P1', 'rewards')).toEqual({
    data: [
      { ...common, id: 2, reward_date: '2024-03-02', reward_order: '2', ...second },
      { ...common, id: 1, reward_date: '2024-03-01', reward_order: '1', ...first },
      { ...common, id: 3, reward_date: '2024-03-01', reward_order: '3', ...taken },
    ],
    totals: {
      count: 3,
      orders_count: 2,
      volume_mln_usd: 0.2,
      volume_lots: 1.5,
      reward: 13.5,
      reward_usd: 15,
      currency: ['EUR'],
    },
  });
  const named = {
    partner_account_name: ['Europe'],
    ordering: ['-partner_account_name', 'reward_usd'],
    limit: 1,
  };
  expect(await ask('P1', 'rewards', named)).toMatchObject({
    data: [{ id: 3, partner_account_name: 'Europe' }],
    totals: { count: 3 },
  });
});

test('second-level rewards: what the parent was credited for the client accounts of the partner below', async () => {
  const sums = {
    orders_count: 1,
    reward: 281.25, // 12.5 % of 15 USD, at 150 yen
    reward_usd: 1.875,
    volume_lots: 1.5,
    volume_mln_usd: 0.1,
  };
  expect(await ask('P0', 'second_level_rewards')).toEqual({
    data: [
      {
        ...CREDITED,
        currency: 'JPY',
        partner_account: '700000',
        partner_account_name: 'Main',
        subpartner_account: '700001',
        ...sums,
        reward_date: '2024-03-01T00:00:00.000Z',
        kind: 'second_level_reward',
      },
    ],
    totals: { count: 1, ...sums, currency: ['JPY'] },
  });
});

test('progress rewards: what was paid for a better tier, with the percentage as text', async () => {
  expect(await ask('P1', 'progress_reward')).toEqual({
    data: [
      {
        compensation_id: 7,
        old_tier_group_id: 1,
        new_tier_group_id: 2,
        payment_date: '2024-04-05T00:00:00.000Z',
        compensation_period_start: '2024-03-01T00:00:00.000Z',
        compensation_period_end: '2024-03-31T23:59:59.999Z',
        compensation_amount: 3.6666,
        commission_percentage: '37.5',
      },
    ],
    totals: { count: 1, ab_test_enabled: true },
  });
});

test('progress reward detail: each order by its ticket, and the period of the compensation', async () => {
  const common = {
    client_account: '9001',
    account_type: 'standard',
    initial_reward_size: 10,
    old_reward_size: 10,
    new_reward_size: 12,
  };
  const first = { progress_reward_amount_usd: 3, initial_reward_usd: 15 };
  const second = { progress_reward_amount_usd: 0.6666, initial_reward_usd: 3.333 };
  expect(await ask('P1', 'progress_reward_detail', {}, 7)).toEqual({
    data: [
      { ...common, id: 1, reward_date: '2024-03-01T15:00:00.000Z', order_id: 1, ...first },
      { ...common, id: 2, reward_date: '2024-03-02T15:00:00.000Z', order_id: 2, ...second },
    ],
    totals: {
      count: 2,
      progress_reward_amount_usd: 3.6666,
      progress_reward_period_start: '2024-03-01T00:00:00.000Z',
      progress_reward_period_end: '2024-03-31T23:59:59.999Z',
    },
  });
});

test.each(REPORTS.filter(({ subject }) => !subject))(
  '$name of a partner without any facts is empty',
  async ({ name, totals }) => {
    const answer = (await ask('stranger', name)) as Record<string, { count: number }>;
    expect(answer).toMatchObject({ data: [], [totals.name]: { count: 0 } });
  },
);
