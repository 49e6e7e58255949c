import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pair, type ReceivedEnd, type SentEnd } from './pair.ts';

const HASH = `0x${'aB'.repeat(32)}`;
const ADDRESS = `0x${'cD'.repeat(20)}`;
const AT = new Date('2026-03-01T12:00:00.000Z');

const sent = (change: Partial<SentEnd> = {}): SentEnd => ({
  id: 's1',
  network: 'ETHEREUM',
  address: ADDRESS,
  tag: null,
  amount: '1.50',
  hash: HASH,
  internalId: null,
  at: AT,
  ...change,
});
const received = (change: Partial<ReceivedEnd> = {}): ReceivedEnd => ({ ...sent({ id: 'r1' }), ...change });

describe('what left and what arrived', () => {
  it.each<[string, Partial<ReceivedEnd>]>([
    ['are the same in every member', {}],
    ['differ in zeros of the amount', { amount: '1.5' }],
    [
      'differ in the case of a hexadecimal hash and address',
      { hash: HASH.toLowerCase(), address: ADDRESS.toLowerCase() },
    ],
    ['differ in the 0x of the hash', { hash: HASH.slice(2).toUpperCase() }],
    ['are at a venue that names no network', { network: null }],
  ])('belong together when they %s', (_name, change) => {
    expect(pair([sent()], [received(change)])).toEqual({ pairs: [['s1', 'r1']], doubtful: [] });
  });

  it.each<[string, Partial<ReceivedEnd>]>([
    ['transaction', { hash: `0x${'12'.repeat(32)}` }],
    ['transaction, because it is not known', { hash: null }],
    ['address', { address: `0x${'12'.repeat(20)}` }],
    ['address, because it is not known', { address: null }],
    ['tag', { tag: '7' }],
    ['amount in its last digit', { amount: '1.500000000000000001' }],
    ['amount, which is cut', { amount: '1' }],
    ['network', { network: 'ARBITRUM' }],
  ])('do not belong together when they differ in the %s', (_name, change) => {
    expect(pair([sent()], [received(change)])).toEqual({ pairs: [], doubtful: [] });
  });

  it('keep the case of hashes and addresses that are not hexadecimal', () => {
    const [hash, address] = [
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
      'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    ];
    expect(pair([sent({ hash, address })], [received({ hash, address })]).pairs).toHaveLength(1);
    expect(pair([sent({ hash, address })], [received({ hash: hash.toLowerCase(), address })]).pairs).toEqual(
      [],
    );
    expect(
      pair([sent({ hash, address })], [received({ hash, address: address.toLowerCase() })]).pairs,
    ).toEqual([]);
  });

  it('without a transaction belong together by the number of the exchange only', () => {
    const inside = { hash: null, internalId: 'Internal transfer 7' };
    expect(pair([sent(inside)], [received(inside)]).pairs).toHaveLength(1);
    expect(pair([sent(inside)], [received({ hash: null, internalId: 'Internal transfer 8' })]).pairs).toEqual(
      [],
    );
    // A number is no hash.
    expect(pair([sent({ hash: '7' })], [received({ hash: null, internalId: '7' })]).pairs).toEqual([]);
  });

  it('that are equal several times are paired in the order of time', () => {
    const later = new Date(AT.getTime() + 1);
    const both = [sent({ id: 's2', at: later }), sent()];
    expect(pair(both, [received()]).pairs).toEqual([['s1', 'r1']]);
    expect(pair(both, [received({ id: 'r2', at: later }), received()]).pairs).toEqual([
      ['s1', 'r1'],
      ['s2', 'r2'],
    ]);
  });

  it('are doubtful when more arrived than left', () => {
    expect(pair([sent()], [received(), received({ id: 'r2' })])).toEqual({ pairs: [], doubtful: ['s1'] });
  });

  it('are never paired twice, and every pair is equal in transaction, address, tag and amount', () => {
    const end = {
      address: fc.constantFrom('a', 'b'),
      tag: fc.constantFrom(null, '1'),
      amount: fc.constantFrom('1', '1.0', '2'),
      hash: fc.constantFrom('h', 'i', null),
      internalId: fc.constantFrom(null, 'n'),
      network: fc.constantFrom('X', 'Y'),
      at: fc.constant(AT),
    };
    const ends = fc.array(fc.record(end), { maxLength: 8 });
    fc.assert(
      fc.property(ends, ends, (left, arrived) => {
        const out = left.map((one, index) => ({ ...one, id: `s${index}` }));
        const into = arrived.map((one, index) => ({ ...one, id: `r${index}` }));
        const { pairs } = pair(out, into);
        expect(new Set(pairs.map(([id]) => id)).size).toBe(pairs.length);
        expect(new Set(pairs.map(([, id]) => id)).size).toBe(pairs.length);
        for (const [first, second] of pairs) {
          const [a, b] = [out.find(({ id }) => id === first), into.find(({ id }) => id === second)];
          const view = (one: typeof a) => [
            one?.address,
            one?.tag,
            Number(one?.amount),
            one?.hash,
            one?.network,
          ];
          expect(view(b)).toEqual(view(a));
        }
      }),
    );
  });
});
