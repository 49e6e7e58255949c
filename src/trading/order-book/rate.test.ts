import { describe, expect, test } from 'vitest';
import { indicativeRate, type Market } from './rate.ts';
import { listingOf } from './testing/listing.ts';

const market = (base: string, counter: string, bids: string, asks: string): Market => ({
  base,
  counter,
  listings: [listingOf({ venue: 'v', bids, asks })],
});

function rate(markets: readonly Market[], from: string, to: string): string | undefined {
  const found = indicativeRate(markets, from, to);
  return found && `${found.rate.toString()} ${found.path.join('>')}`;
}

const btcUsd = market('BTC', 'USD', '50000 x 1', '50001 x 1');
const ethUsd = market('ETH', 'USD', '2500.00 x 1', '2500.50 x 1');
const ethBtc = market('ETH', 'BTC', '0.05 x 1', '0.0501 x 1');

describe('the indicative rate', () => {
  test('of a market is the exact middle of its best bid and ask', () => {
    expect(rate([btcUsd, ethUsd], 'BTC', 'USD')).toBe('50000.5 BTC>USD');
  });

  test('of the opposite market is the inverse with 18 decimals', () => {
    expect(rate([btcUsd], 'USD', 'BTC')).toBe('0.000019999800002 USD>BTC');
    expect(rate([market('A', 'B', '2.9 x 1', '3.1 x 1')], 'B', 'A')).toBe('0.333333333333333333 B>A');
  });

  test("prefers the asset's own market to the opposite one, in whatever order they come", () => {
    const usdBtc = market('USD', 'BTC', '0.00001 x 1', '0.00003 x 1');
    expect(rate([btcUsd, usdBtc], 'USD', 'BTC')).toBe('0.00002 USD>BTC');
    expect(rate([usdBtc, btcUsd], 'USD', 'BTC')).toBe('0.00002 USD>BTC');
  });

  test.each([
    // 2500.25 ÷ 50000.5, divided once.
    ['ETH', 'BTC', [btcUsd, ethUsd], '0.05000449995500045 ETH>USD>BTC'],
    // 0.05005 × 50000.5, exact.
    ['ETH', 'USD', [btcUsd, ethBtc], '2502.525025 ETH>BTC>USD'],
    // 1 ÷ (0.05005 × 50000.5).
    ['USD', 'ETH', [btcUsd, ethBtc], '0.000399596403636363 USD>BTC>ETH'],
  ])('goes from %s to %s through one intermediate asset', (from, to, markets, expected) => {
    expect(rate(markets, from, to)).toBe(expected);
  });

  test('goes through the intermediate asset with the narrowest spreads, equal ones by code', () => {
    const wide = [market('X', 'AAA', '1 x 1', '3 x 1'), market('AAA', 'Y', '1 x 1', '3 x 1')];
    const narrow = [market('X', 'CCC', '2 x 1', '2.2 x 1'), market('CCC', 'Y', '2 x 1', '2.2 x 1')];
    const equal = [market('X', 'BBB', '2 x 1', '2.2 x 1'), market('BBB', 'Y', '2 x 1', '2.2 x 1')];
    expect(rate([...wide, ...narrow], 'X', 'Y')).toBe('4.41 X>CCC>Y');
    expect(rate([...narrow, ...equal, ...wide], 'X', 'Y')).toBe('4.41 X>BBB>Y');
  });

  test('does not go through two', () => {
    expect(rate([btcUsd, ethBtc, market('ETH', 'SOL', '10 x 1', '11 x 1')], 'USD', 'SOL')).toBeUndefined();
  });

  test('takes the best prices over the live venues, also where they cross', () => {
    const listings = [
      listingOf({ venue: 'a', bids: '9 x 1', asks: '12 x 1' }),
      listingOf({ venue: 'b', bids: '11 x 1', asks: '13 x 1' }),
      listingOf({ venue: 'c', bids: '1 x 1', asks: '10 x 1' }),
      listingOf({ venue: 'd', bids: '100 x 1', asks: '101 x 1', isLive: false }),
    ];
    expect(rate([{ base: 'A', counter: 'B', listings }], 'A', 'B')).toBe('10.5 A>B');
  });

  test('falls back on the last known books where the live ones lack a side', () => {
    const listings = [
      listingOf({ venue: 'a', bids: '9 x 1' }),
      listingOf({ venue: 'b', bids: '8 x 1', asks: '11 x 1', isLive: false }),
    ];
    expect(rate([{ base: 'A', counter: 'B', listings }], 'A', 'B')).toBe('10 A>B');
  });

  test('of an asset to itself is one, and of a market without both sides is unknown', () => {
    expect(rate([], 'A', 'A')).toBe('1 A');
    expect(rate([market('A', 'B', '1 x 1', '')], 'A', 'B')).toBeUndefined();
  });
});
