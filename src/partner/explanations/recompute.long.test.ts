import { expect, test } from 'vitest';
import { loadDemo } from '../demo/index.ts';
import { testFacts } from '../testing/facts.ts';
import { checkAll, creditThrough } from './testing/check.ts';
import { checkRandomPrograms } from './testing/random.ts';

test('every order and every credited row of a demo explains itself to the last digit', async () => {
  const context = await testFacts();
  await loadDemo(context, { seed: 1, orders: 200 });
  await creditThrough(context, '2024-05-31');
  const { formulas } = await checkAll(context);
  expect(formulas.size).toBe(6);
}, 600_000);

test('explanations of many random programs, with all formulas and kinds of rewards, equal what is stored', async () => {
  const { formulas, kinds } = await checkRandomPrograms(12);
  expect([formulas.size, kinds.size]).toEqual([6, 5]);
}, 600_000);
