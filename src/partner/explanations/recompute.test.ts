import { expect, test } from 'vitest';
import { checkRandomPrograms } from './testing/random.ts';

test('every explanation of random programs, recomputed by another library, equals the amount shown and stored', async () => {
  const { formulas } = await checkRandomPrograms(1);
  expect(formulas.size).toBeGreaterThan(0);
});
