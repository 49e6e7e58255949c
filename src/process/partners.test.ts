import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { killPartners } from './testing/kill-partners.ts';

const { url } = await createTestDatabase();

test(
  'no batch is lost or doubled when partner processes are killed, reading goes on, and all agree at the end',
  { timeout: 300_000 },
  async () => {
    const { batches, faults } = await killPartners({ databaseUrl: url, kills: 3, seed: 7 });
    expect(faults).toEqual([]);
    expect(batches).toBeGreaterThan(10);
  },
);
