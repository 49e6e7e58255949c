import { expect, test } from 'vitest';
import { mostSimilar } from './similar.ts';

const WORDS = ['orders', 'client_accounts', 'partner_accounts', 'clients', 'rates', 'kyc'];

test.each([
  ['order', 'orders'],
  ['ordres', 'orders'],
  ['Orders', 'orders'],
  ['clinets', 'clients'],
  ['client_account', 'client_accounts'],
  ['client-accounts', 'client_accounts'],
  ['rate', 'rates'],
  ['kcy', 'kyc'],
])('%s is taken for %s', (typed, meant) => {
  expect(mostSimilar(typed, WORDS)).toBe(meant);
});

test.each(['prices', '', 'x', 'xyz', 'o'.repeat(10_000)])('%s is like no word', (typed) => {
  expect(mostSimilar(typed, WORDS)).toBeUndefined();
});

test('of similar words, the nearest is meant, and the first of those equally near', () => {
  expect(mostSimilar('abcd', ['abxx', 'abcx', 'abcy'])).toBe('abcx');
});
