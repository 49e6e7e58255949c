import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId, newTraceId } from './ids.ts';

/** An id has 48 bits for its millisecond: enough until the year 10889. */
const instants = fc.date({ min: new Date(0), max: new Date(2 ** 48 - 1), noInvalidDate: true });

test('an id is a UUID of version 7 and variant 10 that carries its millisecond', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const id = newId(at);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
    }),
  );
});

test('an id of a later millisecond sorts after an id of an earlier one', () => {
  fc.assert(
    fc.property(instants, instants, (a, b) => {
      fc.pre(a.getTime() !== b.getTime());
      expect(newId(a) < newId(b)).toBe(a < b);
    }),
  );
});

test('ids of the same millisecond differ', () => {
  const at = new Date(0);
  expect(new Set(Array.from({ length: 10_000 }, () => newId(at))).size).toBe(10_000);
});

test('a trace id is 32 lower-case hexadecimal digits and never the same twice', () => {
  const ids = Array.from({ length: 1000 }, newTraceId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
