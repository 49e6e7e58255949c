import { array, assert, bigInt, nat, property } from 'fast-check';
import { expect, it } from 'vitest';
import { othersOf, ownLines, sumOf } from './others.ts';

/** In units of the eighth decimal, which whole numbers add up without rounding. */
const UNITS = 100_000_000n;
const written = (units: bigint): string => {
  const size = units < 0n ? -units : units;
  return `${units < 0n ? '-' : ''}${size / UNITS}.${String(size % UNITS).padStart(8, '0')}`;
};
const amount = bigInt({ min: -(10n ** 24n), max: 10n ** 24n });

it('the parts and the others add up to the total of every place, to the last digit', () => {
  const holds = property(
    array(array(amount, { maxLength: 8 }), { minLength: 1 }),
    nat(4),
    (places, shown) => {
      const totals = places.map((all) => written(all.reduce((sum, each) => sum + each, 0n)));
      const parts = Array.from({ length: shown }, (_, part) => places.map((all) => written(all[part] ?? 0n)));
      const others = othersOf(totals, parts, Infinity) ?? places.map(() => '0');
      for (const [place, total] of totals.entries()) {
        const drawn = [...parts.map((part) => part[place] ?? '0'), others[place] ?? '0'];
        expect(sumOf([sumOf(drawn), total.startsWith('-') ? total.slice(1) : `-${total}`])).toBe('0');
      }
    },
  );
  expect(() => assert(holds)).not.toThrow();
});

it('where the parts are all there is, there are no others', () => {
  expect(othersOf(['3', '1.5'], [['1', '1.50'], ['2']], 3)).toBeUndefined();
  expect(othersOf(['3', '1.5'], [['1', '1.5']], 3)).toEqual(['2', '0']);
  // Of 10.4 and 10.4, in whole dollars.
  expect(othersOf(['21'], [['10'], ['10']], 2)).toBeUndefined();
});

const group = (value: string, amount: string) => ({ value, amount });

it('a group of nothing, or with an address too long to be asked for, has no line of its own', () => {
  const long = `https://example.com/${'a'.repeat(300)}`;
  const groups = [group('b', '4'), group(long, '3'), group('', '2'), group('c', '0.00'), group('d', '-1')];
  expect(ownLines(groups, 4).map(({ value }) => value)).toEqual(['b', '', 'd']);
  expect(ownLines(groups, 2).map(({ value }) => value)).toEqual(['b', '']);
});
