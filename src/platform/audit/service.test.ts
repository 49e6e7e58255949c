import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { sealAudit, verifyAudit } from './index.ts';
import { write } from './testing/entries.ts';
import { SERVICES, servicesOf, writeWithout } from './testing/services.ts';

const { db, sql } = await createTestDatabase();

it('entries without a service get theirs, and the hash covers it', async () => {
  for (const [action, details] of SERVICES) await writeWithout(sql, action, details);
  await write(db, 'a', {}, { service: 'partner' });
  await write(db, 'a', {}, { service: 'partner', action: 'person.invite' });
  await sealAudit(db);
  expect(await servicesOf(sql)).toEqual([
    ...SERVICES.map(([action, , service]) => [action, service]),
    ['note.create', 'partner'],
    ['person.invite', null],
  ]);
  const rows = SERVICES.length + 2;
  expect(await verifyAudit(db)).toMatchObject({ rows, pending: 0, fault: undefined });

  await sql`set session_replication_role = replica`;
  await sql`update audit_log set service = 'trading' where action = 'note.create'`;
  expect((await verifyAudit(db)).fault).toMatchObject({ seq: String(rows - 1), kind: 'changed' });
});

it('an unknown service is refused', async () => {
  await expect(write(db, 'a', {}, { service: 'metrics' })).rejects.toThrow('check constraint');
});
