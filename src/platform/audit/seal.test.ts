import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { contextOf, createNote, createNotes } from '../commands/testing/notes.ts';
import { run } from '../commands/index.ts';
import { connect } from '../postgres/index.ts';
import { sealAudit, verifyAudit, type JsonObject } from './index.ts';
import { write } from './testing/entries.ts';
import { thorough } from '../../testing/effort.ts';

const database = await createTestDatabase();
const { db, sql } = database;
await createNotes(database);

beforeEach(async () => {
  await sealAudit(db);
  await sql`set session_replication_role = replica`;
  await sql`truncate audit_log`;
  await sql`set session_replication_role = origin`;
});

describe('sealing', () => {
  it('chains the rows of many writers in many processes without a gap', async () => {
    const other = connect({
      url: database.url,
      poolSize: 4,
      statementTimeoutMs: 10_000,
      applicationName: 'test',
    });
    onTestFinished(() => other.close());
    const writeAndSeal = async (index: number) => {
      const writer = index % 2 === 0 ? db : other.db;
      await write(writer, String(index));
      await sealAudit(writer);
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => writeAndSeal(index)));
    expect(await verifyAudit(db)).toMatchObject({ rows: 200, pending: 0, fault: undefined });
  });

  it('covers everything committed before the call', async () => {
    for (let index = 0; index < 20; index += 1) {
      const busy = sealAudit(db);
      await write(db, String(index));
      await sealAudit(db);
      expect(await sql`select from audit_log where seq is null`).toHaveLength(0);
      await busy;
    }
  });

  it('takes more rows than go into one batch', async () => {
    await sql`
      insert into audit_log (at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details, trace_id)
      select now(), 'acme', 'client', 'desk', 'note.create', 'note', n, '{}', 't' from generate_series(1, 2500) n`;
    await sealAudit(db);
    expect(await verifyAudit(db)).toMatchObject({ rows: 2500, pending: 0, fault: undefined });
  });

  it('follows a command by itself', async () => {
    await run(contextOf(db), createNote, { text: 'a' });
    await expect.poll(() => sql`select from audit_log where seq = 1`).toHaveLength(1);
  });

  thorough('includes the row of a process that crashed after its commit', async () => {
    const program = await bundle(join(import.meta.dirname, 'testing/crash.ts'));
    onTestFinished(program.remove);
    const child = fork(program.path, [database.url], { execArgv: [] });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(await verifyAudit(db)).toMatchObject({ rows: 1, pending: 1, fault: undefined });
    await sealAudit(db);
    expect(await verifyAudit(db)).toMatchObject({ rows: 2, pending: 0, fault: undefined });
  });

  it('goes on after a failure', async () => {
    await write(db, 'a');
    await sql`alter table audit_log rename to gone`;
    await expect(sealAudit(db)).rejects.toThrow('audit_log');
    await sql`alter table gone rename to audit_log`;
    await sealAudit(db);
    expect(await verifyAudit(db)).toMatchObject({ rows: 1, pending: 0 });
  });

  it('can be verified for any details', async () => {
    const details = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(details, async (details) => {
        await write(
          db,
          'any',
          JSON.parse(JSON.stringify(details).replaceAll(String.raw`\u0000`, '')) as JsonObject,
        );
        await sealAudit(db);
        expect(await verifyAudit(db)).toMatchObject({ pending: 0, fault: undefined });
      }),
      { numRuns: 50 },
    );
  });
});

describe('the database itself refuses, even to its owner,', () => {
  it.each([
    ['to change a sealed row', `update audit_log set actor_id = 'another' where subject_id = 'sealed'`],
    [
      'to give a row to the other service',
      `update audit_log set service = 'partner' where subject_id = 'pending'`,
    ],
    ['to seal a row again', `update audit_log set hash = sha256('x') where subject_id = 'sealed'`],
    [
      'to break a seal',
      `update audit_log set seq = null, prev_hash = null, hash = null where subject_id = 'sealed'`,
    ],
    ['to change a pending row', `update audit_log set actor_id = 'another' where subject_id = 'pending'`],
    [
      'to change a row while sealing it',
      `update audit_log set seq = 2, prev_hash = sha256('x'), hash = sha256('x'), details = '{"of": 1.0}'
       where subject_id = 'pending'`,
    ],
    ['to seal a row by half', `update audit_log set seq = 2 where subject_id = 'pending'`],
    [
      'to insert a sealed row',
      `insert into audit_log (at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details,
         trace_id, seq, prev_hash, hash)
       select at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details,
         trace_id, 2, prev_hash, hash from audit_log where seq = 1`,
    ],
    ['to delete a row', `delete from audit_log where subject_id = 'pending'`],
    ['to empty the table', `truncate audit_log`],
  ])('%s', async (_what, statement) => {
    await write(db, 'sealed');
    await sealAudit(db);
    await write(db, 'pending', { of: 1 });
    const before = await sql`select * from audit_log order by id`;
    await expect(sql.unsafe(statement)).rejects.toThrow(/append-only|check constraint/);
    expect(await sql`select * from audit_log order by id`).toEqual(before);
  });
});
