import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { migrateAsReleased, UPGRADE_FILES } from '../../testing/released.ts';
import { findPending, migrate } from './migrate.ts';
import { readCatalog } from './testing/catalog.ts';

/** What an upgraded database keeps for processes of the last release, until the next version removes it. */
const KEPT = `
  drop view idempotency_key, request_key, batch_key;
  drop function request_key_insert, batch_key_insert;
  alter table log_head drop column epoch, drop column holder, drop column address, drop column expires_at`;

const fresh = await createTestDatabase({ empty: true });
const upgraded = await createTestDatabase({ empty: true });

test.each([
  ['of the last release', 0],
  ['whose upgrade was interrupted', Math.floor(UPGRADE_FILES.length / 2)],
  ['that an unreleased version has upgraded', UPGRADE_FILES.length],
])('a database %s gets the schema of a new one, and nothing else is left to do', async (_, done) => {
  await upgraded.sql`drop schema public cascade; create schema public`.simple();
  await migrateAsReleased(upgraded, UPGRADE_FILES.slice(0, done));
  const pending = await findPending(upgraded.db);
  expect(pending.slice(0, UPGRADE_FILES.length - done)).toEqual(UPGRADE_FILES.slice(done));
  expect(await migrate(upgraded)).toEqual(pending);
  expect(await findPending(upgraded.db)).toEqual([]);

  await migrate(fresh);
  await upgraded.sql.unsafe(KEPT);
  expect(await readCatalog(upgraded.sql)).toEqual(await readCatalog(fresh.sql));
});
