import { describe, expect, test } from 'vitest';
import { ERRORS, Problem, invalid, type ErrorCode } from './errors.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test.each(codes)('%s has a fault status, a title and a remedy in a full sentence', (code) => {
  const { status, title, remedy } = ERRORS[code];
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(title).toMatch(/^[A-Z].*[^.]$/);
  expect(remedy).toMatch(/^[A-Z].*\.$/);
  expect(new Problem(code, 'Detail.').status).toBe(status);
});

test('every code has its own title', () => {
  expect(new Set(Object.values(ERRORS).map(({ title }) => title)).size).toBe(codes.length);
});

describe('Problem', () => {
  test('carries what the caller may see, and keeps the cause apart from it', () => {
    const cause = new Error('password=hunter2');
    const problem = new Problem('unavailable', 'The venue does not answer.', {
      headers: { 'Retry-After': '5' },
      members: { venue: 'kraken' },
      cause,
    });
    expect(problem).toBeInstanceOf(Error);
    expect(problem).toMatchObject({
      name: 'Problem',
      code: 'unavailable',
      message: 'The venue does not answer.',
      headers: { 'Retry-After': '5' },
      members: { venue: 'kraken' },
      errors: undefined,
      cause,
    });
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });

  test('has no cause unless one was given', () => {
    expect('cause' in new Problem('internal', 'Detail.')).toBe(false);
  });
});

test.each([
  [{ amount: ['must be positive'] }, '1 field is not valid.'],
  [
    { amount: ['must be positive', 'has too many decimals'], venue: ['is unknown'] },
    '2 fields are not valid.',
  ],
])('invalid counts the fields and keeps every complaint', (errors, detail) => {
  const problem = invalid(errors);
  expect(problem).toMatchObject({ code: 'validation_failed', status: 400, message: detail, errors });
});
