import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { conversionEndpoints } from './index.ts';
import type { Conversion, Estimate } from './schema.ts';
import { BOUNDS, stillMarkets } from './testing/still-markets.ts';
import { aConversion } from './testing/service.ts';
import { inject } from '../../testing/inject.ts';

const database = await createTestDatabase();
const access = stillMarkets({
  aurora: {
    'BTC-USDT': {
      bids: [
        ['100', '1'],
        ['99', '5'],
      ],
      asks: [['101', '2']],
    },
    'ETH-BTC': { bids: [['0.05', '100']], asks: [['0.051', '100']], lotSize: '0.1', minSize: '1' },
    'XRP-EUR': {},
    'DOT-EUR': { bids: [['5', '1']] },
  },
  borealis: { 'BTC-USDT': { bids: [['100.2', '0.5']], takerFee: '0.002', lotSize: '0.1', minSize: '0.1' } },
  practice: { 'LTC-USDT': { bids: [['70', '10']], trading: 'simulate' } },
  closed: { 'ADA-USDT': { bids: [['1', '10']], trading: 'off' } },
  mute: { 'TRX-USDT': { bids: [['1', '10']], hasOrders: false } },
  taker: { 'BCH-USDT': { bids: [['1', '10']], types: ['ioc'] } },
  thrifty: { 'AVAX-USDT': { asks: [['20', '50']], bids: [['19', '50']], feeIn: 'received' } },
  dark: { 'UNI-USDT': { bids: [['1', '10']], isLive: false } },
  dear: { 'ATOM-USDT': { bids: [['10', '5']], minNotional: '10' } },
  dearer: { 'ATOM-USDT': { bids: [['11', '0.6']], minNotional: '10' } },
  blind: { 'SOL-USDT': { bids: [['1', '10']], canFind: false } },
});
const app = frame(conversionEndpoints(access, BOUNDS), {
  db: database.db,
  authenticate: (header = ''): Actor => {
    const [scope = '', tenant = 'acme'] = header.replace('Bearer ', '').split('@');
    return { kind: 'client', id: 'desk', tenant, scopes: new Set([scope]) };
  },
  limits: { bodyBytes: 65_536, requestTimeoutMs: 20_000, readsPerMinute: 10_000, writesPerMinute: 10_000 },
});
afterAll(() => app.close());

type Body = Conversion & { readonly code: string; readonly detail: string; readonly errors?: object };

async function post(body: unknown, { path = '', scope = 'conversions:edit', headers = {} } = {}) {
  const response = await inject(app, {
    method: 'POST',
    url: `/trade/v1/conversions${path}`,
    headers: { authorization: `Bearer ${scope}`, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json<Body>() };
}

async function estimate(wish: object) {
  const { status, body } = await post(aConversion(wish), { path: '/estimate', scope: 'conversions:view' });
  return { status, body: body as unknown as Estimate & Body };
}

const BTC = { asset: 'BTC', amount: '1' };
const USDT = { asset: 'USDT' };

describe('creation', () => {
  it('keeps it PENDING with the plan as its other amount, and asks for its work', async () => {
    const wish = aConversion({ from: { asset: 'BTC', amount: '1.20' }, metadata: { desk: 'fx' } });
    const { status, body } = await post(wish);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      reference: body.reference,
      status: 'PENDING',
      from: { asset: 'BTC', amount: '1.20' },
      // 0.5 at 100.2 less 0.2 %, 0.7 at 100 less 0.1 %.
      to: { asset: 'USDT', amount: '119.9298' },
      executor: 'MARKET',
      createdAt: body.createdAt,
    });
    const [kept] = await database.sql`
      select venues, path, metadata, (select count(*)::int from outbox where resource_id = ${body.id}) as events,
        (select count(*)::int from graphile_worker.jobs where key = ${`conversion ${body.id}`}) as jobs
      from conversion where id = ${body.id}`;
    expect(kept).toEqual({
      venues: ['aurora', 'borealis'],
      path: ['BTC', 'USDT'],
      metadata: { desk: 'fx' },
      events: 1,
      jobs: 1,
    });
  });

  it('answers a repeated reference with the first, refuses it with other content, and makes one of many', async () => {
    const wish = aConversion();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(wish)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await post({ ...wish, executor: 'TAKER' })).body.code).toBe('reference_reused');
    expect((await post({ ...wish, from: { asset: 'NONE', amount: '1' } })).body.code).toBe(
      'reference_reused',
    );
    expect((await post(wish, { scope: 'conversions:edit@other' })).status).toBe(201);
  });

  it('with X-Dry-Run, or where venues only simulate, is SIMULATED and asks for no work', async () => {
    const dry = await post(aConversion(), { headers: { 'x-dry-run': 'true' } });
    const practice = await post(aConversion({ from: { asset: 'LTC', amount: '1' } }));
    for (const { status, body } of [dry, practice]) {
      expect([status, body.status]).toEqual([201, 'SIMULATED']);
      const jobs = await database.sql`
        select from graphile_worker.jobs where key = ${`conversion ${body.id}`}`;
      expect(jobs).toHaveLength(0);
    }
  });

  it('leaves its reference free after a dry run', async () => {
    const body = aConversion();
    const dryRun = () => post(body, { headers: { 'x-dry-run': 'true' } });
    expect((await dryRun()).status).toBe(201);
    expect((await dryRun()).status).toBe(201);
    const real = await post(body);
    expect([real.status, real.body.status]).toEqual([201, 'PENDING']);
    expect(await post(body)).toMatchObject({ status: 200, body: { id: real.body.id } });
  });

  it('can be taken back before its first order', async () => {
    const { body } = await post(aConversion());
    const send = (method: 'POST' | 'DELETE', scope: string, headers = {}) =>
      inject(app, {
        method,
        url: `/trade/v1/conversions/${body.id}${method === 'POST' ? '/cancel' : ''}`,
        headers: { authorization: `Bearer ${scope}`, ...headers },
      });
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await send(method, 'conversions:edit@other')).statusCode).toBe(404);
      expect((await send(method, 'conversions:view')).statusCode).toBe(403);
    }
    const key = { 'idempotency-key': 'cancel-1' };
    const answer = await send('POST', 'conversions:edit', key);
    expect([answer.statusCode, answer.json<Body>().status]).toEqual([202, 'CANCELLED']);
    expect((await send('POST', 'conversions:edit', key)).body).toBe(answer.body);
    for (const method of ['POST', 'DELETE'] as const)
      expect((await send(method, 'conversions:edit')).json<Body>().code).toBe('invalid_transition');
  });

  it('can still be taken back by DELETE, which says what comes instead', async () => {
    const { body } = await post(aConversion());
    const url = `/trade/v1/conversions/${body.id}`;
    const answer = await inject(app, {
      method: 'DELETE',
      url,
      headers: { authorization: 'Bearer conversions:edit' },
    });
    expect([answer.statusCode, answer.json<Body>().status]).toEqual([202, 'CANCELLED']);
    expect(answer.headers['link']).toBe('</trade/v1/conversions/{id}/cancel>; rel="successor-version"');
  });
});

describe('refuses', () => {
  it.each<[string, object, number, string, string[]?]>([
    ['no amount', { from: { asset: 'BTC' } }, 400, 'validation_failed', ['from.amount', 'to.amount']],
    [
      'two amounts',
      { to: { asset: 'USDT', amount: '1' } },
      400,
      'validation_failed',
      ['from.amount', 'to.amount'],
    ],
    ['one asset', { to: { asset: 'BTC' } }, 400, 'validation_failed', ['to.asset']],
    ['zero', { from: { asset: 'BTC', amount: '0.00' } }, 400, 'validation_failed', ['from.amount']],
    ['less than zero', { from: { asset: 'BTC', amount: '-1' } }, 400, 'validation_failed', ['from.amount']],
    ['an exponent', { from: { asset: 'BTC', amount: '1e3' } }, 400, 'validation_failed', ['from.amount']],
    ['a number', { from: { asset: 'BTC', amount: 1 } }, 400, 'validation_failed', ['from.amount']],
    [
      '19 decimals',
      { from: { asset: 'BTC', amount: `0.${'1'.repeat(19)}` } },
      400,
      'validation_failed',
      ['from.amount'],
    ],
    ['no reference', { reference: undefined }, 400, 'validation_failed', ['reference']],
    ['a reference of 129', { reference: 'r'.repeat(129) }, 400, 'validation_failed', ['reference']],
    ['an unknown executor', { executor: 'ICEBERG' }, 400, 'validation_failed', ['executor']],
    ['an unknown field', { limit: '1' }, 400, 'validation_failed', ['limit']],
    [
      'an expiry that has passed',
      { expiresAt: '2020-01-01T00:00:00.000Z' },
      400,
      'validation_failed',
      ['expiresAt'],
    ],
    ['an expiry that is no time', { expiresAt: 'soon' }, 400, 'validation_failed', ['expiresAt']],
    ['an unknown asset', { from: { asset: 'NONE', amount: '1' } }, 404, 'not_found'],
    ['an unknown venue', { venues: ['nowhere'] }, 404, 'not_found'],
    ['a venue that is off', { venues: ['closed'] }, 422, 'unprocessable', ['venues']],
    ['a venue that cannot find orders again', { venues: ['blind'] }, 422, 'unprocessable', ['venues']],
    ['assets nothing joins', { from: { asset: 'ADA', amount: '1' } }, 422, 'unprocessable'],
    [
      'venues that do not join them',
      { from: { asset: 'ETH', amount: '5' }, venues: ['borealis'] },
      422,
      'unprocessable',
    ],
    [
      'less than the minimum',
      { from: { asset: 'BTC', amount: '0.0001' } },
      422,
      'unprocessable',
      ['from.amount'],
    ],
    [
      'less than the minimum to get',
      { from: { asset: 'BTC' }, to: { asset: 'ETH', amount: '0.1' } },
      422,
      'unprocessable',
      ['to.amount'],
    ],
    ['a bound on the wrong side', { maxGiven: '1' }, 400, 'validation_failed', ['maxGiven']],
    [
      'a bound on the wrong side of a purchase',
      { from: { asset: 'USDT' }, to: { asset: 'BTC', amount: '1' }, minReceived: '1' },
      400,
      'validation_failed',
      ['minReceived'],
    ],
    ['both amounts as bounds', { minReceived: '1', maxGiven: '1' }, 400, 'validation_failed', ['maxGiven']],
    ...['0', '-1', 'much', '1e2', 5].map((minReceived): [string, object, number, string, string[]] => [
      `a bound of ${JSON.stringify(minReceived)}`,
      { minReceived },
      400,
      'validation_failed',
      ['minReceived'],
    ]),
    ...[-1, 5001, 0.5, '50'].map((maxSlippageBps): [string, object, number, string, string[]] => [
      `a slippage of ${JSON.stringify(maxSlippageBps)}`,
      { maxSlippageBps },
      400,
      'validation_failed',
      ['maxSlippageBps'],
    ]),
    [
      'markets without a price',
      { from: { asset: 'XRP', amount: '1' }, to: { asset: 'EUR' } },
      503,
      'unavailable',
    ],
  ])('%s', async (_name, change, status, code, fields) => {
    for (const path of ['', '/estimate']) {
      const scope = path === '' ? 'conversions:edit' : 'conversions:view';
      const answer = await post(aConversion(change), { path, scope });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(fields && Object.keys(answer.body.errors ?? {})).toEqual(fields);
    }
  });

  it.each([
    ['ADA', 422, 'No venue can trade ADA for USDT: closed is switched off for trading.'],
    ['SOL', 422, 'No venue can trade SOL for USDT: blind cannot find an order by its client id.'],
    ['TRX', 422, 'No venue can trade TRX for USDT: mute offers no orders.'],
    ['UNI', 503, 'The markets between UNI and USDT have no price now: dark shows no live book for UNI-USDT.'],
    ['DOT', 422, 'No venue lists a market between DOT and USDT, nor two markets through a third asset.'],
  ])('says which capability is missing to trade %s', async (asset, status, detail) => {
    const answer = await post(aConversion({ from: { asset, amount: '1' } }));
    expect([answer.status, answer.body.detail]).toEqual([status, detail]);
  });

  it('says which type of order a venue does not take', async () => {
    const wish = aConversion({ from: { asset: 'BCH', amount: '1' } });
    expect((await post({ ...wish, executor: 'MAKER' })).body.detail).toBe(
      'No venue can trade BCH for USDT: taker takes no post-only orders.',
    );
    const named = await post({ ...wish, executor: 'MAKER_TAKER', venues: ['taker'] });
    expect([named.status, named.body.detail]).toEqual([422, 'taker takes no post-only orders.']);
  });

  it('a credential that may only look, and a dry run that is misspelt', async () => {
    expect((await post(aConversion(), { scope: 'conversions:view' })).status).toBe(403);
    expect((await post(aConversion(), { headers: { 'x-dry-run': 'yes' } })).status).toBe(400);
  });
});

describe('an estimate', () => {
  it('returns the plan, the rate and the fees to the last digit, and stores nothing', async () => {
    const { status, body } = await estimate({ from: { asset: 'BTC', amount: '1.2' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: { asset: 'BTC', amount: '1.2' },
      to: { asset: 'USDT', amount: '119.9298' },
      executor: 'MARKET',
      rate: '99.9415',
      missing: '0',
      fees: [{ asset: 'USDT', amount: '0.1702' }],
      legs: [{ from: 'BTC', to: 'USDT' }],
    });
    const orders = body.legs.flatMap((leg) =>
      leg.orders.map(({ venue, quantity }) => `${venue} ${quantity}`),
    );
    expect(orders.sort()).toEqual(['aurora 0.7', 'borealis 0.5']);
    const [{ count } = { count: 0 }] = await database.sql<{ count: number }[]>`
      select count(*)::int from conversion where reference like 'estimate%'`;
    expect(count).toBe(0);
  });

  it('buys at the asks, by either amount', async () => {
    const wanted = await estimate({ from: USDT, to: BTC });
    expect(wanted.body).toMatchObject({ from: { amount: '101.101' }, to: { amount: '1' } });
    const given = await estimate({ from: { asset: 'USDT', amount: '101.101' }, to: { asset: 'BTC' } });
    expect(given.body).toMatchObject({ from: { amount: '101.101' }, to: { amount: '1' } });
  });

  it('takes the fee from what is bought where the venue charges it there', async () => {
    const given = await estimate({ from: { asset: 'USDT', amount: '200' }, to: { asset: 'AVAX' } });
    expect(given.body).toMatchObject({
      from: { amount: '200' },
      to: { amount: '9.99' },
      fees: [{ asset: 'AVAX', amount: '0.01' }],
      legs: [{ orders: [{ quantity: '10', give: '200', get: '9.99', fee: '0.01', feeAsset: 'AVAX' }] }],
    });
    const wanted = await estimate({ from: USDT, to: { asset: 'AVAX', amount: '9.99' } });
    expect(wanted.body).toMatchObject({ from: { amount: '200' }, to: { amount: '9.99' } });
    const posted = await estimate({
      from: { asset: 'USDT', amount: '190' },
      to: { asset: 'AVAX' },
      executor: 'MAKER',
    });
    expect(posted.body).toMatchObject({
      to: { amount: '9.995' },
      fees: [{ asset: 'AVAX', amount: '0.005' }],
    });
    const sold = await estimate({ from: { asset: 'AVAX', amount: '10' } });
    expect(sold.body).toMatchObject({ to: { amount: '189.81' }, fees: [{ asset: 'USDT', amount: '0.19' }] });
  });

  it('goes through another asset, in both directions', async () => {
    const { body } = await estimate({ from: { asset: 'ETH', amount: '10.05' } });
    expect(body.legs.map(({ from, to }) => `${from} ${to}`)).toEqual(['ETH BTC', 'BTC USDT']);
    // 10 ETH bring 0.4995 BTC, of which 0.4 fit the lots of one venue and 0.099 those of the other.
    expect(body).toMatchObject({ from: { amount: '10' }, missing: '0.05' });
    const back = await estimate({ from: USDT, to: { asset: 'ETH', amount: '10' } });
    expect(back.body).toMatchObject({ to: { asset: 'ETH', amount: '10' } });
  });

  it('says what of the amount the books do not hold', async () => {
    const { body } = await estimate({ from: { asset: 'BTC', amount: '10' } });
    expect(body).toMatchObject({ from: { amount: '6.5' }, missing: '3.5' });
  });

  it.each([
    ['TAKER', 'aurora', 'ioc'],
    ['MAKER', 'aurora', 'post-only'],
  ])('of %s is one order', async (executor, venue, type) => {
    const { body } = await estimate({ from: BTC, executor });
    expect(body.legs.map(({ orders }) => orders)).toMatchObject([[{ venue, type }]]);
  });
});

const detailOf = async (id: string) => {
  const response = await inject(app, {
    method: 'GET',
    url: `/trade/v1/conversions/${id}`,
    headers: { authorization: 'Bearer conversions:view' },
  });
  return response.json<{ bound: object | null }>();
};

describe('a bound', () => {
  it.each([
    // The best bid is 100.2 less 0.2 %, or 100 less 0.1 %: 99.9996.
    ['by default', {}, { minReceived: '98.999604', maxGiven: null, maxSlippageBps: 100, quoted: '99.9996' }],
    [
      'as a slippage',
      { maxSlippageBps: 20 },
      { minReceived: '99.7996008', maxGiven: null, maxSlippageBps: 20, quoted: '99.9996' },
    ],
    [
      'as an amount',
      { minReceived: '99.90' },
      { minReceived: '99.90', maxGiven: null, maxSlippageBps: null, quoted: '99.9996' },
    ],
    [
      'as an amount below the default slippage',
      { minReceived: '50' },
      { minReceived: '98.999604', maxGiven: null, maxSlippageBps: 100, quoted: '99.9996' },
    ],
    [
      'as an amount above a wider slippage',
      { minReceived: '99.90', maxSlippageBps: 5000 },
      { minReceived: '99.90', maxGiven: null, maxSlippageBps: null, quoted: '99.9996' },
    ],
    [
      'as an amount below a slippage',
      { minReceived: '50', maxSlippageBps: 4000 },
      { minReceived: '59.99976', maxGiven: null, maxSlippageBps: 4000, quoted: '99.9996' },
    ],
    [
      'of a purchase as an amount above the default slippage',
      { from: USDT, to: BTC, maxGiven: '150' },
      { minReceived: null, maxGiven: '102.11201', maxSlippageBps: 100, quoted: '101.101' },
    ],
    [
      'of a purchase',
      { from: USDT, to: BTC, maxSlippageBps: 50 },
      { minReceived: null, maxGiven: '101.606505', maxSlippageBps: 50, quoted: '101.101' },
    ],
    [
      'of MAKER, from the price at which it would post',
      { executor: 'MAKER' },
      { minReceived: '99.940005', maxGiven: null, maxSlippageBps: 100, quoted: '100.9495' },
    ],
    [
      'of MAKER_TAKER, from the price at which it could take',
      { executor: 'MAKER_TAKER' },
      { minReceived: '98.999604', maxGiven: null, maxSlippageBps: 100, quoted: '99.9996' },
    ],
  ])(
    '%s is kept as a fixed number with its quote, and shown by the estimate',
    async (_how, change, bound) => {
      const wish = aConversion({ from: BTC, ...change });
      expect((await estimate(wish)).body.bound).toEqual({ ...bound, isMet: true });
      const { status, body } = await post(wish);
      expect(status).toBe(201);
      expect(await detailOf(body.id)).toMatchObject({ bound });
    },
  );

  it.each([
    ['minReceived', { minReceived: '99.95' }, /at least 99.95 USDT for 1 BTC/],
    ['maxGiven', { from: USDT, to: BTC, maxGiven: '101.1009' }, /at most 101.1009 USDT for 1 BTC/],
    [
      'maxSlippageBps',
      { from: { asset: 'BTC', amount: '6' }, maxSlippageBps: 30 },
      /at least 598.1976072 USDT/,
    ],
  ])('%s that the books break already is refused, and the estimate says so', async (field, change, said) => {
    const wish = aConversion({ from: BTC, ...change });
    expect((await estimate(wish)).body.bound).toMatchObject({ isMet: false });
    const { status, body } = await post(wish);
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, 'unprocessable', [field]]);
    expect(body.detail).toMatch(said);
    expect(body.detail).toMatch(/Convert less, or permit more with/);
  });

  it('of TWAP is compared with its quote, because it does not trade all of it now', async () => {
    const wish = { from: { asset: 'BTC', amount: '6' }, maxSlippageBps: 30, executor: 'TWAP' };
    expect((await estimate(wish)).body.bound).toMatchObject({ isMet: true });
    expect((await post(aConversion(wish))).status).toBe(201);
  });

  it('of the installation is shown before a conversion is made', async () => {
    const response = await inject(app, {
      method: 'GET',
      url: '/trade/v1/conversions/rules',
      headers: { authorization: 'Bearer conversions:view' },
    });
    expect([response.statusCode, response.json()]).toEqual([200, BOUNDS]);
  });

  it('goes through another asset', async () => {
    const wish = aConversion({ from: { asset: 'ETH', amount: '10' } });
    const { body } = await estimate(wish);
    // 10 ETH at 0.05 less 0.1 % and 99.9996 per BTC.
    expect(body.bound).toMatchObject({ quoted: '49.9498002', minReceived: '49.450302198', isMet: true });
    expect((await post(wish)).status).toBe(201);
  });

  it.each([
    ['required', 422, expect.stringMatching(/add minReceived or maxSlippageBps/) as unknown],
    ['optional', 201, undefined],
  ] as const)('that is missing where it is %s is answered %i', async (bound, status, said) => {
    const other = frame(conversionEndpoints(access, { bound, maxSlippageBps: 100 }), {
      db: database.db,
      authenticate: (): Actor => ({
        kind: 'client',
        id: 'desk',
        tenant: 'acme',
        scopes: new Set(['conversions:edit', 'conversions:view']),
      }),
    });
    const send = (body: object, path = '') =>
      inject(other, {
        method: 'POST',
        url: `/trade/v1/conversions${path}`,
        headers: { authorization: 'Bearer x' },
        payload: body,
      });
    const without = await send(aConversion());
    expect(without.statusCode).toBe(status);
    expect(without.json<Partial<Body>>().detail).toEqual(said);
    expect((await send(aConversion(), '/estimate')).json<Estimate>().bound).toBeNull();
    expect((await send(aConversion({ maxSlippageBps: 10 }))).statusCode).toBe(201);
    await other.close();
  });

  it('is part of the content of a reference', async () => {
    const wish = aConversion({ maxSlippageBps: 10 });
    expect((await post(wish)).status).toBe(201);
    expect((await post({ ...wish, maxSlippageBps: 20 })).body.code).toBe('reference_reused');
    expect((await post(wish)).status).toBe(200);
  });
});

const given = (amount: string) => ({ from: { asset: 'ATOM', amount }, to: { asset: 'USDT' } });

describe('a minimum notional', () => {
  it('is kept by the plan, and what is below it everywhere is refused', async () => {
    const { body } = await estimate(given('1.5'));
    // The better price is for less than the other place takes.
    expect(body.legs.flatMap(({ orders }) => orders.map(({ venue }) => venue))).toEqual(['dear']);
    const small = await post(aConversion(given('0.4')));
    expect([small.status, small.body.code, Object.keys(small.body.errors ?? {})]).toEqual([
      422,
      'unprocessable',
      ['from.amount'],
    ]);
  });
});
