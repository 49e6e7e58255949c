import { expect, it } from 'vitest';
import { toLines } from './to-lines.ts';

const price = (at: string, mid: string) => ({ at, bid: mid, ask: mid, mid, spread: '0' });

it('a minute without a price breaks the lines instead of joining its neighbours', () => {
  const prices = [
    price('2026-03-01T12:00:00.000Z', '1'),
    price('2026-03-01T12:01:00.000Z', '2'),
    price('2026-03-01T12:05:00.000Z', '3'),
  ];
  const { times, mids, of } = toLines(prices, 60);
  expect(mids).toEqual([1, 2, null, 3]);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(of[2]).toBeUndefined();
  expect(of[3]?.mid).toBe('3');
});
