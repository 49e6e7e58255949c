import { expect, test } from 'vitest';
import { Decimal } from './decimal.ts';
import { exactJson } from './exact-json.ts';

test('a decimal is a number with all its digits', () => {
  expect(exactJson({ reward: Decimal.parse('12345678901234567890.12345678') })).toBe(
    '{"reward":12345678901234567890.12345678}',
  );
});

test('everything else is written as JSON.stringify writes it', () => {
  const value = {
    text: 'a "b" \u0001 é \ud800',
    number: 1,
    nothing: null,
    absent: undefined,
    flag: true,
    at: new Date('2024-03-01T09:30:00.000Z'),
    list: ['x', null, { deep: [] }],
  };
  expect(exactJson(value)).toBe(JSON.stringify(value));
});
