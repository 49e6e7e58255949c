import { parse } from 'lossless-json';
import { expect, it } from 'vitest';
import { textOfNumber } from './read-number.ts';

it.each([
  ['0.10', '0.10'],
  ['60001', '60001'],
  ['1e-8', '0.00000001'],
  ['5.0E-7', '0.00000050'],
  ['1.25e+2', '125'],
  ['1.5e3', '1500'],
  ['12e0', '12'],
])('the JSON number %s is %s in plain digits', (written, plain) => {
  expect(textOfNumber(parse(written))).toBe(plain);
});

it.each(['1e-999', '1e999'])('the JSON number %s, which no book has, is refused', (written) => {
  expect(() => textOfNumber(parse(written))).toThrow(RangeError);
});
