import { expect, it } from 'vitest';
import { redact } from './index.ts';
import { RECIPIENTS } from './testing/samples.ts';

const PERSON = RECIPIENTS['a person with an account elsewhere'];

it.each([
  ['as it was given', 'The name Ada Zyxmark is not known.', 'The name … is not known.'],
  ['in part and in another case', 'ZYXMARK: unknown', '…: unknown'],
  ['as JSON writes it', String.raw`{"name":"\u005ayxmark Lovelace"}`, '{"name":"…"}'],
  ['as an address writes it', 'name=Ada%20Zyxmark&x=Ada+Zyxmark', 'name=…&x=…'],
])('what was said about people is hidden, %s', (_how, text, expected) => {
  expect(redact(text, PERSON)).toBe(expected);
});

it('nothing else is changed, also where a short name is a part of a word', () => {
  const data = { ...PERSON, party: { kind: 'NATURAL', firstName: 'Al', lastName: 'In' } } as typeof PERSON;
  expect(redact('The balance is too small.', data)).toBe('The balance is too small.');
  expect(redact('Al is not known.', data)).toBe('… is not known.');
  expect(redact('The name is not known.', undefined)).toBe('The name is not known.');
});
