import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { killPartners } from './testing/kill-partners.ts';

const { url } = await createTestDatabase();

test(
  'no batch is lost or doubled when partner processes are killed, reading goes on, and all agree at the end',
  { timeout: 300_000 },
  async () => {
    const { batches, longestOutageMs, lagMs, faults } = await killPartners({
      databaseUrl: url,
      kills: 2,
      seed: 7,
    });
    expect(faults).toEqual([]);
    expect(batches).toBeGreaterThan(10);
    // With room for a busy machine; `npm run chaos` prints the figures of a quiet one.
    expect(longestOutageMs).toBeLessThan(10_000);
    expect(lagMs.median).toBeLessThan(5_000);
  },
);
