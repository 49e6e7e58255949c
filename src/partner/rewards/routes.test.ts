import { afterAll, beforeAll, expect, test } from 'vitest';
import { Decimal, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { contextOf, openTestStore, put } from '../testing/facts.ts';
import { order, putProgram, rate, tariff } from '../testing/program.ts';
import { orderDetailEndpoints } from './index.ts';
import { inject } from '../../testing/inject.ts';

const folder = makeFolder();
const facts = await openTestStore(folder);
/** A token is the partner it speaks for. */
const app = frame(orderDetailEndpoints(facts), {
  authenticate: (authorization = ''): Actor => ({
    kind: 'person',
    id: 'test',
    tenant: 'default',
    scopes: new Set(['reports:view']),
    partnerUid: authorization.slice('Bearer '.length) || undefined,
  }),
});
afterAll(async () => {
  await app.close();
  await facts.close();
  await removeFolder(folder);
});

const BONUS = { equity_usd: '3000', credit_usd: '1000' };
const OPPOSITE = { close_by: true, open_commission_usd: '5', open_spread_revenue_usd: '7' };

beforeAll(async () => {
  const context = contextOf(facts);
  await putProgram(context);
  await put(context, 'rates', rate('EUR', '2024-03-01', '0.92'), rate('JPY', '2024-03-01', '151.25'));
  await put(
    context,
    'tariffs',
    tariff('*', { formula_code: 'formula_forex', reward_size: '8.5', reward_size_currency: 'USD', level: 3 }),
    tariff('P1', {
      symbol: 'XAUUSD',
      formula_code: 'formula_forex',
      reward_size: '900',
      reward_size_currency: 'JPY',
    }),
    tariff('*', {
      symbol: 'US500',
      formula_code: 'formula_cfd',
      reward_percentage: '33.33',
      reward_k: '1.25',
    }),
    tariff('*', { symbol: 'GBPUSD', formula_code: 'formula_ecn', rate_per_million: '25' }),
  );
  await put(
    context,
    'orders',
    order(1, { volume_lots: '1.5', open_spread: '1.2', close_spread: '1.4', ...BONUS, ...OPPOSITE }),
    order(2, { symbol: 'XAUUSD', base_currency: null, volume_lots: '0.37' }),
    order(3, { symbol: 'US500', contract_commission_usd: '7.5', ...BONUS }),
    order(4, { symbol: 'GBPUSD' }),
    order(5, { client_account: '9002' }),
    order(6, { closed_at: '2025-03-04T15:30:00Z', client_account: '9009' }),
    order(7, { symbol: 'US500' }),
    order(8, { server: 'real-1' }),
    order(8, { server: 'real-2' }),
  );
});

async function ask(formula: string, orderId: string, partner = 'P1') {
  const url = `/api/reports/orders/${formula}/${orderId}`;
  const { statusCode, body } = await inject(app, { url, headers: { authorization: `Bearer ${partner}` } });
  return { status: statusCode, text: body, body: JSON.parse(body) as Record<string, unknown> };
}

const FOREX = 'formula_usd_per_lot_avg';
const CFD = 'formula_cfd';

test('an order of the per-lot formula has every field, decimals as exact numbers', async () => {
  const { status, text, body } = await ask(FOREX, 'real-1:1/');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    order_id: 'real-1:1',
    symbol: 'EURUSD',
    formula_code: 'formula_forex',
    currency: 'EUR',
    base_currency: 'EUR',
    client_account_type: 'standard',
    reward_size_currency: 'USD',
    close_by_coef: '0.714285714285714286',
    open_date: '2024-03-04T10:00:00.000Z',
    close_date: '2024-03-04T15:30:00.000Z',
    level: 3,
  });
  // 8.5 × 1.5 × 5 ÷ 7 × 2 ÷ 3, and that × 0.92.
  expect(text).toContain('"reward_usd":6.07142857,"reward":5.58571429,');
  expect(text).toContain('"volume_lots":1.5,"volume_mln_usd":0.1085,');
  expect(text).toContain(
    '"open_spread":1.2,"close_spread":1.4,"bonus_k":0.666666666666666667,"reward_size":8.5,',
  );
  expect(Object.keys(body)).toHaveLength(19);
});

test('an order of the CFD formula has every field', async () => {
  const { status, text, body } = await ask(CFD, 'real-1:3');
  expect(status).toBe(200);
  expect(body).toEqual({
    order_id: 'real-1:3',
    symbol: 'US500',
    formula_code: 'formula_cfd',
    currency: 'EUR',
    client_account_type: 'standard',
    volume_lots: 1,
    volume_mln_usd: 0.1085,
    reward_usd: 2.083125,
    reward: 1.916475,
    open_spread: null,
    close_spread: null,
    reward_percentage: 33.33,
    contract_commission_usd: 7.5,
    bonus_k: 2 / 3,
    reward_k: 1.25,
    open_date: '2024-03-04T10:00:00.000Z',
    close_date: '2024-03-04T15:30:00.000Z',
  });
  expect(text).toContain('"reward_usd":2.083125,"reward":1.916475,');
});

test.each([
  [FOREX, 'real-1:1', ['reward_size', 'volume_lots', 'close_by_coef', 'bonus_k'], '1'],
  [FOREX, 'real-1:2', ['reward_size', 'volume_lots', 'close_by_coef', 'bonus_k'], '151.25'],
  [CFD, 'real-1:3', ['contract_commission_usd', 'reward_percentage', 'reward_k', 'bonus_k'], '100'],
])(
  'the factors of %s %s multiply out to the reward shown and stored',
  async (formula, id, names, divisor) => {
    const { text } = await ask(formula, id);
    const shown = (name: string) =>
      Decimal.parse(new RegExp(`"${name}":"?([0-9.]+)`).exec(text)?.[1] ?? 'missing');
    const product = names.map(shown).reduce((a, b) => a.times(b));
    const reward = product.dividedBy(Decimal.parse(divisor), 8, 'half-away');
    expect(reward.trim().toString()).toBe(shown('reward_usd').toString());
    const [stored] = await facts.database.query<{ reward_usd: Decimal; reward: Decimal }>(
      "select reward_usd, reward from orders where server || ':' || ticket = $1",
      [id],
    );
    expect(stored?.reward_usd.trim().toString()).toBe(shown('reward_usd').toString());
    expect(stored?.reward.trim().toString()).toBe(shown('reward').toString());
  },
);

test('the largest ticket that facts take is found by its path', async () => {
  const ticket = Number.MAX_SAFE_INTEGER;
  await put(contextOf(facts), 'orders', order(ticket));
  expect(await ask(FOREX, `real-1:${ticket}`)).toMatchObject({
    status: 200,
    body: { order_id: 'real-1:9007199254740991' },
  });
});

test('a reward that is not known yet is null', async () => {
  expect(await ask(CFD, 'real-1:7')).toMatchObject({
    status: 200,
    body: { reward_usd: null, reward: null, contract_commission_usd: null },
  });
});

test.each([
  [FOREX, 'real-1:3', 'formula_cfd'],
  [CFD, 'real-1:1', 'formula_forex'],
  [FOREX, 'real-1:4', 'formula_ecn'],
  [CFD, 'real-1:4', 'formula_ecn'],
  [FOREX, 'real-1:6', 'has no formula.'],
])('%s of an order of another formula (%s) is not found and names it', async (formula, id, named) => {
  expect(await ask(formula, id)).toMatchObject({
    status: 404,
    body: { code: 'not_found', detail: expect.stringContaining(named) as string },
  });
});

test.each([
  ["another partner's order", 'real-1:5', 'P1'],
  ['an order of a partner below', 'real-1:1', 'P0'],
  ['a ticket that is not there', 'real-1:999', 'P1'],
  ['a server that is not there', 'real-9:1', 'P1'],
  ['a ticket past every number', 'real-1:9999999999999999', 'P1'],
  ['a server with a quote', "real-1' or true --:1", 'P1'],
])('%s is not found, in the same words', async (_what, id, partner) => {
  const { status, body } = await ask(FOREX, encodeURIComponent(id), partner);
  expect(status).toBe(404);
  expect(body['detail']).toBe(`There is no order ${id}.`);
});

test('a credential of no partner is refused', async () => {
  expect((await ask(FOREX, 'real-1:1', '')).status).toBe(403);
});

test.each(['x', 'real-1:', ':1', 'real-1:x', 'real-1:0', 'real-1:1e3', 'a:b:1'])(
  '%s is not the name of an order',
  async (id) => {
    expect(await ask(FOREX, encodeURIComponent(id))).toMatchObject({
      status: 400,
      body: { errors: { order_id: [expect.stringContaining('server:ticket')] } },
    });
  },
);

test('an order is found by server and number, and by the number that only one server has', async () => {
  const { text } = await ask(FOREX, 'real-1:1/');
  expect(await ask(FOREX, 'real-1/1/')).toMatchObject({ status: 200, text });
  expect(await ask(FOREX, '1/')).toMatchObject({ status: 200, text });
  expect((await ask(CFD, 'real-1/3/')).text).toBe((await ask(CFD, '3/')).text);
});

test('a number that two servers have is refused with both, and found with either', async () => {
  const { status, body } = await ask(FOREX, '8/');
  expect(status).toBe(422);
  expect(body['errors']).toEqual({
    order_id: ['8 is on several servers: write real-1:8 or real-2:8'],
  });
  expect((await ask(FOREX, 'real-2/8/')).body['order_id']).toBe('real-2:8');
});

test.each(['5/', 'real-1/5/', '99/', 'real-9/1/'])(
  'an order of another partner or of nobody is not found by %s',
  async (path) => {
    expect((await ask(FOREX, path)).status).toBe(404);
  },
);

test.each(['0/', '01/', 'real-1/x/', '12345678901234567/'])(
  '%s is no order and refused by field',
  async (path) => {
    const { status, body } = await ask(FOREX, path);
    expect(status).toBe(400);
    expect(Object.keys(body['errors'] as object)).toEqual(['order_id']);
  },
);
