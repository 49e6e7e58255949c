import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { findGrowth, soak } from '../testing/soak.ts';

const ROUNDS = 20;

test('twice the work of all kinds takes no more memory', { timeout: 600_000 }, async () => {
  const { url } = await createTestDatabase();
  const report = await soak({ databaseUrl: url, goOn: (rounds) => rounds < ROUNDS });
  expect(report.faults).toEqual([]);
  expect(findGrowth(report)).toEqual([]);
});
