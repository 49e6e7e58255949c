import * as fc from 'fast-check';
import { isLosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { ExactJson } from './decimal.ts';

const NAMES = ['amount', 'reward_usd'];
const json = new ExactJson(NAMES);

/** Numbers as a server may write them, with more digits than a binary number holds. */
const digits = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.option(fc.stringMatching(/^\d{1,20}$/)))
  .map(
    ([isNegative, whole, fraction]) =>
      `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  );

const name = fc.oneof(fc.constantFrom(...NAMES, 'count'), fc.string());

/** JSON text with numbers of any length; strings contain what looks like members. */
const text = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    digits,
    fc
      .oneof(fc.string(), fc.constantFrom('"amount":1.50', 'a\\"amount": 2', ',"amount":3'))
      .map((s) => JSON.stringify(s)),
    fc.constantFrom('true', 'null'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(name, tie('value'), fc.constantFrom(':', ' : ', ':\n')), { maxLength: 4 })
    .map(
      (members) => `{${members.map(([key, value, colon]) => JSON.stringify(key) + colon + value).join(',')}}`,
    ),
})).object;

/** The second opinion: every named number as text, all others as binary numbers. */
function expected(value: unknown, key = ''): unknown {
  if (isLosslessNumber(value)) return NAMES.includes(key) ? value.toString() : Number(value.toString());
  if (Array.isArray(value)) return value.map((item) => expected(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expected(member, name)]));
}

describe('exact JSON', () => {
  it('gives named numbers with all their digits and leaves everything else as it is', () => {
    fc.assert(
      fc.property(text, (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(json.parse(text)).toEqual(
          expected(parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue })),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('writes the digits that it has read', () => {
    fc.assert(
      fc.property(digits, fc.string(), (amount, note) => {
        const text = json.stringify({ note, amount, nested: [{ reward_usd: amount }], count: 1 });
        expect(text).toContain(`"amount":${amount},`);
        expect(json.parse(text)).toEqual({ note, amount, nested: [{ reward_usd: amount }], count: 1 });
      }),
    );
  });

  it('leaves a field alone that is a whole number in this answer', () => {
    expect(json.parse('{"amount":12,"reward_usd":12}', ['amount'])).toEqual({ amount: 12, reward_usd: '12' });
  });

  it('sends text that is not a number as text, so that the server can refuse it', () => {
    expect(json.stringify({ amount: '1,5' })).toBe('{"amount":"1,5"}');
    expect(json.stringify({ amount: '007' })).toBe('{"amount":"007"}');
  });
});
