import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExchange, type Attempt, type Reply } from './testing/client.ts';
import { runTestExchange, type RunningTestExchange } from './testing/start.ts';

let exchange: RunningTestExchange;
beforeAll(async () => {
  exchange = await runTestExchange();
});
afterAll(() => exchange.stop());

const ask = (attempt: Attempt): Promise<Reply> => callExchange(exchange.baseUrl, attempt);

const withdrawal = { reference: 'r', asset: 'BTC', amount: '1', destination: { kind: 'fiat', alias: 'a' } };
const post = { method: 'POST', path: '/v1/withdrawals' };

describe('the exchange', () => {
  it('accepts a request signed with the right key and secret, and repeats its id', async () => {
    expect(await ask({})).toEqual({ status: 200, code: undefined, requestId: 'request-1' });
  });

  it.for<[name: string, status: number, code: string, attempt: Attempt]>([
    ['a wrong key', 401, 'unauthenticated', { key: 'other' }],
    ['a wrong secret', 401, 'unauthenticated', { secret: 'other' }],
    ['a body changed in transit', 401, 'unauthenticated', { ...post, body: '{}', tamperedBody: '[]' }],
    ['an expiry that has passed', 408, 'expired', { expires: String(Date.now() - 1) }],
    ['an expiry too far ahead', 400, 'invalid_request', { expires: String(Date.now() + 3_600_000) }],
    ['an expiry that is not a number', 400, 'invalid_request', { expires: 'soon' }],
    ['an unknown path', 404, 'not_found', { path: '/v1/none' }],
    ['an unknown parameter', 400, 'invalid_request', { path: '/v1/balances?a=1' }],
    ['a search without a reference', 400, 'invalid_request', { path: '/v1/withdrawals' }],
    ['a body that is not JSON', 400, 'invalid_request', { ...post, body: '{' }],
    ['a body that lacks a field', 400, 'invalid_request', { ...post, body: '{}' }],
    [
      'an unknown field',
      400,
      'invalid_request',
      { ...post, body: JSON.stringify({ ...withdrawal, fate: null }) },
    ],
    [
      'a number for a decimal',
      400,
      'invalid_request',
      { ...post, body: JSON.stringify({ ...withdrawal, amount: 1 }) },
    ],
    ['a body beyond the limit', 413, 'too_large', { ...post, body: ' '.repeat(65 * 1024) }],
    [
      'a withdrawal against the terms',
      422,
      'invalid_destination',
      { ...post, body: JSON.stringify(withdrawal) },
    ],
  ])('rejects %s', async ([, status, code, attempt]) => {
    expect(await ask(attempt)).toMatchObject({ status, code });
  });
});

describe('the control interface', () => {
  it('requires its token', async () => {
    const { control, controlUrl } = exchange;
    expect((await fetch(`${controlUrl}/control/state`)).status).toBe(401);
    expect((await fetch(`${exchange.baseUrl}/control/state`)).status).toBe(404);
    await expect(control.state()).resolves.toMatchObject({ ticks: 0 });
  });

  it('rejects unknown members and values against the terms', async () => {
    const { control } = exchange;
    await expect(control.pace({ latencyMs: -1 })).rejects.toThrow(/400/);
    const misspelt: object = { latency: 1 };
    await expect(control.pace(misspelt)).rejects.toThrow(/400/);
    await expect(control.complete('none')).rejects.toThrow(/422/);
    await expect(control.arrange('BTC-USDT', { bids: [['2', '1']], asks: [['1', '1']] })).rejects.toThrow(
      /422/,
    );
    await expect(
      control.arrange('BTC-USDT', {
        bids: [
          ['1', '1'],
          ['1.00', '1'],
        ],
        asks: [],
      }),
    ).rejects.toThrow(/422/);
  });

  it('makes deposits and moves prices on command', async () => {
    const { control } = exchange;
    await control.deposit('EUR', '0.01', 3_600_000);
    await control.tick(2);
    const { accounts, ticks, books } = await control.state();
    expect(accounts['MAIN']?.['EUR']).toMatchObject({ available: '1000', depositing: '0.01' });
    expect(ticks).toBe(2);
    expect(books.map(({ bids }) => bids.length)).toEqual([20, 10]);
  });
});
