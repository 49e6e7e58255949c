import { expect, it } from 'vitest';
import { redact } from './index.ts';
import { RECIPIENTS } from './testing/samples.ts';

const PERSON = RECIPIENTS['a person with an account elsewhere'];

it.each([
  ['as it was given', 'The name Ada Zyxmark is not known.', 'The name … is not known.'],
  ['in part and in another case', 'ZYXMARK: unknown', '…: unknown'],
  ['as JSON writes it', String.raw`{"name":"\u005ayxmark Lovelace"}`, '{"name":"…"}'],
  ['as a form writes JSON', 'q=%7B%22x%22%3A%22Ada%20Zyxmark%22%7D', 'q={"x":"…"}'],
  ['after a line break of JSON', String.raw`{"info":"Unknown:\nZyxmark"}`, '{"info":"Unknown: …"}'],
  ['as an address writes it', 'name=Ada%20Zyxmark&x=Ada+Zyxmark', 'name=…&x=…'],
])('what was said about people is hidden, %s', (_how, text, expected) => {
  expect(redact(text, PERSON)).toBe(expected);
});

it.each([
  [
    'beside letters of a script without spaces',
    '山田太郎',
    '山田太郎様は確認できません',
    '…様は確認できません',
  ],
  ['beside Latin letters too', 'Ada', 'Ada様は確認できません', '…様は確認できません'],
  ['of one character', '王 伟', '姓名王不符', '姓名…不符'],
  ['without its accents', 'José Müller', 'JOSE MULLER is not known', '… is not known'],
  ['with accents of another form', 'Jose\u0301 Mu\u0308ller', 'José Müller and José', '… and …'],
  [
    'in capital letters that are more',
    'Strauß',
    'STRAUSS and Strauss are not known',
    '… and … are not known',
  ],
  [
    'with letters that others write plainly',
    'Łukasz Sørensen',
    'LUKASZ SORENSEN is not known',
    '… is not known',
  ],
  ['as German writes umlauts plainly', 'Jürgen Groß', 'JUERGEN GROSS is not known', '… is not known'],
  ['with signs that patterns know', 'A.B (C)|D', 'A.B (C)|D is not known, AxB is', '… is not known, AxB is'],
])('a name is hidden %s', (_how, name, text, expected) => {
  const data = { ...PERSON, party: { kind: 'NATURAL', localName: name } } as typeof PERSON;
  expect(redact(text, data)).toBe(expected);
});

it.each([
  ['a name', 'José Müller', 'Not known: Jos…', 'Not known: …'],
  ['its second word', 'José Müller', 'Not known: MULLE…', 'Not known: …'],
  ['a name without spaces', '山田太郎', '確認できません山田…', '確認できません…'],
  ['nothing of it', 'José Müller', 'The withdrawal is not kno…', 'The withdrawal is not kno…'],
])('where a text was cut off, the beginning of %s is hidden', (_what, name, text, expected) => {
  const data = { ...PERSON, party: { kind: 'NATURAL', localName: name } } as typeof PERSON;
  expect(redact(text, data)).toBe(expected);
});

it('nothing else is changed, also where a short name is a part of a word', () => {
  const data = { ...PERSON, party: { kind: 'NATURAL', firstName: 'Al', lastName: 'In' } } as typeof PERSON;
  expect(redact('The balance is too small.', data)).toBe('The balance is too small.');
  expect(redact('Al is not known.', data)).toBe('… is not known.');
  expect(redact('Alì kennt „Straße“ nicht: ガス.', data)).toBe('Alì kennt „Straße“ nicht: ガス.');
  expect(redact('The name is not known.', undefined)).toBe('The name is not known.');
});
