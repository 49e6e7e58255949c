import { expect, it } from 'vitest';
import { changeOf } from './change-of.ts';

it.each([
  ['growth', '150', '100', false, 1, '+50.0 % on the period before'],
  ['decline', 3, 4, false, -1, '−25.0 % on the period before'],
  ['points', '0.125', '0.1', true, 1, '+2.5 points on the period before'],
  ['no change', '7', '7.0', false, 0, 'As in the period before'],
  ['no base', '7', '0', false, 0, 'Nothing in the period before'],
  ['nothing before', '0.1', null, true, 0, 'Nothing in the period before'],
  ['nothing now', null, '0.1', true, 0, 'Nothing in this period to compare'],
  ['nothing at all', null, null, true, 0, 'Nothing in this period to compare'],
])('%s is said as it is', (_what, now, before, inPoints, sign, text) => {
  expect(changeOf(now, before, inPoints)).toEqual({ sign, text });
});
