import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { noFieldErrors } from './errors.ts';
import { textChecker, valueChecker } from './validate.ts';

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

test('a value that may be null or one of several is refused with all that it may be', () => {
  const schema = Type.Object({ sort: Type.Union([Type.Enum(['up', 'down']), Type.Null()]) });
  const errors = noFieldErrors();
  valueChecker(schema)({ sort: 'left' }, errors);
  expect(errors).toEqual({ sort: ['must be one of up, down, null'] });
});

describe('of a value that may be null, the faults are those of the value', () => {
  const inner = Type.Object({ size: Type.Integer() }, { additionalProperties: false });
  const schema = Type.Object({ box: Type.Union([inner, Type.Null()]) });
  test.each([
    [{ box: { size: 'x' } }, { 'box.size': ['must be an integer'] }],
    [{ box: {} }, { 'box.size': ['is required'] }],
    [{ box: { size: 1, colour: 'red' } }, { 'box.colour': ['is not known here; known: size'] }],
    [{ box: 'x' }, { box: ['must be one of object, null'] }],
    [{ box: [] }, { box: ['must be one of object, null'] }],
    [{ box: null }, {}],
  ])('%j', (value, expected) => {
    const errors = noFieldErrors();
    valueChecker(schema)(value, errors);
    expect(errors).toEqual(expected);
  });
});
