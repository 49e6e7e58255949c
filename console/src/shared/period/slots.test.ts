import { assert, constantFrom, date, nat, property } from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './days.ts';
import { slotsBetween } from './slots.ts';

const DAY = date({
  min: new Date('2001-01-01T00:00:00Z'),
  max: new Date('2098-12-31T00:00:00Z'),
  noInvalidDate: true,
}).map((each) => each.toISOString().slice(0, 10));

it.each([
  ['day', '2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['week', '2020-12-30', '2021-01-11', ['2020-W53', '2021-W01', '2021-W02']],
  ['week', '2024-12-29', '2024-12-30', ['2024-W52', '2025-W01']],
  ['month', '2023-12-31', '2024-02-01', ['2023-12', '2024-01', '2024-02']],
  ['year', '2023-12-31', '2024-01-01', ['2023', '2024']],
] as const)('the %ss from %s to %s are named as reports name them', (unit, from, to, slots) => {
  expect(slotsBetween(unit, { from, to })).toEqual(slots);
});

it('every day of a period is in exactly one slot, and the slots are in their order', () => {
  const units = constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const);
  const holds = property(units, DAY, nat(500), (unit, from, more) => {
    const slots = slotsBetween(unit, { from, to: addDays(from, more) });
    const days = Array.from({ length: more + 1 }, (_, place) => addDays(from, place));
    const named = days.map((day) => slotsBetween(unit, { from: day, to: day })[0]);
    expect([...new Set(named)]).toEqual(slots);
    expect(slots).toEqual(slots.toSorted());
  });
  expect(() => assert(holds, { numRuns: 40 })).not.toThrow();
});
