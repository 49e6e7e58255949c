import { expect, it } from 'vitest';
import { presetOf, presetsOn } from './presets.ts';

it.each([
  ['today', '2024-03-17', '2024-03-17'],
  ['7d', '2024-03-11', '2024-03-17'],
  ['28d', '2024-02-19', '2024-03-17'],
  ['month', '2024-03-01', '2024-03-17'],
  ['last_month', '2024-02-01', '2024-02-29'],
  ['year', '2024-01-01', '2024-03-17'],
] as const)('%s is from %s to %s on 17 March 2024', (preset, from, to) => {
  expect(presetOf(preset, '2024-03-17')).toEqual({ from, to });
});

const namesOn = (day: string, mostDays?: number) => presetsOn(day, mostDays).map(({ name }) => name);

it('presets of more days than allowed are not offered', () => {
  expect(namesOn('2024-03-17', 32)).toEqual(['today', '7d', '28d', 'month', 'last_month']);
  expect(namesOn('2024-03-17', 28)).toEqual(['today', '7d', '28d', 'month']);
  expect(namesOn('2024-02-01', 32)).toEqual(['today', '7d', '28d', 'last_month', 'year']);
});

it('of presets with the same days, one is offered', () => {
  expect(namesOn('2024-01-01')).toEqual(['today', '7d', '28d', 'last_month']);
  expect(namesOn('2024-01-07')).toEqual(['today', '7d', '28d', 'last_month']);
});
