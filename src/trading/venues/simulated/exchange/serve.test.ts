import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS, sign } from '../protocol.ts';
import { CREDENTIALS, startTestExchange, type TestExchange } from '../../testing/start.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startTestExchange();
});
afterAll(() => exchange.stop());

interface Attempt {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly expires?: string;
  /** Sent instead of what was signed. */
  readonly tamperedBody?: string;
}

async function ask(
  attempt: Attempt,
): Promise<{ status: number; code: string | undefined; requestId: unknown }> {
  const { method = 'GET', path = '/v1/balances', body = '', key = CREDENTIALS.key } = attempt;
  const { secret = CREDENTIALS.secret, expires = String(Date.now() + 10_000), tamperedBody = body } = attempt;
  const requestId = 'request-1';
  const headers = {
    [HEADERS.key]: key,
    [HEADERS.expires]: expires,
    [HEADERS.requestId]: requestId,
    [HEADERS.signature]: sign(secret, { method, path, expires, requestId, body }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(exchange.baseUrl + path, { method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        const { error } = JSON.parse(text) as { error?: { code: string } };
        resolve({
          status: answer.statusCode ?? 0,
          code: error?.code,
          requestId: answer.headers[HEADERS.requestId],
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(tamperedBody);
  });
}

const withdrawal = { reference: 'r', asset: 'BTC', amount: '1', destination: { kind: 'fiat', alias: 'a' } };
const post = { method: 'POST', path: '/v1/withdrawals' };

describe('the exchange’s door', () => {
  it('lets in who signs with the right key and secret, and repeats the request id', async () => {
    expect(await ask({})).toEqual({ status: 200, code: undefined, requestId: 'request-1' });
  });

  it.for<[name: string, status: number, code: string, attempt: Attempt]>([
    ['a wrong key', 401, 'unauthenticated', { key: 'other' }],
    ['a wrong secret', 401, 'unauthenticated', { secret: 'other' }],
    [
      'a body that was changed on the way',
      401,
      'unauthenticated',
      { ...post, body: '{}', tamperedBody: '[]' },
    ],
    ['an expiry that has passed', 408, 'expired', { expires: String(Date.now() - 1) }],
    ['an expiry too far ahead', 400, 'invalid_request', { expires: String(Date.now() + 3_600_000) }],
    ['an expiry that is no number', 400, 'invalid_request', { expires: 'soon' }],
    ['an unknown path', 404, 'not_found', { path: '/v1/none' }],
    ['an unknown parameter', 400, 'invalid_request', { path: '/v1/balances?a=1' }],
    ['a search by nothing', 400, 'invalid_request', { path: '/v1/withdrawals' }],
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
    ['what the rules forbid', 422, 'invalid_destination', { ...post, body: JSON.stringify(withdrawal) }],
  ])('turns away %s', async ([, status, code, attempt]) => {
    expect(await ask(attempt)).toMatchObject({ status, code });
  });
});

describe('the control interface', () => {
  it('answers only to its token', async () => {
    const { control, controlUrl } = exchange;
    expect((await fetch(`${controlUrl}/control/state`)).status).toBe(401);
    expect((await fetch(`${exchange.baseUrl}/control/state`)).status).toBe(404);
    await expect(control.state()).resolves.toMatchObject({ ticks: 0 });
  });

  it('refuses what it does not know and what the rules forbid', async () => {
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

  it('lets deposits arrive and prices move on command', async () => {
    const { control, venue } = exchange;
    await control.deposit('EUR', '0.01', 3_600_000);
    await control.tick(2);
    const { accounts, ticks, books } = await control.state();
    expect(accounts['MAIN']?.['EUR']).toMatchObject({ available: '1000', depositing: '0.01' });
    expect(ticks).toBe(2);
    expect(books.map(({ bids }) => bids.length)).toEqual([20, 10]);
    const call = { deadline: new Date(Date.now() + 10_000) };
    expect(await venue.describe(call)).toMatchObject({ kind: 'answered', value: { name: 'Still' } });
  });
});
