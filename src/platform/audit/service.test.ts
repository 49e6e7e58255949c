import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { migrate } from '../postgres/index.ts';
import { sealAudit, verifyAudit } from './index.ts';
import { write } from './testing/entries.ts';

const MIGRATIONS = join(PACKAGE_ROOT, 'migrations');
/** The first migration after which entries have a service. */
const WITH_SERVICE = '0034_audit_service.sql';

const database = await createTestDatabase({ empty: true });
const { db, sql } = database;

/** Writes an entry as versions without services do, and does not seal it. */
const writeWithout = (action: string, details: object = {}) => sql`
  insert into audit_log (at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details, trace_id)
  values (now(), 'acme', 'client', 'desk', ${action}, 'thing', 'a', ${sql.json(details as never)}, 't')`;

const services = async () =>
  (
    await sql<{ action: string; service: string | null }[]>`select action, service from audit_log order by id`
  ).map(({ action, service }) => [action, service]);

const OLD: [action: string, details: object, service: string | null][] = [
  ['withdrawal.vote', {}, 'trading'],
  ['job.retry', {}, 'trading'],
  ['batch.append', {}, 'partner'],
  ['program.change', {}, 'partner'],
  ['link.create', {}, 'partner'],
  ['rebate-group.create', {}, 'partner'],
  ['person.invite', {}, null],
  ['credential.create', {}, null],
  ['factor.add-app', {}, null],
  ['session.start', { service: 'partner' }, 'partner'],
  ['sign-in.fail', { service: 'trading' }, 'trading'],
  ['session.end', { sessions: [] }, null],
];

it('entries of before get their service and keep their hashes, earlier versions can still write, and new ones are hashed with it', async () => {
  const before = temporaryFolder();
  for (const name of await readdir(MIGRATIONS)) {
    if (name < WITH_SERVICE) await copyFile(join(MIGRATIONS, name), join(before, name));
  }
  await migrate(database, before);
  for (const [action, details] of OLD) await writeWithout(action, details);
  await sealAudit(db);
  await writeWithout('payout.make');
  const sealed = await sql`select seq, prev_hash, hash from audit_log where seq is not null order by seq`;

  await migrate(database);
  expect(await sql`select seq, prev_hash, hash from audit_log where seq is not null order by seq`).toEqual(
    sealed,
  );
  for (const [action, details] of OLD) await writeWithout(action, details);
  await write(db, 'a', {}, { service: 'partner' });
  await write(db, 'a', {}, { service: 'partner', action: 'person.invite' });
  await sealAudit(db);
  const expected = OLD.map(([action, , service]) => [action, service]);
  expect(await services()).toEqual([
    ...expected,
    ['payout.make', 'partner'],
    ...expected,
    ['note.create', 'partner'],
    ['person.invite', null],
  ]);
  const rows = OLD.length * 2 + 3;
  expect(await verifyAudit(db)).toMatchObject({ rows, pending: 0, fault: undefined });

  await sql`set session_replication_role = replica`;
  await sql`update audit_log set service = 'trading' where action = 'note.create'`;
  expect((await verifyAudit(db)).fault).toMatchObject({ seq: String(rows - 1), kind: 'changed' });
});

it('an unknown service is refused', async () => {
  await expect(write(db, 'a', {}, { service: 'metrics' })).rejects.toThrow('check constraint');
});
