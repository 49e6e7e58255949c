import { expect, test } from 'vitest';
import { backOffMs } from './time.ts';

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [7, 32_000],
  [8, 60_000],
  [10_000, 60_000],
])('after %i failures in a row, the wait doubles from the first to the longest', (failures, ms) => {
  expect(backOffMs(failures, 500, 60_000)).toBe(ms);
});
