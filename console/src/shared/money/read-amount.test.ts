import { assert, constantFrom, property, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { groupDigits } from './group.ts';
import { EXACT_MARKS, readAmount, readDecimal, writeAmount } from './read-amount.ts';

const GERMAN = { group: '.', point: ',' };

it.each([
  ['1250.50', '1250.50'],
  ['1,250.50', '1250.50'],
  [' 1,250.50 USDT ', '1250.50'],
  ['1 250 000', '1250000'],
  ['1’250.5', '1250.5'],
  ['0,125', undefined],
  ['01,250', undefined],
  ['.5', undefined],
  ['1,25', undefined],
  ['1,2500', undefined],
  ['1,250 000', undefined],
  ['1.250,50', undefined],
  ['1,250.50 BTC', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['USDT', undefined],
])('of %s reads %s', (text, amount) => {
  expect(readAmount(text, 'USDT')).toBe(amount);
});

it.each([
  ['1.250', '1250'],
  ['1250', '1250'],
  ['1250,50', '1250.50'],
  ['1.250,50', '1250.50'],
  [' 1.250,50 USDT ', '1250.50'],
  ['1 250 000,5', '1250000.5'],
  ['1’250,5', '1250.5'],
  ['1,250', '1.250'],
  ['0,125', '0.125'],
  ['0.125', undefined],
  ['1250.50', undefined],
  ['1.25', undefined],
  ['1,250.50', undefined],
  ['1.250.50', undefined],
  ['1.250 000', undefined],
  ['', undefined],
])('of %s in German reads %s', (text, amount) => {
  expect(readAmount(text, 'USDT', GERMAN)).toBe(amount);
});

it.each([
  ['-1.250,5', '-1250.5'],
  ['−0,5', '-0.5'],
  ['12', '12'],
  ['--5', undefined],
  ['-', undefined],
])('of the number %s in German reads %s', (text, decimal) => {
  expect(readDecimal(text, GERMAN)).toBe(decimal);
});

it('in every language, an amount that the console prints or fills in is read as it is', () => {
  const digits = stringMatching(/^(0|[1-9]\d{0,29})(\.\d{1,20})?$/);
  const same = property(digits, constantFrom(EXACT_MARKS, GERMAN), (decimal, marks) => {
    expect(readAmount(groupDigits(decimal, marks), '', marks)).toBe(decimal);
    expect(readAmount(`${groupDigits(decimal, marks)} USDT`, 'USDT', marks)).toBe(decimal);
    expect(readAmount(writeAmount(decimal, marks), '', marks)).toBe(decimal);
  });
  expect(() => assert(same)).not.toThrow();
});

it('what is read in two languages is never a thousand times as much in one without a group of three', () => {
  const typed = stringMatching(/^\d{1,6}[.,]\d{1,6}$/).filter(
    (text) => !/^[1-9]\d{0,2}[.,]\d{3}$/.test(text),
  );
  const holds = property(typed, (text) => {
    const read = [EXACT_MARKS, GERMAN].map((marks) => readAmount(text, '', marks));
    expect(read.filter((amount) => amount !== undefined)).toHaveLength(1);
  });
  expect(() => assert(holds)).not.toThrow();
});
