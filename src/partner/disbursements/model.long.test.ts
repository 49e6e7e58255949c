import { expect, test } from 'vitest';
import { STATUSES } from './schema.ts';
import { checkRandomDisbursements } from './testing/model.ts';

const MOST_ROUNDS = 5;

test('random histories with lost connections leave the books of an independent model after every step', async () => {
  const seen = new Set<string>();
  let cut = 0;
  // Few random histories may leave out a status.
  for (let round = 0; round < MOST_ROUNDS && (cut <= 10 || seen.size < STATUSES.length); round++) {
    const { statuses, lost } = await checkRandomDisbursements(12, 60);
    for (const status of statuses) seen.add(status);
    cut += lost;
  }
  expect([...seen].toSorted()).toEqual(STATUSES.toSorted());
  expect(cut).toBeGreaterThan(10);
}, 900_000);
