import { ConnectionError, Trading, type IndicativeRate } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { answerProblem, serve } from '../../../../sdk/src/testing/serve.ts';
import { presentRate } from './present-rate.ts';

const data: IndicativeRate = {
  from: { code: 'BTC' },
  to: { code: 'USDT' },
  rate: '60000.01',
  path: ['BTC', 'USDT'],
  timestamp: '2026-03-01T12:00:00.000Z',
};

const errorOf = async (status: number, code: string): Promise<Error> => {
  const { url } = await serve((_request, response) => answerProblem(response, status, code));
  const asked = new Trading({ url, retries: 0 }).rates.indicative('BTC', 'USDT');
  return asked.then(
    () => new Error('It was answered.'),
    (error: Error) => error,
  );
};

it('is what was read last, also while the server does not answer', () => {
  expect(presentRate({ data, error: null, errorUpdateCount: 0 })).toBe('60000.01');
  const error = new ConnectionError('No answer.');
  expect(presentRate({ data, error, errorUpdateCount: 1 })).toBe('60000.01');
});

it.each([
  [503, 'unavailable'],
  [404, 'not_found'],
])('is none where the server has none any more: %d', async (status, code) => {
  const error = await errorOf(status, code);
  expect(presentRate({ data, error, errorUpdateCount: 1 })).toBeNull();
  expect(presentRate({ data, error: null, errorUpdateCount: 1 })).toBe('60000.01');
});

it('is not known before the first answer, and none while it is read again after an error', () => {
  expect(presentRate({ data: undefined, error: null, errorUpdateCount: 0 })).toBeUndefined();
  expect(presentRate({ data: undefined, error: null, errorUpdateCount: 1 })).toBeNull();
});
