import { afterAll, expect, inject, test } from 'vitest';
import { openClickhouse } from '../../platform/clickhouse/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { killPartners } from '../testing/kill-partners.ts';

const [url = ''] = inject('clickhouseUrls');
const database = 'kills';
const clickhouse = openClickhouse({
  url,
  username: 'default',
  password: '',
  connections: 1,
  database: 'default',
});
await clickhouse.run(`create database ${database}`);
afterAll(async () => {
  await clickhouse.run(`drop database ${database} sync`);
  await clickhouse.close();
});

/** Each process that holds the lease of the writer feeds ClickHouse, so kills meet it in the middle of batches. */
test('no batch is lost, doubled or seen in part when the processes that feed ClickHouse are killed', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const { batches, faults } = await killPartners({
    databaseUrl,
    kills: 6,
    seed: 11,
    settings: {
      facts: {
        engine: 'clickhouse',
        clickhouseNodes: [url],
        clickhouseUser: 'default',
        clickhouseDatabase: database,
      },
    },
  });
  expect(faults).toEqual([]);
  expect(batches).toBeGreaterThan(20);
});
