import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelayMs } from './retry.ts';

test('the wait doubles from a second to a quarter of an hour', () => {
  expect([1, 2, 3, 10, 11, 100].map((attempts) => retryDelayMs(attempts, 1))).toEqual([
    1000, 2000, 4000, 512_000, 900_000, 900_000,
  ]);
});

test('chance takes at most half of the wait away', () => {
  assert(
    property(integer({ min: 1, max: 100 }), double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const [delay, longest] = [retryDelayMs(attempts, random), retryDelayMs(attempts, 1)];
      expect(delay).toBeGreaterThanOrEqual(longest / 2);
      expect(delay).toBeLessThanOrEqual(longest);
    }),
  );
});
