import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { noFieldErrors } from './errors.ts';
import { textChecker } from './validate.ts';

const check = textChecker(
  Type.Object({
    at: Type.Optional(Type.String({ format: 'date-time' })),
    size: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Enum(['up', 'down'])),
  }),
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

test('a time has an offset that a place on earth has', () => {
  for (const offset of ['Z', '+14:00', '-11:30'])
    expect(read({ at: `2024-01-31T12:00:00${offset}` }).errors).toEqual({});
  for (const offset of ['', '+14:01', '+16:00', '-23:59', '+05:60'])
    expect(Object.keys(read({ at: `2024-01-31T12:00:00${offset}` }).errors)).toEqual(['at']);
});
