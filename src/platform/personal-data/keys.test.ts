import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFaults, NO_KEYS, openPersonalData } from './index.ts';

const OLD = `old=${'o'.repeat(43)}=`;
const NEW = `new=${'n'.repeat(43)}=`;
const PERSON = { firstName: 'Ada', lastName: 'Lovelace' };

describe('what is sealed', () => {
  it('can be opened in its place, shows nothing of itself, and is never sealed the same way twice', () => {
    const data = openPersonalData([OLD]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const sealed = data.seal(value, 'acme 1');
        expect(data.open(sealed, 'acme 1')).toEqual(JSON.parse(JSON.stringify(value)));
        expect(data.seal(value as null, 'acme 1').sealed.equals(sealed.sealed)).toBe(false);
      }),
      { numRuns: 50 },
    );
    expect(data.seal(PERSON, 'acme 1').sealed.toString('latin1')).not.toContain('Lovelace');
  });

  it('cannot be opened in another place, with another key, or after any change', () => {
    const data = openPersonalData([OLD]);
    const one = data.seal(PERSON, 'acme 1');
    expect(() => data.open(one, 'acme 2')).toThrow(/authenticate/);
    expect(() => openPersonalData([`old=${'x'.repeat(43)}=`]).open(one, 'acme 1')).toThrow(/authenticate/);
    for (let byte = 0; byte < one.sealed.length; byte++) {
      const sealed = Buffer.from(one.sealed);
      sealed[byte] = (sealed[byte] ?? 0) ^ 1;
      expect(() => data.open({ ...one, sealed }, 'acme 1')).toThrow(/authenticate/);
    }
  });

  it('is sealed with the first key and opened with any; a key that is gone is named', () => {
    const before = openPersonalData([OLD]).seal(PERSON, 'acme 1');
    const rotated = openPersonalData([NEW, OLD]);
    expect(rotated.open(before, 'acme 1')).toEqual(PERSON);
    const after = rotated.seal(PERSON, 'acme 1');
    expect(after.keyId).toBe('new');
    expect(openPersonalData([NEW]).open(after, 'acme 1')).toEqual(PERSON);
    expect(() => openPersonalData([NEW]).open(before, 'acme 1')).toThrow(/key old .* personalData\.keys/);
  });
});

it('the hash tells values and tenants apart, keeps its value under a further key, and cannot be made without the key', () => {
  const data = openPersonalData([OLD]);
  const own = data.hash('acme', PERSON);
  expect(data.hash('acme', { lastName: 'Lovelace', firstName: 'Ada' })).toBe(own);
  expect(openPersonalData([NEW, OLD]).hash('acme', PERSON)).toBe(own);
  const others = [
    data.hash('other', PERSON),
    data.hash('acme', { ...PERSON, lastName: 'Byron' }),
    openPersonalData([NEW]).hash('acme', PERSON),
  ];
  expect(new Set([own, ...others]).size).toBe(4);
});

it('without a key everything is refused, with the setting that is missing', () => {
  for (const use of [() => NO_KEYS.hash('acme', PERSON), () => NO_KEYS.seal(PERSON, 'acme 1')])
    expect(use).toThrow(/personalData\.keys/);
});

it('two keys cannot have one id', () => {
  expect(keyFaults([NEW, OLD])).toEqual([]);
  expect(keyFaults([OLD, OLD])).toHaveLength(1);
});
