import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MARKS, withMarks } from './with-marks.ts';

const ADDRESS = 'https://broker.example/open?link=a1b2c3&lang=en#top';

test('marks are read from the address exactly as they were given, and nothing else changes', () => {
  const marks = fc.record(
    Object.fromEntries(MARKS.map((name) => [name, fc.string({ unit: 'grapheme', maxLength: 20 })])),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(marks, (given) => {
      const url = new URL(withMarks(ADDRESS, given));
      const found = Object.fromEntries(url.searchParams);
      const kept = Object.entries(given).flatMap(([name, value]) =>
        value === undefined || value.trim() === '' ? [] : [[name, value.trim()] as const],
      );
      expect(found).toEqual({ link: 'a1b2c3', lang: 'en', ...Object.fromEntries(kept) });
      expect(url.hash).toBe('#top');
    }),
  );
});

test('without marks the address is as it was', () => {
  expect(withMarks(ADDRESS, {})).toBe(ADDRESS);
  expect(withMarks(ADDRESS, { utm_source: '  ' })).toBe(ADDRESS);
});
