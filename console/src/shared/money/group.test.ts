import { assert, property, string, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { groupDigits, groupsOfFour } from './group.ts';

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.891011', '-1,234,567.891011'],
  [
    '123456789012345678901234567890.000000000000000001',
    '123,456,789,012,345,678,901,234,567,890.000000000000000001',
  ],
  ['0.10', '0.10'],
])('shows %s as %s', (decimal, shown) => {
  expect(groupDigits(decimal)).toBe(shown);
});

it('shows a German the marks of German', () => {
  expect(groupDigits('-1234567.891011', { group: '.', point: ',' })).toBe('-1.234.567,891011');
});

it('keeps every digit of every decimal', () => {
  const digits = stringMatching(/^-?\d{1,40}(\.\d{1,40})?$/);
  const keeps = property(digits, (decimal) => groupDigits(decimal).replaceAll(',', '') === decimal);
  expect(() => assert(keeps)).not.toThrow();
});

it('groups of four join to the address', () => {
  expect(groupsOfFour('0x5aAeb6053F')).toEqual(['0x5a', 'Aeb6', '053F']);
  assert(property(string({ unit: 'binary' }), (text) => groupsOfFour(text).join('') === text));
});
