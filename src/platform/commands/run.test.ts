import { EventEmitter, once } from 'node:events';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { sealAudit } from '../audit/index.ts';
import { request, type JobOptions } from '../jobs/index.ts';
import type { Tx } from '../postgres/index.ts';
import { run } from './index.ts';
import {
  contextOf,
  createNote,
  createNotes,
  createNoteTogether,
  insertNote,
  NOW,
  publishNote,
  renameNote,
  WRITER,
} from './testing/notes.ts';

const database = await createTestDatabase({ poolSize: 10 });
const { db } = database;
const context = contextOf(db);
const stranger = contextOf(db, { ...WRITER, tenant: 'other' });
await createNotes(database);

const TABLES = ['note', 'idempotency_claim', 'audit_log', 'outbox', 'graphile_worker.jobs'];
const rowsOfEach = (count: number) => Object.fromEntries(TABLES.map((table) => [table, count]));

async function counts(): Promise<Record<string, number>> {
  const { sql } = database;
  const found = await Promise.all(
    TABLES.map((table) => sql<{ count: number }[]>`select count(*)::int from ${sql(table)}`),
  );
  return Object.fromEntries(TABLES.map((table, index) => [table, found[index]?.[0]?.count ?? NaN]));
}

async function empty(): Promise<void> {
  await sealAudit(db);
  await database.sql`set session_replication_role = replica`;
  await database.sql`truncate note, idempotency_claim, audit_log, outbox`;
  await database.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
  await database.sql`set session_replication_role = origin`;
}

beforeEach(empty);

function fail(): never {
  throw new Error('fault');
}

async function terminate(tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  await database.sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 5000)`;
}

/** A decision that asks for another job than its own. */
function asking(payload: { id: string }, options?: JobOptions): typeof createNote.decide {
  return (...args) => ({ ...createNote.decide(...args), jobs: [request(publishNote, payload, options)] });
}

/** Makes the database fail at an event, until it is allowed again. */
async function refuse(event: string): Promise<void> {
  const kind = event.includes('deferred') ? 'constraint trigger' : 'trigger';
  await database.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'fault'; end $$`;
  await database.sql.unsafe(`create ${kind} refuse ${event} for each row execute function refuse()`);
}

const allow = () => database.sql`drop function refuse cascade`;

function raising(code: string) {
  const tried = { times: 0 };
  const command: typeof createNote = {
    ...createNote,
    write: async (tx) => {
      tried.times += 1;
      await sql`do ${sql.raw(`$$ begin raise 'fault' using errcode = '${code}'; end $$`)}`.execute(tx);
      return undefined;
    },
  };
  return { tried, command };
}

describe('a command', () => {
  it('writes its change, audit entry, event and job', async () => {
    const caller = { ...context, callerTraceId: 'caller-0001' };
    const { result, replayed } = await run(caller, createNote, { reference: 'r', text: 'hello' });
    expect(result).toEqual({ id: result.id, text: 'hello', version: 1 });
    expect(replayed).toBe(false);
    expect(await counts()).toEqual(rowsOfEach(1));
    expect(await database.sql`select * from audit_log`).toMatchObject([
      {
        at: NOW,
        tenant: 'acme',
        actor_kind: 'client',
        actor_id: 'desk',
        action: 'note.create',
        subject_kind: 'note',
        subject_id: result.id,
        details: { text: 'hello' },
        trace_id: context.traceId,
        caller_trace_id: 'caller-0001',
      },
    ]);
    expect(await database.sql`select * from outbox`).toMatchObject([
      {
        tenant: 'acme',
        type: 'note.created',
        resource_kind: 'note',
        resource_id: result.id,
        payload: { id: result.id, text: 'hello' },
        created_at: NOW,
      },
    ]);
    const jobs = await database.sql`
      select payload, max_attempts from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
    expect(jobs).toEqual([
      { payload: { tenant: 'acme', traceId: context.traceId, payload: { id: result.id } }, max_attempts: 3 },
    ]);
  });

  it('is refused without its scope, and allowed to the jobs of the system', async () => {
    const reader = contextOf(db, { ...WRITER, scopes: new Set(['notes:view']) });
    await expect(run(reader, createNote, { text: 'a' })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('notes:edit') as unknown,
    });
    expect(await counts()).toEqual(rowsOfEach(0));
    const system = contextOf(db, { kind: 'system', id: 'tidy', tenant: 'acme', scopes: new Set() });
    expect((await run(system, createNote, { text: 'a' })).result.text).toBe('a');
  });

  it('does not find what is not there or belongs to another tenant', async () => {
    const { result } = await run(context, createNote, { text: 'mine' });
    const notFound = { code: 'not_found', message: 'There is no such note.' };
    await expect(run(context, renameNote, { id: newId(), text: 'x' })).rejects.toMatchObject(notFound);
    await expect(run(stranger, renameNote, { id: result.id, text: 'x' })).rejects.toMatchObject(notFound);
  });

  it('writes a job with a key or a queue like any other: with the change or not at all', async () => {
    const decide = asking({ id: newId() }, { key: 'k', queue: 'q' });
    const nothing: typeof createNote = {
      ...createNote,
      write: async () => undefined,
      decide,
    };
    await expect(run(context, nothing, { text: 'a' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await counts()).toEqual(rowsOfEach(0));
    for (const text of ['a', 'b']) await run(context, { ...createNote, decide }, { text });
    expect(await database.sql`select key, queue_name from graphile_worker.jobs`).toEqual([
      { key: 'k', queue_name: 'q' },
    ]);
  });

  it('does nothing for a caller who has gone away', async () => {
    const gone = { ...context, signal: AbortSignal.abort() };
    await expect(run(gone, createNote, { text: 'a' })).rejects.toThrow('abort');
    expect(await counts()).toEqual(rowsOfEach(0));
  });

  it('decides by what others wrote while it waited for its lock', async () => {
    const { result } = await run(context, createNote, { text: '0' });
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    const renamed = await Promise.all(texts.map((text) => run(context, renameNote, { id: result.id, text })));
    expect(renamed.map((outcome) => outcome.result.version).toSorted((a, b) => a - b)).toEqual(
      texts.map((_, index) => index + 2),
    );
  });
});

describe('a failure leaves nothing behind', () => {
  const input = { reference: 'r', text: 'a' };
  it.each<[string, typeof createNote]>([
    ['of the lock', { ...createNote, lock: fail }],
    ['of the decision', { ...createNote, decide: fail }],
    ['of the payload of a job', { ...createNote, decide: asking({ id: 'no uuid' }) }],
    [
      'of the connection, within a statement',
      {
        ...createNote,
        write: async (tx, row) => {
          await sql`${insertNote(row)}, pg_terminate_backend(pg_backend_pid())`.execute(tx);
          return undefined;
        },
      },
    ],
    [
      'after the change is written',
      {
        ...createNote,
        write: async (tx, row) => {
          await insertNote(row).execute(tx);
          return fail();
        },
      },
    ],
    [
      'of the condition of the change',
      {
        ...createNote,
        write: async (tx, row) => {
          await insertNote(row).execute(tx);
          return undefined;
        },
      },
    ],
    [
      'of the connection, between statements',
      {
        ...createNote,
        write: async (tx, row) => {
          const { rows } = await insertNote(row).execute(tx);
          await terminate(tx);
          return rows[0];
        },
      },
    ],
  ])('%s', async (_part, failing) => {
    await expect(run(context, failing, input)).rejects.toThrow(Error);
    // The first statement on a lost connection fails.
    await counts().catch(() => {});
    expect(await counts()).toEqual(rowsOfEach(0));
    expect((await run(context, createNote, input)).replayed).toBe(false);
  });

  describe.each<[string, typeof createNote | typeof createNoteTogether]>([
    ['a single command', createNote],
    ['a batch command', createNoteTogether],
  ])('of the database, in %s,', (_form, create) => {
    it.each([
      ['the key', 'before insert on idempotency_claim'],
      ['the change', 'after insert on note'],
      ['the audit entry', 'after insert on audit_log'],
      ['the event', 'after insert on outbox'],
      ['the commit', 'after insert on note deferrable initially deferred'],
    ])('at %s', async (_part, event) => {
      await refuse(event);
      await expect(run(context, create, input)).rejects.toThrow('fault');
      await allow();
      expect(await counts()).toEqual(rowsOfEach(0));
      expect((await run(context, create, input)).replayed).toBe(false);
    });

    it('at the job', async () => {
      await database.sql`alter function graphile_worker.add_jobs rename to hidden_add_jobs`;
      await expect(run(context, create, input)).rejects.toThrow('graphile_worker.add_jobs');
      await database.sql`alter function graphile_worker.hidden_add_jobs rename to add_jobs`;
      expect(await counts()).toEqual(rowsOfEach(0));
      expect((await run(context, create, input)).replayed).toBe(false);
    });
  });

  it('of a condition is reported as a conflict', async () => {
    const { result } = await run(context, createNote, { text: 'a' });
    const stale: typeof renameNote = {
      ...renameNote,
      decide: () => ({ change: { ...result, version: 7 }, audit: { subject: result.id, details: {} } }),
    };
    await expect(run(context, stale, { id: result.id, text: 'b' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('an idempotency key', () => {
  it.each<[string, typeof createNote | typeof createNoteTogether]>([
    ['a single command', createNote],
    ['a batch command', createNoteTogether],
  ])('lets one of a hundred calls at once create in %s, and all answer alike', async (_form, create) => {
    const input = { reference: 'r', text: 'a' };
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => run(context, create, input)));
    expect(new Set(outcomes.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await counts()).toEqual(rowsOfEach(1));
  });

  it('answers with the present state of what the first call made', async () => {
    const input = { reference: 'r', text: 'a' };
    const { result } = await run(context, createNote, input);
    await run(context, renameNote, { id: result.id, text: 'b' });
    expect(await run(context, createNote, { text: 'a', reference: 'r' })).toEqual({
      result: { ...result, text: 'b', version: 2 },
      replayed: true,
    });
  });

  it('is refused for other content', async () => {
    await run(context, createNote, { reference: 'r', text: 'a' });
    await expect(run(context, createNote, { reference: 'r', text: 'A' })).rejects.toMatchObject({
      code: 'reference_reused',
      message: expect.stringContaining('r ') as unknown,
    });
    expect(await counts()).toEqual(rowsOfEach(1));
  });

  it('belongs to one tenant and one command', async () => {
    const copyNote = { ...createNote, name: 'note.copy' } as const;
    await run(context, createNote, { reference: 'r', text: 'a' });
    expect((await run(stranger, createNote, { reference: 'r', text: 'b' })).replayed).toBe(false);
    expect((await run(context, copyNote, { reference: 'r', text: 'c' })).replayed).toBe(false);
  });

  it('is optional', async () => {
    await run(context, createNote, { text: 'a' });
    await run(context, createNote, { text: 'b' });
    expect(await counts()).toEqual({ ...rowsOfEach(2), idempotency_claim: 0 });
  });

  it('passes to the next of those who wait when the first fails', async () => {
    let calls = 0;
    const failingOnce: typeof createNote = {
      ...createNote,
      write: async (tx, row) => {
        calls += 1;
        const isFirst = calls === 1;
        const { rows } = await insertNote(row).execute(tx);
        return isFirst ? fail() : rows[0];
      },
    };
    const input = { reference: 'r', text: 'a' };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => run(context, failingOnce, input)),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1);
    expect(await counts()).toEqual(rowsOfEach(1));
  });

  it('answers even when the repeated call would now be refused', async () => {
    const input = { reference: 'r', text: 'a' };
    const { result } = await run(context, createNote, input);
    const refusing: typeof createNote = { ...createNote, decide: fail };
    expect(await run(context, refusing, input)).toEqual({ result, replayed: true });
    await expect(run(context, refusing, { reference: 'r', text: 'b' })).rejects.toMatchObject({
      code: 'reference_reused',
    });
  });

  it('is not found when what it made is gone', async () => {
    await run(context, createNote, { reference: 'r', text: 'a' });
    await database.sql`delete from note`;
    await expect(run(context, createNote, { reference: 'r', text: 'a' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a dry run', () => {
  const dryRun = { dryRun: true };

  it('answers as the run would and leaves nothing', async () => {
    const input = { reference: 'r', text: 'a' };
    const { result, replayed } = await run(context, createNote, input, dryRun);
    expect({ ...result, replayed }).toEqual({ id: result.id, text: 'a', version: 1, replayed: false });
    expect(await counts()).toEqual(rowsOfEach(0));
    expect((await run(context, createNote, input)).replayed).toBe(false);
    expect((await run(context, createNote, input, dryRun)).replayed).toBe(true);
  });

  it('is refused as the run would be, by a constraint that waits for the commit too', async () => {
    const { result } = await run(context, createNote, { text: 'a' });
    await expect(run(context, renameNote, { id: result.id, text: 'a' }, dryRun)).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    await expect(run(context, createNote, { text: 'a' }, dryRun)).rejects.toMatchObject({ code: '23505' });
    await refuse('after insert on note deferrable initially deferred');
    await expect(run(context, createNote, { text: 'b' }, dryRun)).rejects.toThrow('fault');
    await allow();
  });
});

describe('what PostgreSQL gives up because of others', () => {
  it('is tried again: a deadlock', async () => {
    const [a, b] = await Promise.all(['a', 'b'].map((text) => run(context, createNote, { text })));
    const ids = [a?.result.id ?? '', b?.result.id ?? ''];
    let tries = 0;
    let held = 0;
    const gate = new EventEmitter();
    const renameSecond = (order: string[]): typeof renameNote => ({
      ...renameNote,
      async lock(tx, input, context) {
        tries += 1;
        await sql`set local deadlock_timeout = '20ms'`.execute(tx);
        await sql`select from note where id = ${order[0]} for update`.execute(tx);
        held += 1;
        if (held === 2) gate.emit('both hold');
        else if (held === 1) await once(gate, 'both hold');
        return renameNote.lock?.(tx, input, context);
      },
    });
    await Promise.all([
      run(context, renameSecond(ids), { id: ids[1] ?? '', text: 'x' }),
      run(context, renameSecond(ids.toReversed()), { id: ids[0] ?? '', text: 'y' }),
    ]);
    expect(tries).toBe(3);
    expect(await database.sql`select text from note order by text`).toEqual([{ text: 'x' }, { text: 'y' }]);
  });

  it('is tried again: a conflict of serializable transactions', async () => {
    const { result } = await run(context, createNote, { text: 'a' });
    let tries = 0;
    const serializable: typeof renameNote = {
      ...renameNote,
      async lock(tx) {
        tries += 1;
        await sql`set transaction isolation level serializable`.execute(tx);
        const { rows } = await sql<typeof result>`select id, text, version from note`.execute(tx);
        if (tries === 1) await database.sql`update note set text = 'b', version = 2`;
        return rows[0];
      },
    };
    const renamed = await run(context, serializable, { id: result.id, text: 'c' });
    expect(renamed.result).toEqual({ id: result.id, text: 'c', version: 3 });
    expect(tries).toBe(2);
  });

  it('is reported as unavailable after five attempts', async () => {
    const { tried, command } = raising('40001');
    await expect(run(context, command, { text: 'a' })).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '1' },
    });
    expect(tried.times).toBe(5);
  });

  it('does not include the violation of a constraint', async () => {
    const { tried, command } = raising('23505');
    await expect(run(context, command, { text: 'a' })).rejects.toMatchObject({ code: '23505' });
    expect(tried.times).toBe(1);
  });
});

it('any series of calls leaves the results of the successful ones, each written and audited once', async () => {
  const call = fc.record({
    reference: fc.option(fc.constantFrom('r1', 'r2'), { nil: undefined }),
    text: fc.constantFrom('a', 'b', 'c'),
    dryRun: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 10 }), async (calls) => {
      await empty();
      const texts = new Set<string>();
      const textOf = new Map<string | undefined, string>();
      for (const { reference, text, dryRun } of calls) {
        const expected = textOf.has(reference)
          ? textOf.get(reference) === text
            ? 'replayed'
            : 'reference_reused'
          : texts.has(text)
            ? '23505'
            : 'made';
        const input = reference === undefined ? { text } : { reference, text };
        const outcome = await run(context, createNote, input, { dryRun }).then(
          ({ replayed }) => (replayed ? 'replayed' : 'made'),
          (error: { code: string }) => error.code,
        );
        expect(outcome).toBe(expected);
        if (outcome !== 'made' || dryRun) continue;
        texts.add(text);
        if (reference !== undefined) textOf.set(reference, text);
      }
      expect(await counts()).toEqual({ ...rowsOfEach(texts.size), idempotency_claim: textOf.size });
    }),
    { numRuns: 20 },
  );
});
