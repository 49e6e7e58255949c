import { array, assert, constantFrom, date, nat, property, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, daysBefore, slotsBetween, type Unit } from '../../../shared/period/index.ts';
import { pairRows, pairSlots } from './pair-rows.ts';

const DAY = date({
  min: new Date('2001-01-01T00:00:00Z'),
  max: new Date('2098-12-31T00:00:00Z'),
  noInvalidDate: true,
}).map((each) => each.toISOString().slice(0, 10));
const daysFrom = (from: string, more: number) => {
  const now = { from, to: addDays(from, more) };
  return { now, before: daysBefore(now) };
};

const row = (day: string, country: string, clicks: number) => ({
  group_fields: [day, country],
  click_count: clicks,
});

it('a day is compared with the day as many days before as the period has', () => {
  const holds = property(DAY, nat(400), (from, more) => {
    const pairs = pairSlots('day', daysFrom(from, more));
    expect(pairs.size).toBe(more + 1);
    for (const [day, earlier] of pairs) expect(addDays(earlier, more + 1)).toBe(day);
  });
  expect(() => assert(holds, { numRuns: 30 })).not.toThrow();
});

it('a week, month or year is compared with at most one of the period before, in their order', () => {
  const units = constantFrom<Unit>('week', 'month', 'year');
  const holds = property(units, DAY, nat(800), (unit, from, more) => {
    const days = daysFrom(from, more);
    const pairs = pairSlots(unit, days);
    const [now, before] = [slotsBetween(unit, days.now), slotsBetween(unit, days.before)];
    expect(pairs.size).toBe(Math.min(now.length, before.length));
    expect([...pairs.keys()]).toEqual(now.slice(0, pairs.size));
    expect([...pairs.values()]).toEqual(before.slice(0, pairs.size));
  });
  expect(() => assert(holds, { numRuns: 30 })).not.toThrow();
});

it('a row is compared with that of its names and its place in time, or with none', () => {
  const days = daysFrom('2024-03-04', 6);
  const earlier = [row('2024-02-26', 'PT', 7), row('2024-02-26', '', 3), row('2024-03-01', 'PT', 5)];
  const find = pairRows(earlier, ['day', 'country'], days);
  expect(find(row('2024-03-04', 'PT', 1))).toBe(earlier[0]);
  expect(find(row('2024-03-04', '', 1))).toBe(earlier[1]);
  expect(find(row('2024-03-08', 'PT', 1))).toBe(earlier[2]);
  expect(find(row('2024-03-05', 'PT', 1))).toBeUndefined();
  expect(find(row('2024-03-04', 'ES', 1))).toBeUndefined();
});

it('rows without time are compared by their names alone, and those that nothing names with none', () => {
  const days = daysFrom('2024-03-04', 6);
  const names = uniqueArray(constantFrom('PT', 'ES', 'DE', '', 'a,b', '"'));
  const holds = property(names, array(constantFrom('PT', 'ES', 'DE', '', 'a,b', '"')), (known, asked) => {
    const rows = known.map((country) => ({ group_fields: [country] }));
    const find = pairRows(rows, ['country'], days);
    for (const country of asked) {
      expect(find({ group_fields: [country] })).toBe(rows[known.indexOf(country)]);
    }
  });
  expect(() => assert(holds)).not.toThrow();
  expect(pairRows([{ symbol: 'EURUSD' }], ['symbol'], days)({ symbol: 'EURUSD' })).toBeDefined();
  expect(pairRows([{ order_id: 1 }], [], days)({ order_id: 1 })).toBeUndefined();
});
