import { expect, it } from 'vitest';
import { complete } from './complete.ts';

const FIELDS = [
  { name: 'status', description: 'The status.', kind: 'keyword', values: ['FAILED', 'APPROVAL_REQUESTED'] },
  { name: 'alias', description: 'The destination.', kind: 'keyword', values: ['cold wallet'] },
  { name: 'amount', description: 'The amount.', kind: 'number', values: [] },
];

const labels = (before: string) => complete(before, FIELDS)?.options.map(({ label }) => label);

it.each([
  ['', ['status', 'alias', 'amount']],
  ['sta', ['status', 'alias', 'amount']],
  ['status:FAILED ', ['status', 'alias', 'amount', 'AND', 'OR', 'NOT']],
  ['status:FAILED AND (a', ['status', 'alias', 'amount', 'AND', 'OR', 'NOT']],
  ['status:', ['FAILED', 'APPROVAL_REQUESTED']],
  ['-status:FA', ['FAILED', 'APPROVAL_REQUESTED']],
  ['amount:', undefined],
  ['unknown:x', undefined],
  ['reference:"a b', undefined],
])('completes %j', (before, expected) => {
  expect(labels(before)).toEqual(expected);
});

it('replaces what was typed of the word, and quotes values where needed', () => {
  expect(complete('x AND status:FA', FIELDS)?.from).toBe('x AND status:'.length);
  expect(complete('alias:', FIELDS)?.options[0]?.apply).toBe('"cold wallet"');
  expect(complete('alias:"co', FIELDS)?.options[0]?.apply).toBe('cold wallet"');
});
