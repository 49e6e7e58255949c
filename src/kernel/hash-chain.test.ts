import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from './canonical.ts';
import { CHAIN_START, chainHash } from './hash-chain.ts';

const content = fc.record({ actor: fc.string(), amount: fc.nat(), note: fc.option(fc.string()) });

function chain(rows: readonly Json[]): string[] {
  let previous = CHAIN_START;
  return rows.map((row) => {
    previous = chainHash(previous, row);
    return previous.toString('hex');
  });
}

test('a hash is SHA-256 over the previous hash and the canonical content, so that others can verify it', () => {
  const first = createHash('sha256').update(Buffer.alloc(32)).update('{"a":1,"b":2}').digest();
  expect(chainHash(CHAIN_START, { b: 2, a: 1 })).toEqual(first);
  const second = createHash('sha256').update(first).update('{}').digest();
  expect(chainHash(first, {})).toEqual(second);
});

test('a changed row changes its own hash and every later one, and no earlier one', () => {
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 8 }), fc.nat(), (rows, position) => {
      const changedAt = position % rows.length;
      const changed = rows.map((row, index) =>
        index === changedAt ? { ...row, amount: row.amount + 1 } : row,
      );
      const [before, after] = [chain(rows), chain(changed)];
      for (const [index, hash] of before.entries()) expect(hash === after[index]).toBe(index < changedAt);
    }),
  );
});

test('removing or exchanging rows changes the last hash', () => {
  const [a, b, c] = [{ row: 1 }, { row: 2 }, { row: 3 }];
  const ends = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [a, c],
    [b, c],
  ].map((rows) => chain(rows).at(-1));
  expect(new Set(ends).size).toBe(ends.length);
});
