import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { noFieldErrors } from './errors.ts';
import { textChecker } from './validate.ts';

const check = textChecker(
  Type.Object({ size: Type.Optional(Type.Integer()), sort: Type.Optional(Type.Enum(['up', 'down'])) }),
);

function read(query: object) {
  const errors = noFieldErrors();
  return { value: check(query, errors), errors: { ...errors } };
}

test('an integer is read while a number holds it exactly', () => {
  expect(read({ size: '9007199254740991' })).toEqual({ value: { size: 9_007_199_254_740_991 }, errors: {} });
  expect(read({ size: '9007199254740993' }).errors).toEqual({ size: ['must be an integer'] });
});

test('a repeated parameter that takes one of several values is refused for the repetition', () => {
  expect(read({ sort: ['up', 'down'] }).errors).toEqual({ sort: ['must be given only once'] });
  expect(read({ sort: 'left' }).errors).toEqual({ sort: ['must be one of up, down'] });
});
