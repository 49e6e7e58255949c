import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Entry, type OwnEntry } from './compare.ts';

const own = (change: Partial<OwnEntry> = {}): OwnEntry => ({
  id: 'a',
  venueId: 'v',
  status: 'COMPLETED',
  values: { asset: 'BTC', amount: '1' },
  isExpected: true,
  fits: (status) => status === 'completed',
  ...change,
});
const their = (change: Partial<Entry> = {}): Entry => ({
  id: 'a',
  venueId: 'v',
  status: 'completed',
  values: { asset: 'BTC', amount: '1' },
  ...change,
});
const kinds = (ours: readonly OwnEntry[], theirs: readonly Entry[]) =>
  compare(ours, theirs).differences.map(({ kind, fields }) => [kind, ...fields].join(' '));

describe('two entries', () => {
  it('with the same reference are equal, or differ by the named fields', () => {
    expect(compare([own()], [their()])).toEqual({ matched: 1, differences: [] });
    expect(kinds([own()], [their({ values: { asset: 'ETH', amount: '2' } })])).toEqual([
      'different asset amount',
    ]);
    expect(kinds([own()], [their({ status: 'failed' })])).toEqual(['different status']);
  });

  it('match by the venue’s id where the venue shows no reference', () => {
    expect(compare([own()], [their({ id: null })]).matched).toBe(1);
    expect(kinds([own({ venueId: null })], [their({ id: null })])).toEqual([
      'only at the venue',
      'only here',
    ]);
  });

  it('do not match by ids that neither side knows', () => {
    expect(kinds([own({ venueId: null })], [their({ id: 'b', venueId: null })])).toEqual([
      'only at the venue',
      'only here',
    ]);
  });
});

it('a second payment under one reference is something that only the venue knows', () => {
  expect(kinds([own()], [their(), their({ venueId: 'w' })])).toEqual(['only at the venue']);
});

it('what the venue need not have is missed by nobody', () => {
  expect(kinds([own({ isExpected: false })], [])).toEqual([]);
});

/** Entries with few ids, so that many match. Ours have unique ids, as in the database. */
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const amounts = fc.constantFrom('1', '2');
const ours = fc.uniqueArray(fc.record({ id: ids, amount: amounts, isExpected: fc.boolean() }), {
  selector: ({ id }) => id,
});
const theirs = fc.array(fc.record({ id: ids, amount: amounts, showsReference: fc.boolean() }));

it('agrees with pairing the entries one by one', () => {
  fc.assert(
    fc.property(ours, theirs, (here, there) => {
      const left = [...here];
      const expected: string[] = [];
      let matched = 0;
      for (const { id, amount } of there) {
        const index = left.findIndex((one) => one.id === id);
        const [pair] = index < 0 ? [] : left.splice(index, 1);
        if (!pair) expected.push(`only at the venue ${id}`);
        else if (pair.amount === amount) matched += 1;
        else expected.push(`different ${id}`);
      }
      for (const { id, isExpected } of left) if (isExpected) expected.push(`only here ${id}`);
      const compared = compare(
        here.map(({ id, amount, isExpected }) =>
          own({ id, venueId: `v${id}`, values: { amount }, isExpected }),
        ),
        there.map(({ id, amount, showsReference }) =>
          their({ id: showsReference ? id : null, venueId: `v${id}`, values: { amount } }),
        ),
      );
      const found = compared.differences.map(
        ({ kind, here, there }) => `${kind} ${here?.id ?? there?.venueId?.slice(1)}`,
      );
      expect({ matched: compared.matched, found: found.toSorted() }).toEqual({
        matched,
        found: expected.toSorted(),
      });
    }),
  );
});
