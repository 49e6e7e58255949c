import { expect, test } from 'vitest';
import { STATUSES } from './schema.ts';
import { checkRandomDisbursements } from './testing/model.ts';

test('random histories with lost connections leave the books of an independent model after every step', async () => {
  const { statuses, lost } = await checkRandomDisbursements(12, 60);
  expect([...statuses].toSorted()).toEqual(STATUSES.toSorted());
  expect(lost).toBeGreaterThan(10);
}, 900_000);
