import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { killTransfers } from './testing/chaos.ts';

const database = await createTestDatabase();

it('the sum of balances, of money in flight and of fees stays the same, though servers are killed 12 times', async () => {
  const seed = Number(process.env['SEED'] ?? 1);
  const { faults, ...report } = await killTransfers({
    databaseUrl: database.url,
    kills: 12,
    seed,
    say: () => {},
  });
  expect(faults, `With the seed ${seed}`).toEqual([]);
  expect(report.checks).toBe(5);
  expect(report.endings['COMPLETED']).toBeGreaterThan(12);
  expect(report.foreign).toBeGreaterThan(3);
}, 900_000);
