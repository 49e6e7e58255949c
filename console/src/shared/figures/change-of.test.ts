import { expect, it } from 'vitest';
import { changeOf } from './change-of.ts';

it.each([
  ['growth', '150', '100', false, 1, '+50.0 % on the period before', '+50.0 %'],
  ['decline', 3, 4, false, -1, '−25.0 % on the period before', '−25.0 %'],
  ['a smaller loss', '-5', '-10', false, 1, '+50.0 % on the period before', '+50.0 %'],
  ['points', '0.125', '0.1', true, 1, '+2.5 points on the period before', '+2.5 points'],
  ['no change', '7', '7.0', false, 0, 'As in the period before', '±0.0 %'],
  ['a small change', '1000300', '1000000', false, 0, '±0.0 % on the period before', '±0.0 %'],
  ['a small change in points', '0.1001', '0.1', true, 0, '±0.0 points on the period before', '±0.0 points'],
  ['no base', '7', '0', false, 0, 'Nothing in the period before', null],
  ['nothing before', '0.1', null, true, 0, 'Nothing in the period before', null],
  ['nothing now', null, '0.1', true, 0, 'Nothing in this period to compare', null],
  ['nothing at all', null, null, true, 0, 'Nothing in this period to compare', null],
])('%s has its exact text', (_what, now, before, inPoints, sign, text, short) => {
  expect(changeOf(now, before, inPoints)).toEqual({ sign, text, short });
});
