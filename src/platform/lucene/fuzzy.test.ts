import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';

const { sql } = await createTestDatabase();

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, each counted once. */
function distance(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  const rows = a.map(() => [] as number[]);
  const at = (i: number, j: number): number => (i < 0 ? j + 1 : j < 0 ? i + 1 : (rows[i]?.[j] ?? 0));
  for (const i of a.keys()) {
    for (const j of b.keys()) {
      const replaced = at(i - 1, j - 1) + (a[i] === b[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length - 1, b.length - 1);
}

test('lucene_within counts edits as the textbook does', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '🚀'), maxLength: 7 });
  const pairs = fc.sample(fc.tuple(text, text), { numRuns: 6000, seed: 1 });
  const rows = await sql<{ one: boolean; two: boolean }[]>`
    select lucene_within(value, term, 1) as one, lucene_within(value, term, 2) as two
    from unnest(${pairs.map(([value]) => value)}::text[], ${pairs.map(([, term]) => term)}::text[])
      with ordinality as pair (value, term, number)
    order by number`;
  const expected = pairs.map(([value, term]) => ({
    one: distance(value, term) <= 1,
    two: distance(value, term) <= 2,
  }));
  expect([...rows]).toEqual(expected);
  expect(expected.filter(({ two }) => two).length).toBeGreaterThan(500);
});
