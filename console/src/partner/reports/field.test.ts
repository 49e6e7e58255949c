import { expect, it } from 'vitest';
import { isCountry, isIdentifier, toShown, type Field } from './field.ts';

const named = (name: string) => isIdentifier({ name });

it('tells numbers that name something from numbers that count', () => {
  expect(['id', 'order_id', 'compensation_id'].map(named)).toEqual([true, true, true]);
  expect(['orders_count', 'reward_usd', 'paid'].map(named)).toEqual([false, false, false]);
});

it('a flag that is sent as text is shown like any other flag', () => {
  const field = { name: 'is_eligible_country', type: 'string' } as Field;
  expect(['true', 'false', ''].map((value) => toShown(value, field))).toEqual(['Yes', 'No', '']);
  expect(toShown('true', { name: 'utm_source', type: 'string' } as Field)).toBe('true');
});

it('tells codes of countries from flags and counts about them', () => {
  const names = ['country', 'client_country', 'is_eligible_country', 'country_count'];
  expect(names.map((name) => isCountry({ name }))).toEqual([true, true, false, false]);
});
