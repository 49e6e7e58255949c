import { expect, it } from 'vitest';
import { rowCountOf } from './row-count.ts';

it.each([
  [3, undefined, false, 4],
  [50, 1_234, true, 1_235],
  [50, undefined, true, -1],
  [0, undefined, false, 1],
])('of %j loaded rows of %j in all, where more to come is %j, screen readers know %j', (...given) => {
  const [loaded, total, hasMore, rows] = given;
  expect(rowCountOf(loaded, total, hasMore)).toBe(rows);
});
