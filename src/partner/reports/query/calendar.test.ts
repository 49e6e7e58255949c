import { expect, test } from 'vitest';
import { isoWeek } from './calendar.ts';

test.each([
  ['2020-12-28', '2020-W53'],
  ['2021-01-04', '2021-W01'],
  ['2023-12-25', '2023-W52'],
  ['2024-12-30', '2025-W01'],
])('the week that begins on %s is %s', (monday, week) => expect(isoWeek(monday)).toBe(week));
