import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256, type Json } from './canonical.ts';
import { Decimal } from './decimal.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

const plain = (value: Json): unknown => JSON.parse(JSON.stringify(value));

/** The same value, with the members of every object inserted in the opposite order. */
function reordered(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(reordered);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member as Json)]),
  );
}

describe('canonical JSON', () => {
  test.each<[string, Json, string]>([
    ['sorts the keys at every depth', { b: 1, a: { d: 2, c: 3 } }, '{"a":{"c":3,"d":2},"b":1}'],
    ['leaves absent members out but keeps null', { a: undefined, b: null }, '{"b":null}'],
    ['keeps the order of arrays', [3, 1, 2], '[3,1,2]'],
    ['escapes keys and texts', { 'a"b': 'line\nend' }, String.raw`{"a\"b":"line\nend"}`],
    ['writes bare values', 'text', '"text"'],
    ['writes empty containers', { a: [], b: {} }, '{"a":[],"b":{}}'],
  ])('%s', (_, value, text) => expect(canonicalJson(value)).toBe(text));

  test('writes dates and decimals as their text', () => {
    const value = { b: new Date(0), a: Decimal.parse('1.50') } as unknown as Json;
    expect(canonicalJson(value)).toBe('{"a":"1.50","b":"1970-01-01T00:00:00.000Z"}');
  });

  test('is JSON for the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(plain(value));
      }),
    );
  });

  test('is the same text for any order of the members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reordered(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test('is the same text for two values only when they are equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(canonicalJson(a) === canonicalJson(b)).toBe(isDeepStrictEqual(plain(a), plain(b)));
      }),
    );
  });
});

describe('sha256', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('gives the published digest of %j', (text, digest) => expect(sha256(text).toString('hex')).toBe(digest));

  test('hashes its parts as one text', () => {
    expect(sha256('a', Buffer.from('b'), 'c')).toEqual(sha256('abc'));
  });
});
