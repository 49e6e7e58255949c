import { expect, test } from 'vitest';
import { texts } from './texts.ts';

test.each([
  ['10', '10'],
  ['10.0000', '10'],
  ['8.5000', '8.5'],
  ['0.0000', '0'],
  [100, '100'],
])('a reward size of %s is shown as %s', (reward_size, shown) => {
  const fact = { formula_code: 'formula_forex', reward_size, reward_size_currency: 'USD' };
  expect(texts.pays(fact)).toBe(`${shown} USD a lot`);
});
