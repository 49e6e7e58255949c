import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { killDisbursements } from './testing/disbursements/kill.ts';

const { url } = await createTestDatabase();

test('whenever a product is killed, every account adds up, and nobody is paid twice or too much', async () => {
  const { repeated, endings, faults } = await killDisbursements({ databaseUrl: url, kills: 12, seed: 7 });
  expect(faults).toEqual([]);
  expect(repeated).toBeGreaterThan(12);
  expect(Object.keys(endings)).toEqual(
    expect.arrayContaining(['bank PAID', 'external PAID', 'chain PAID', 'bank RETURNED', 'bank FAILED']),
  );
}, 900_000);
