import { expect, it } from 'vitest';
import { readDay } from './read-day.ts';

it.each([
  ['2026-01-31', '2026-01-31'],
  [' 31 Jan 2026 ', '2026-01-31'],
  ['January 31, 2026', '2026-01-31'],
  ['2026-02-31', null],
  ['31', null],
  ['soon', null],
  ['', null],
])('a day that was typed as %j is read as %j', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});
