import { expect, it } from 'vitest';
import { isDay, isUsualDay } from './days.ts';

it.each([
  ['2024-02-29', true],
  ['0001-01-01', true],
  ['2023-02-29', false],
  ['2024-02-31', false],
  ['2024-13-01', false],
  ['2024-2-9', false],
  ['2024-02-29T00:00:00Z', false],
  ['+010000-01', false],
  ['yesterday', false],
  ['', false],
  [undefined, false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

it.each([
  ['1998-12-31', false],
  ['1999-01-01', true],
  ['2100-12-31', true],
  ['9999-12-31', false],
  ['2026-02-31', false],
  [undefined, false],
])('a calendar shows %s: %s', (text, is) => {
  expect(isUsualDay(text)).toBe(is);
});
