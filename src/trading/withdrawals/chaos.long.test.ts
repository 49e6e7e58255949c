import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { unleash } from './testing/chaos.ts';

const database = await createTestDatabase();

it('money moves exactly once for each withdrawal, though servers are killed 30 times and the venue misbehaves', async () => {
  const seed = Number(process.env['SEED'] ?? 1);
  const report = await unleash({ databaseUrl: database.url, kills: 30, endings: 61, seed, say: () => {} });
  expect(report.faults, `With the seed ${seed}`).toEqual([]);
  expect(Object.keys(report.endings).toSorted()).toEqual(['COMPLETED', 'FAILED']);
  expect(report.accepted).toBeGreaterThan(60);
  expect(Object.values(report.endings).reduce((sum, count) => sum + count)).toBeGreaterThan(60);
}, 900_000);
