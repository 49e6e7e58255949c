import { expect, it } from 'vitest';
import { toRequest, type Draft } from './to-request.ts';

const draft: Draft = {
  from: 'BTC',
  to: 'USDT',
  side: 'from',
  amount: ' 0.5 ',
  executor: 'MARKET',
  venues: [],
  endsAfter: '',
  slippage: '',
  reference: 'rebalance',
};

it('gives the amount to the side that the person chose, and leaves out what was not', () => {
  const common = { reference: 'rebalance', executor: 'MARKET' };
  expect(toRequest(draft, new Date(0))).toEqual({
    ...common,
    from: { asset: 'BTC', amount: '0.5' },
    to: { asset: 'USDT' },
  });
  expect(toRequest({ ...draft, side: 'to' }, new Date(0))).toEqual({
    ...common,
    from: { asset: 'BTC' },
    to: { asset: 'USDT', amount: '0.5' },
  });
});

it('gives the slippage in basis points', () => {
  for (const [slippage, maxSlippageBps] of [
    ['1', 100],
    [' 0.29 ', 29],
    ['0', 0],
  ] as const) {
    expect(toRequest({ ...draft, slippage }, new Date(0))).toMatchObject({ maxSlippageBps });
  }
});

it('names the chosen venues, and counts the end from the moment of the request', () => {
  const venues = ['aurora', 'cumulus'];
  const request = toRequest({ ...draft, venues, endsAfter: '300' }, new Date('2026-01-31T00:00:00Z'));
  expect(request).toMatchObject({ venues, expiresAt: '2026-01-31T00:05:00.000Z' });
});
