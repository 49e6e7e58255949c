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
    // Five seconds, and room for three batches on a busy machine.
    expect(longestOutageMs).toBeLessThan(10_000);
    expect(lagMs.median).toBeLessThan(1_000);
  },
);
