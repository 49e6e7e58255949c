import { assert, constantFrom, date, nat, property } from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './days.ts';
import { daysBefore, PERIODS, periodOf, previousOf, slotsOf } from './periods.ts';

const DAY = date({
  min: new Date('2001-01-01T00:00:00Z'),
  max: new Date('2098-12-31T00:00:00Z'),
  noInvalidDate: true,
}).map((each) => each.toISOString().slice(0, 10));

it.each([
  ['7d', { from: '2024-02-24', to: '2024-03-01' }, { from: '2024-02-17', to: '2024-02-23' }],
  ['12m', { from: '2023-04-01', to: '2024-03-01' }, { from: '2022-04-01', to: '2023-03-01' }],
] as const)('%s that ends on 1 March 2024', (name, period, previous) => {
  expect(periodOf(name, '2024-03-01')).toEqual(period);
  expect(previousOf(name, '2024-03-01')).toEqual(previous);
});

it('a leap day is compared with the end of the February before', () => {
  expect(previousOf('12m', '2024-02-29').to).toBe('2023-02-28');
});

it('the period before ends before the period begins, and every slot of both is there once', () => {
  const holds = property(constantFrom(...PERIODS), DAY, (name, last) => {
    const [period, previous] = [periodOf(name, last), previousOf(name, last)];
    expect(previous.to < period.from).toBe(true);
    expect(name === '12m' || addDays(previous.to, 1) === period.from).toBe(true);
    expect(new Set(slotsOf(name, period)).size).toBe(slotsOf(name, previous).length);
    expect(slotsOf(name, period)).toEqual(slotsOf(name, period).toSorted());
  });
  expect(() => assert(holds)).not.toThrow();
});

it('the days before a period are as many, and end the day before it begins', () => {
  const holds = property(DAY, nat(800), (from, more) => {
    const period = { from, to: addDays(from, more) };
    const before = daysBefore(period);
    expect(addDays(before.to, 1)).toBe(from);
    expect(addDays(before.from, more)).toBe(before.to);
  });
  expect(() => assert(holds)).not.toThrow();
});
