import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { migrateAsReleased } from '../../testing/released.ts';
import { migrate } from '../postgres/index.ts';
import { sealAudit, verifyAudit } from './index.ts';
import { SERVICES, servicesOf, writeWithout } from './testing/services.ts';

const database = await createTestDatabase({ empty: true });
const { db, sql } = database;

it('entries of the last release get their service and keep their hashes, and its processes can still write', async () => {
  await migrateAsReleased(database);
  for (const [action, details] of SERVICES) await writeWithout(sql, action, details);
  await sealAudit(db);
  await writeWithout(sql, 'payout.make');
  const sealed = await sql`select seq, prev_hash, hash from audit_log where seq is not null order by seq`;
  expect(sealed).toHaveLength(SERVICES.length);

  await migrate(database);
  expect(await sql`select seq, prev_hash, hash from audit_log where seq is not null order by seq`).toEqual(
    sealed,
  );
  for (const [action, details] of SERVICES) await writeWithout(sql, action, details);
  await sealAudit(db);
  const expected = SERVICES.map(([action, , service]) => [action, service]);
  expect(await servicesOf(sql)).toEqual([...expected, ['payout.make', 'partner'], ...expected]);
  const rows = SERVICES.length * 2 + 1;
  expect(await verifyAudit(db)).toMatchObject({ rows, pending: 0, fault: undefined });
});
