import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { texts as german } from './texts.de.ts';
import { texts } from './texts.ts';
import { readDay } from './read-day.ts';

it.each([
  ['2026-01-31', '2026-01-31'],
  [' 31 Jan 2026 ', '2026-01-31'],
  ['January 31, 2026', '2026-01-31'],
  ['31.1.2026', '2026-01-31'],
  ['05.04.2026', '2026-04-05'],
  ['05/04/2026', null],
  ['2026-02-31', null],
  ['31 Feb 2026', null],
  ['31.13.2026', null],
  ['31 Ju 2026', null],
  ['31', null],
  ['soon', null],
  ['', null],
])('a day that was typed as %j is read as %j', (typed, day) => {
  expect(readDay(typed, 'en')).toBe(day);
});

it.each([
  ['31. Dezember 2026', '2026-12-31'],
  ['3. Mai 2026', '2026-05-03'],
  ['1. MÄRZ 2026', '2026-03-01'],
  ['1 Oct 2026', '2026-10-01'],
])('on a German page, a day that was typed as %j is read as %j', (typed, day) => {
  expect(readDay(typed, 'de')).toBe(day);
});

it.each([texts, german])(
  'every month is read as the field $calendar writes it',
  ({ calendar, dayFormat }) => {
    const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-05`);
    const written = days.map((day) => dayjs(day).locale(calendar).format(dayFormat));
    expect(written.map((text) => readDay(text, calendar))).toEqual(days);
  },
);
