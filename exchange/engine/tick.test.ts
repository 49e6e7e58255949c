import { describe, expect, it } from 'vitest';
import { encodeState } from '../encode.ts';
import { PROFILES } from '../profiles/index.ts';
import { published } from './book.ts';
import { openState } from './open-state.ts';
import type { ExchangeState } from './state.ts';
import { tick } from './tick.ts';

const TICKS = 60;
/** That of the program, which the demo takes. */
const DEFAULT_SEED = '1';

function after(profileName: string, seed: string, ...counts: number[]): ExchangeState {
  const profile = PROFILES[profileName];
  if (!profile) throw new Error(`There is no profile ${profileName}.`);
  const state = openState(profileName, seed, profile.terms);
  for (const count of counts) tick(state, { count }, 0);
  return state;
}

describe('the price process', () => {
  it('depends on the seed and the number of ticks alone', () => {
    const whole = encodeState(after('cumulus', '7', TICKS));
    expect(encodeState(after('cumulus', '7', 20, TICKS - 21, 1))).toBe(whole);
    expect(encodeState(after('cumulus', '8', TICKS))).not.toBe(whole);
  });

  it.for(Object.keys(PROFILES))('keeps every book of %s full, in order and moving', (name) => {
    const [before, state] = [after(name, '7', TICKS), after(name, '7', TICKS, 1)];
    for (const [symbol, { book, terms }] of state.markets) {
      const [bid, ask] = [book.buy[0]?.price, book.sell[0]?.price];
      expect(bid && ask && bid.compare(ask)).toBe(-1);
      expect([book.buy.length, book.sell.length].every((length) => length >= terms.depth - 1)).toBe(true);
      const earlier = before.markets.get(symbol);
      expect(published(book.buy)).not.toEqual(published(earlier?.book.buy ?? []));
    }
  });

  it('keeps the prices of exchanges with one seed together', () => {
    const [one, other] = ['aurora', 'cumulus'].map((name) => {
      const market = after(name, '7', TICKS).markets.get('BTC-USDT');
      return Number(market?.book.buy[0]?.price.toString());
    });
    expect(Math.abs((one ?? 0) / (other ?? 1) - 1)).toBeLessThan(0.002);
  });

  it('seldom lets the books of exchanges with one seed cross', () => {
    const states = Object.keys(PROFILES).map((name) => after(name, DEFAULT_SEED, 1));
    let crossed = 0;
    for (let step = 0; step < TICKS; step++) {
      for (const state of states) tick(state, { count: 1 }, 0);
      const books = states.flatMap((state) => state.markets.get('BTC-USDT')?.book ?? []);
      const bids = books.map(({ buy }) => Number(buy[0]?.price.toString()));
      const asks = books.map(({ sell }) => Number(sell[0]?.price.toString()));
      if (Math.max(...bids) >= Math.min(...asks)) crossed += 1;
    }
    expect(crossed / TICKS).toBeLessThan(0.05);
  });
});
