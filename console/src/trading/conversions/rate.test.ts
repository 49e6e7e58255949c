import { expect, it } from 'vitest';
import { describeRate, shareOf, sumFees } from './rate.ts';

const of = (amount: string, asset: string) => ({ asset, amount });

it.each([
  ['0.5', 'BTC', '32115.575', 'USDT', '1 BTC = 64,231.15 USDT'],
  ['32115.575', 'USDT', '0.5', 'BTC', '1 BTC = 64,231.15 USDT'],
  ['1', 'BTC', '20', 'ETH', '1 ETH = 0.05 BTC'],
  ['3', 'ETH', '1', 'BTC', '1 ETH = 0.3333333 BTC'],
  ['100', 'EUR', '108.25', 'USD', '1 EUR = 1.0825 USD'],
])('%s %s for %s %s is quoted as %s', (given, from, got, to, rate) => {
  expect(describeRate(of(given, from), of(got, to))).toBe(rate);
});

it('there is no rate before anything is traded', () => {
  expect(describeRate(of('0', 'BTC'), of('0', 'USDT'))).toBeUndefined();
});

it('fees add up by asset, and are basis points of what was traded of that asset', () => {
  const fees = sumFees([of('0.1', 'USDT'), of('0.2', 'USDT'), of('0.0001', 'BTC')]);
  expect(fees).toEqual([of('0.3', 'USDT'), of('0.0001', 'BTC')]);
  const traded = [of('1', 'ETH'), of('200', 'USDT')];
  expect(fees.map((fee) => shareOf(fee, traded))).toEqual(['15 bps', undefined]);
});
