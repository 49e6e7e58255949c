import { beforeAll, expect, test } from 'vitest';
import { closeDays, credit } from '../crediting/index.ts';
import { voidFacts } from '../facts/intake/index.ts';
import { rebateEndpoints } from '../rebates/index.ts';
import { reportEndpoints } from '../reports/index.ts';
import { put } from '../testing/facts.ts';
import { order, putTerms, rate, rise, tariff } from '../testing/program.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { explanationEndpoints } from './index.ts';

interface Calculation {
  readonly amount: number | null;
  readonly factors: { name: string; value: number | null; unit: string; source: object }[];
  readonly reason: { code: string; message: string } | null;
}

interface Order {
  readonly formula_code: string | null;
  readonly awaits_crediting: boolean;
  readonly rewards: {
    kind: string;
    tariff: object | null;
    second_level_tariff: object | null;
    share: object | null;
    reward_usd: Calculation;
    reward: Calculation;
    credited: { id: number; payout: number; payout_kind: string; reward_usd: number }[];
  }[];
}

interface Credited {
  readonly kind: string;
  readonly reward_usd: { amount: number; terms: { name: string; amount: number }[] };
  readonly orders: { order_id: string; reward_usd: number }[];
  readonly credited: { payout_kind: string }[];
}

let office: Awaited<ReturnType<typeof openOffice>>;
let groupId: number;

beforeAll(async () => {
  office = await openOffice((facts) => [
    ...explanationEndpoints(facts),
    ...rebateEndpoints(facts),
    ...reportEndpoints(facts, 2 ** 20),
  ]);
  const { bringing } = office;
  await putTerms(bringing);
  await put(
    bringing,
    'tariffs',
    tariff('*', { symbol: 'US500', formula_code: 'formula_cfd', reward_percentage: '20', reward_k: '1' }),
  );
  await put(bringing, 'shares', {
    client_account: '9001',
    agent_uid: 'P2',
    percent: '25',
    shared_from: '2024-03-04',
  });
  await put(
    bringing,
    'orders',
    order(1, { volume_lots: '1.5' }),
    order(2, { symbol: 'US500' }),
    order(3, { opened_at: '2024-03-01T00:00:00Z', closed_at: '2024-03-03T10:00:00Z' }),
    order(4, { client_account: '9009' }),
  );
  await put(bringing, 'tier-changes', rise(501));
  office.time.now = new Date('2024-03-04T12:00:00Z');
  const { body } = await office.send<{ id: number }>('P1', 'POST', '/api/v2/autorebates/groups/', {
    body: {
      group_title: 'All',
      group_type: 'auto',
      rebate_percent: 10,
      rebate_period: 'daily',
      is_default: true,
    },
  });
  groupId = body.id;
  office.time.now = new Date('2024-06-01T12:00:00Z');
  await closeDays(office.as(SYSTEM_ADMIN), { through: '2024-03-31' });
  // Corrected after it was credited.
  await put(bringing, 'orders', order(1, { volume_lots: '2' }));
  await credit(office.as(SYSTEM_ADMIN), { through: '2024-03-31' });
});

const LISTED = '/api/reports/rewards/explained/';
const SYSTEM_ADMIN = { ...SYSTEM, scopes: new Set(['admin']) };

const explain = <T = Order>(partner: string, path: string) =>
  office.send<T>(partner, 'GET', `/api/reports/${path}/explanation/`);

test('an order shows its tariff, factors, share and payouts to its partner', async () => {
  const { status, body } = await explain('P1', 'orders/real-1:1');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    order_id: 'real-1:1',
    formula_code: 'formula_forex',
    awaits_crediting: false,
  });
  const [reward, commission, progress] = body.rewards;
  expect(reward).toMatchObject({
    kind: 'reward',
    tariff: { partner_uid: '*', symbol: '*', valid_from: '2024-01-01', names: [], others: 0 },
    reward_usd: {
      amount: 20,
      currency: 'USD',
      rounding: { decimals: 8, mode: 'half_away_from_zero' },
      reason: null,
    },
    reward: { amount: 18, currency: 'EUR' },
    credited: [
      { payout_kind: 'rewards', reward_usd: 15 },
      { payout_kind: 'adjustments', reward_usd: 5 },
    ],
  });
  expect(reward?.reward.factors).toEqual([
    {
      name: 'reward_size',
      value: 10,
      numerator: 10,
      denominator: 1,
      unit: 'USD/lot',
      source: from('tariffs', 'reward_size'),
    },
    {
      name: 'volume_lots',
      value: 2,
      numerator: 2,
      denominator: 1,
      unit: 'lots',
      source: from('orders', 'volume_lots'),
    },
    {
      name: 'close_by_coef',
      value: 1,
      numerator: 1,
      denominator: 1,
      unit: 'coefficient',
      source: from('orders', 'open_commission_usd'),
    },
    {
      name: 'bonus_k',
      value: 1,
      numerator: 1,
      denominator: 1,
      unit: 'coefficient',
      source: from('orders', 'equity_usd'),
    },
    {
      name: 'exchange_rate',
      value: 0.9,
      numerator: 0.9,
      denominator: 1,
      unit: 'EUR/USD',
      source: from('rates', 'per_usd', '2024-01-01'),
    },
  ]);
  expect(commission).toMatchObject({
    kind: 'commission_paid',
    share: { agent_uid: 'P2', percent: 25, shared_from: '2024-03-04', shared_to: null },
    reward_usd: { amount: -5 },
    reward: { amount: null, reason: { code: 'converted_together' } },
  });
  expect(progress).toMatchObject({ kind: 'progress_reward', reward_usd: { amount: 4 } });
});

const from = (fact: string, field: string, day: string | null = null) => ({ fact, field, day });

test('the partner above sees the second-level percentage, and an agent only its commission', async () => {
  const above = await explain('P0', 'orders/real-1:1');
  expect(above.body.rewards).toMatchObject([
    {
      kind: 'second_level_reward',
      second_level_tariff: { partner_uid: '*' },
      reward_usd: { amount: 2 },
      reward: { amount: 300 },
    },
  ]);
  const percent = above.body.rewards[0]?.reward_usd.factors.find(
    ({ name }) => name === 'second_level_percent',
  );
  expect(percent).toMatchObject({ value: 0.1, numerator: 10, denominator: 100, unit: 'percent' });
  expect(above.body.rewards[0]?.reward_usd.factors[0]).toMatchObject({
    name: 'first_level_reward_usd',
    value: 20,
    denominator: 1,
  });
  const agent = await explain('P2', 'orders/real-1:1');
  expect(agent.body.rewards).toMatchObject([{ kind: 'commission', tariff: null, reward_usd: { amount: 5 } }]);
});

test('a partner above and an agent learn neither the equity of a client nor the terms of its partner', async () => {
  await put(
    office.bringing,
    'orders',
    order(7, {
      equity_usd: '7300',
      credit_usd: '1234.56',
      close_by: true,
      open_commission_usd: '4.44',
      open_spread_revenue_usd: '5.55',
      opened_at: '2024-05-01T00:00:00Z',
      closed_at: '2024-05-02T10:00:00Z',
    }),
  );
  const own = await explain('P1', 'orders/real-1:7');
  const ownText = JSON.stringify(own.body);
  const secrets = [
    '7300',
    '6065.44',
    '4.44',
    '5.55',
    'bonus_k',
    'close_by_coef',
    'reward_size',
    'formula_forex',
  ];
  for (const secret of secrets) expect(ownText).toContain(secret);
  for (const other of ['P0', 'P2']) {
    const { status, body } = await explain(other, 'orders/real-1:7');
    expect([other, status, body.formula_code, body.rewards[0]?.tariff]).toEqual([other, 200, null, null]);
    const text = JSON.stringify({ ...body, rewards: body.rewards.map(withoutOwnTariff) });
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
  // 12 × 4.44 ÷ 5.55 × 6065.44 ÷ 7300 is 7.9764690410…, and a tenth of it is rounded once, in yen too.
  const [second] = (await explain('P0', 'orders/real-1:7')).body.rewards;
  expect(second?.reward_usd).toMatchObject({ amount: 0.7976469, reason: null });
  expect(second?.reward).toMatchObject({ amount: 119.64703562, reason: { code: 'rounded_before' } });
  expect(second?.reward.factors.map(({ name }) => name)).toEqual([
    'first_level_reward_usd',
    'second_level_percent',
    'exchange_rate',
  ]);
});

/** The second-level tariff is the reader's own. */
const withoutOwnTariff = (earned: Order['rewards'][number]) => ({ ...earned, second_level_tariff: null });

test('an unknown reward names what is missing, and a trial account earns nothing', async () => {
  const unknown = await explain('P1', 'orders/real-1:2');
  expect(unknown.body.rewards[0]).toMatchObject({
    tariff: { symbol: 'US500', names: ['symbol'], others: 1 },
    reward_usd: {
      amount: null,
      reason: {
        code: 'missing_value',
        message: expect.stringContaining('contract_commission_usd') as string,
      },
    },
  });
  const trial = await explain('P1', 'orders/real-1:4');
  expect(trial.body).toMatchObject({ formula_code: null, rewards: [{ reward_usd: { amount: 0 } }] });
});

test.each([
  ['another partner', 'P2', 'orders/real-1:2:x', 400],
  ['an order before the account was shared', 'P2', 'orders/real-1:3', 404],
  ['an order that is not there', 'P1', 'orders/real-1:99', 404],
  ['a row that is not there', 'P1', 'rewards/999', 404],
  ['a compensation of another partner', 'P2', 'progress_reward/501', 404],
  ['a compensation that is not there', 'P1', 'progress_reward/502', 404],
  ['no number', 'P1', 'rewards/x', 400],
])('%s is refused', async (_what, partner, path, status) => {
  expect((await explain(partner, path)).status).toBe(status);
});

test('a credited row leads to its orders, on the second level too, and not to those of others', async () => {
  const rows = await office.facts.database.query<{ id: number; partner_uid: string; level: number }>(
    "select id, partner_uid, level from credited_rewards where reward_date = '2024-03-04' order by id",
  );
  const first = rows.find(({ partner_uid, level }) => partner_uid === 'P1' && level === 1);
  const second = rows.find(({ level }) => level === 2);
  const own = await explain<Credited>('P1', `rewards/${first?.id}`);
  expect(own.body).toMatchObject({
    kind: 'reward',
    reward_usd: {
      amount: 15,
      terms: [
        { name: 'orders', amount: 20 },
        { name: 'credited_before', amount: 0 },
        { name: 'credited_later', amount: -5 },
        { name: 'awaiting_crediting', amount: 0 },
      ],
    },
    orders: [
      { order_id: 'real-1:1', reward_usd: 20 },
      { order_id: 'real-1:2', reward_usd: null },
    ],
    credited: [{ payout_kind: 'rewards' }, { payout_kind: 'adjustments' }],
  });
  const above = await explain<Credited>('P0', `rewards/${second?.id}`);
  expect(above.body).toMatchObject({
    kind: 'second_level_reward',
    orders: [{ order_id: 'real-1:1', reward_usd: 2 }, {}],
  });
  expect((await explain('P0', `rewards/${first?.id}`)).status).toBe(404);
  expect((await explain('P1', `rewards/${second?.id}`)).status).toBe(404);
});

test('credited rows say what they are, and the kinds of a day add up, to each partner its own', async () => {
  const days = async (partner: string) =>
    (await office.send<{ days: object[] }>(partner, 'GET', `${LISTED}days/?date_to=2024-03-31`)).body.days;
  // P1 earned 15 USD on 4 March, later 5 more, and pays a quarter of it to P2; P0 gets a tenth of all.
  const nothing = {
    reward_usd: 0,
    second_level_reward_usd: 0,
    progress_reward_usd: 0,
    commission_usd: 0,
    commission_paid_usd: 0,
    adjustment_usd: 0,
  };
  expect(await days('P1')).toEqual([
    { ...nothing, reward_date: '2024-03-12', progress_reward_usd: 6, credited_usd: 6 },
    {
      ...nothing,
      reward_date: '2024-03-04',
      reward_usd: 15,
      commission_paid_usd: -3.75,
      adjustment_usd: 3.75,
      credited_usd: 15,
    },
    { ...nothing, reward_date: '2024-03-03', reward_usd: 10, credited_usd: 10 },
  ]);
  expect(await days('P0')).toEqual([
    {
      ...nothing,
      reward_date: '2024-03-04',
      second_level_reward_usd: 1.5,
      adjustment_usd: 0.5,
      credited_usd: 2,
    },
    { ...nothing, reward_date: '2024-03-03', second_level_reward_usd: 1, credited_usd: 1 },
  ]);
  expect(await days('P2')).toEqual([
    {
      ...nothing,
      reward_date: '2024-03-04',
      commission_usd: 3.75,
      adjustment_usd: 1.25,
      credited_usd: 5,
    },
  ]);

  const rows = async (partner: string, query: string) =>
    (
      await office.send<{ count: number; rows: { id: number; kind: string }[] }>(
        partner,
        'GET',
        LISTED + query,
      )
    ).body;
  const day = '?date_from=2024-03-04&date_to=2024-03-04';
  const own = await rows('P1', day);
  // Within a payout, rows come in any order.
  const kinds = own.rows.map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual(['adjustment', 'adjustment', 'commission_paid', 'reward']);
  expect(await rows('P1', `${day}&kind=reward`)).toMatchObject({ count: 1, rows: [{ kind: 'reward' }] });
  expect(await rows('P1', `${day}&limit=1&offset=1`)).toEqual({ count: 4, rows: own.rows.slice(1, 2) });
  expect((await rows('P2', day)).rows).toMatchObject([{ kind: 'commission' }, { kind: 'adjustment' }]);
  expect((await rows('P0', '?subpartner_uid=P1')).rows).toMatchObject([
    { kind: 'second_level_reward', reward_date: '2024-03-04', subpartner_account: '700001' },
    { kind: 'adjustment', reward_date: '2024-03-04' },
    { kind: 'second_level_reward', reward_date: '2024-03-03' },
  ]);
  expect(await rows('P0', '?subpartner_uid=P2')).toEqual({ count: 0, rows: [] });
  for (const { id, kind } of own.rows) {
    expect((await explain<Credited>('P1', `rewards/${id}`)).body.kind).toBe(kind);
  }
  const refused = await office.send('P1', 'GET', `${LISTED}?date_from=yesterday`);
  expect(refused.status).toBe(400);
});

test('a row says what the next run will credit', async () => {
  await put(office.bringing, 'orders', order(5));
  const [row] = await office.facts.database.query<{ id: number }>(
    "select min(id) as id from credited_rewards where reward_date = '2024-03-04' and partner_uid = 'P1'",
  );
  const { body } = await explain<Credited & { awaits_crediting: boolean }>('P1', `rewards/${row?.id}`);
  expect(body.awaits_crediting).toBe(true);
  expect(body.reward_usd.terms.at(-1)).toEqual({ name: 'awaiting_crediting', amount: -10 });
  const batch = office.facts.position.head;
  await credit(office.as(SYSTEM_ADMIN), { through: '2024-03-31' });
  const [adjustment] = await office.facts.database.query<{ id: number }>(
    "select max(id) as id from credited_rewards where level = 1 and agent_uid is null and partner_uid = 'P1'",
  );
  const explained = await explain<{ orders: object[] }>('P1', `rewards/${adjustment?.id}`);
  expect(explained.body).toMatchObject({
    payout: { payout_kind: 'adjustments' },
    causes: [{ batch, kind: 'orders', voids: null }],
  });
  expect(explained.body.orders).toContainEqual(
    expect.objectContaining({ order_id: 'real-1:5', sent_in_batch: batch }),
  );
});

test('a compensation leads to its orders, and a payout keeps its amount when the rate is corrected', async () => {
  const before = await explain<{ orders: object[]; payouts: { reward: Calculation }[] }>(
    'P1',
    'progress_reward/501',
  );
  expect(before.body).toMatchObject({
    amount_usd: 8,
    orders_count: 3,
    orders: [{ order_id: 'real-1:3' }, { order_id: 'real-1:1' }, { order_id: 'real-1:5' }],
  });
  expect(before.body.payouts[0]?.reward.factors.map(({ name }) => name)).toEqual([
    'compensation_amount',
    'exchange_rate',
  ]);
  await put(office.bringing, 'rates', rate('EUR', '2024-03-12', '0.8'));
  const after = await explain<typeof before.body>('P1', 'progress_reward/501');
  expect(after.body.payouts[0]?.reward).toMatchObject({
    amount: before.body.payouts[0]?.reward.amount,
    reason: { code: 'rate_changed' },
  });
});

test('an order that two compensations top up shows each with its own payouts', async () => {
  await put(office.bringing, 'tier-changes', rise(503), rise(504));
  await credit(office.as(SYSTEM_ADMIN), { through: '2024-03-31' });
  const { body } = await explain('P1', 'orders/real-1:3');
  const topUps = body.rewards.filter(({ kind }) => kind === 'progress_reward').slice(-2);
  expect(topUps).toMatchObject([
    { compensation_id: 503, reward_usd: { amount: 2 }, credited: [{ reward_usd: 2 }] },
    { compensation_id: 504, reward_usd: { amount: 2 }, credited: [{ reward_usd: 2 }] },
  ]);
  expect(body.rewards[0]).toMatchObject({ kind: 'reward', compensation_id: null });
});

test('a top-up that was paid and taken back stays, with both payments', async () => {
  const paid = { compensation_id: 504, reward_usd: { amount: 2 } };
  const takenBack = {
    compensation_id: 504,
    reward_usd: { amount: 0, factors: [], reason: { code: 'taken_back' } },
    credited: [{ reward_usd: 2 }, { reward_usd: -2 }],
  };
  const of = async (id: number) => {
    const { body } = await explain<{ rewards: { compensation_id: number }[] }>('P1', 'orders/real-1:3');
    return body.rewards.filter(({ compensation_id }) => compensation_id === id);
  };
  expect(await of(504)).toMatchObject([paid]);
  await voidFacts(office.bringing, {
    kind: 'tier-changes',
    facts: [{ compensation_id: 504 }],
    reason: 'Sent by mistake',
  });
  await credit(office.as(SYSTEM_ADMIN), { through: '2024-03-31' });
  expect(await of(504)).toMatchObject([takenBack]);
  expect(await of(503)).toMatchObject([{ ...paid, compensation_id: 503 }]);
  const { status, body } = await explain('P1', 'progress_reward/504');
  expect([status, body]).toMatchObject([
    200,
    {
      amount_usd: 0,
      new_tier_group_id: 2,
      orders_count: 3,
      payouts: [{ credited: [{ reward_usd: 8 }] }, { credited: [{ reward_usd: -8 }] }],
      orders: [{ order_id: 'real-1:3', credited: takenBack.credited }, {}, {}],
    },
  ]);
  const report = (path: string) => office.send('P1', 'GET', `/api/reports/progress_reward/${path}`);
  const { data } = (await report('')).body as unknown as { data: Record<string, unknown>[] };
  const listed = data.find(({ compensation_id }) => compensation_id === 504);
  expect(await report('504/detailed/')).toMatchObject({
    status: 200,
    body: {
      totals: {
        count: 6,
        progress_reward_amount_usd: 0,
        progress_reward_period_start: listed?.['compensation_period_start'],
        progress_reward_period_end: listed?.['compensation_period_end'],
      },
    },
  });
  const csv = await report('504/detailed/?format=csv');
  expect([csv.status, csv.text.trim().split('\r\n')]).toEqual([200, expect.objectContaining({ length: 7 })]);
});

test('a rebate keeps the percentage and the reward of its day, and shows later adjustments beside them', async () => {
  const path = `/api/v2/autorebates/groups/${groupId}/`;
  await office.send('P1', 'PATCH', path, { body: { rebate_percent: 50 } });
  const { status, body } = await office.send('P1', 'GET', `${path}runs/2024-03-04/explanation/`);
  expect(status).toBe(200);
  // 15 USD less a quarter for the agent, in EUR, of which a tenth.
  expect(body).toMatchObject({
    period_start: '2024-03-04',
    status: 'paid',
    count: 1,
    rebates: [
      {
        client_uid: 'u1',
        account_id: '700001',
        rebate: { amount: 1.0125, currency: 'EUR', reason: null },
        adjusted_since: 10.125,
      },
    ],
  });
  for (const [partner, start] of [
    ['P2', '2024-03-04'],
    ['P1', '2024-01-01'],
  ]) {
    const refused = await office.send(partner ?? '', 'GET', `${path}runs/${start}/explanation/`);
    expect(refused.status).toBe(404);
  }
});
