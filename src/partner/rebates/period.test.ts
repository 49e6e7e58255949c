import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, currentPeriod, dayOf, periodOf, PERIODS } from './period.ts';

test.each([
  ['daily', 1, '2024-02-29', '2024-02-29', '2024-02-29'],
  ['weekly', 1, '2024-03-04', '2024-03-04', '2024-03-10'],
  ['weekly', 1, '2024-03-03', '2024-02-26', '2024-03-03'],
  ['weekly', 7, '2024-03-09', '2024-03-03', '2024-03-09'],
  ['monthly', 1, '2024-02-29', '2024-02-01', '2024-02-29'],
  ['monthly', 28, '2024-03-27', '2024-02-28', '2024-03-27'],
  ['monthly', 15, '2024-01-14', '2023-12-15', '2024-01-14'],
] as const)('%s from %d: %s is in %s to %s', (period, value, day, start, end) => {
  expect(periodOf(period, value, day)).toEqual({ start, end });
});

test('periods follow one another without a gap, and all days of one have the same', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map((days) => dayOf(new Date(days * 86_400_000)));
  fc.assert(
    fc.property(fc.constantFrom(...PERIODS), fc.integer({ min: 1, max: 28 }), days, (period, given, day) => {
      const value = period === 'weekly' ? ((given - 1) % 7) + 1 : given;
      const { start, end } = periodOf(period, value, day);
      expect(start <= day && day <= end).toBe(true);
      expect(periodOf(period, value, start)).toEqual({ start, end });
      expect(periodOf(period, value, end)).toEqual({ start, end });
      expect(periodOf(period, value, addDays(end, 1)).start).toBe(addDays(end, 1));
    }),
  );
});

test('the current period of a group ends with the calendar period and never includes a day before the group or a day that was run', () => {
  const days = fc.integer({ min: 18_000, max: 20_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...PERIODS),
      fc.integer({ min: 1, max: 7 }),
      days,
      fc.option(fc.nat(400)),
      fc.nat(400),
      (period, period_value, createdOn, ranFor, later) => {
        const created = dayOf(new Date(createdOn * 86_400_000));
        const run_through = ranFor === null ? null : addDays(created, ranFor);
        const first = run_through === null ? created : addDays(run_through, 1);
        const today = addDays(first, later);
        const schedule = { period, period_value, created_at: new Date(created), run_through };
        const { start, end } = currentPeriod(schedule, today);
        const calendar = periodOf(period, period_value, today);
        expect({ start, end }).toEqual({
          start: calendar.start < first ? first : calendar.start,
          end: calendar.end,
        });
      },
    ),
  );
});
