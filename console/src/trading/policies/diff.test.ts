import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { diff } from './diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

it('gives both policies back, whatever they are', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = diff(before, after);
      const without = (kind: string) => changes.filter((line) => line.kind !== kind).map(({ text }) => text);
      expect(without('added')).toEqual(before);
      expect(without('removed')).toEqual(after);
    }),
  );
});

const kinds = (before: string, after: string) =>
  diff(before.split(''), after.split('')).map(({ kind, text }) => `${kind[0]}${text}`);

it('keeps what did not change around an added, a removed and a moved rule', () => {
  expect(kinds('abc', 'abxc')).toEqual(['ka', 'kb', 'ax', 'kc']);
  expect(kinds('abc', 'ac')).toEqual(['ka', 'rb', 'kc']);
  expect(kinds('abc', 'bca')).toEqual(['ra', 'kb', 'kc', 'aa']);
});
