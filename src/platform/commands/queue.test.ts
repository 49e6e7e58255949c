import { EventEmitter, once } from 'node:events';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { sealAudit } from '../audit/index.ts';
import { run } from './index.ts';
import { BatchQueue, MAX_WAITING } from './queue.ts';
import {
  contextOf,
  createNoteFreely,
  createNotes,
  createNoteTogether,
  insertNotes,
  MOST_NOTES,
  WRITER,
  type CreateInput,
} from './testing/notes.ts';
import { effort } from '../../testing/effort.ts';

const database = await createTestDatabase({ poolSize: 4 });
const { db } = database;
const context = contextOf(db);
await createNotes(database);

async function empty(): Promise<void> {
  await sealAudit(db);
  await database.sql`set session_replication_role = replica`;
  await database.sql`truncate note, idempotency_claim, audit_log, outbox`;
  await database.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
  await database.sql`set session_replication_role = origin`;
}

beforeEach(empty);

/** What a caller gets, apart from the id that differs every time. */
const answerOf =
  (creation: typeof createNoteTogether) =>
  (input: CreateInput): Promise<string> =>
    run(context, creation, input).then(
      ({ result: { text, version }, replayed }) => JSON.stringify({ text, version, replayed }),
      (error: { code: string }) => error.code,
    );

/** All that was written, with ids replaced by the text of the note they belong to. */
async function written(): Promise<unknown> {
  const [row] = await database.sql`
    select
      (select json_agg(text order by text) from note) as notes,
      (select json_agg(json_build_array(key, encode(fingerprint, 'hex'), text) order by key)
        from idempotency_claim join note on note.id::text = subject_id) as keys,
      (select json_agg(json_build_array(action, actor_id, details, text) order by text)
        from audit_log join note on note.id::text = subject_id) as entries,
      (select json_agg(json_build_array(type, payload::jsonb - 'id', text) order by text)
        from outbox join note on note.id::text = resource_id) as events,
      (select json_agg(text order by text)
        from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs))
        join note on note.id::text = payload -> 'payload' ->> 'id') as jobs`;
  return row;
}

const underReference: fc.Arbitrary<CreateInput> = fc.constantFrom('r1', 'r2', 'r3').chain((reference) =>
  fc.record({
    reference: fc.constant(reference),
    text: fc.constantFrom(`${reference} x`, `${reference} y`),
  }),
);
/** The same text twice is refused by the database; too many notes are refused by the decision. */
const anyCall: fc.Arbitrary<CreateInput> = fc.oneof(
  fc.record({ text: fc.constantFrom('a', 'b', 'c') }),
  underReference,
);

it.each<[what: string, creation: typeof createNoteTogether, call: fc.Arbitrary<CreateInput>]>([
  ['a limit', createNoteTogether, anyCall],
  ['nothing but their references', createNoteFreely, underReference],
])(
  'calls with %s between them leave and answer together what they would one after the other',
  async (_what, creation, call) => {
    const answer = answerOf(creation);
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), async (calls) => {
        await empty();
        const expected: string[] = [];
        for (const input of calls) expected.push(await answer(input));
        const expectedRows = await written();
        await empty();
        expect(await Promise.all(calls.map(answer))).toEqual(expected);
        expect(await written()).toEqual(expectedRows);
      }),
      { numRuns: effort(6, 40) },
    );
  },
);

it('tenants do not wait for each other, nor are they written together', async () => {
  const stranger = contextOf(db, { ...WRITER, tenant: 'other' });
  const calls = Array.from({ length: 10 }, (_, index) => ({ text: `text ${index}` }));
  const outcomes = await Promise.allSettled(
    calls.map((input, index) => run(index % 2 ? stranger : context, createNoteTogether, input)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 * MOST_NOTES);
});

it('a caller who has gone away spoils nothing for the others', async () => {
  const gone = { ...context, signal: AbortSignal.abort() };
  const outcomes = await Promise.allSettled([
    run(context, createNoteTogether, { text: 'first' }),
    run(gone, createNoteTogether, { text: 'gone' }),
    run(context, createNoteTogether, { text: 'last' }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('when the connection is lost in a batch, all its callers get the error, and nothing is retried', async () => {
  const losing: typeof createNoteTogether = {
    ...createNoteTogether,
    batch: {
      ...createNoteTogether.batch,
      insert: (_db, rows) => sql`${insertNotes(rows)}
        returning case when text = 'd' then pg_terminate_backend(pg_backend_pid()) end`,
    },
  };
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((text) => run(context, losing, { text })),
  );
  // The first forms a batch of its own, as no other has arrived yet.
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(await database.sql`select text from note order by text`).toEqual([{ text: 'a' }]);
});

it('a call that arrives when too many wait is refused with 503 and Retry-After, and later ones are not', async () => {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  const queue = new BatchQueue<number, number>(async (calls) => {
    await opened;
    return calls.map((result) => ({ result }));
  });
  const numbers = Array.from({ length: 1 + MAX_WAITING }, (_, index) => index);
  const taken = numbers.map((number) => queue.add(number));
  await expect(queue.add(-1)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  gate.emit('open');
  expect(await Promise.all(taken)).toEqual(numbers);
  expect(await queue.add(-1)).toBe(-1);
});

it('databases of one process share no queue: one that hangs does not hold up another', async () => {
  const other = await createTestDatabase({ poolSize: 1 });
  await createNotes(other);
  await database.sql`begin`;
  await database.sql`lock table note in exclusive mode`;
  const hanging = run(context, createNoteFreely, { text: 'held up' });
  await run(contextOf(other.db), createNoteFreely, { text: 'at once' });
  expect(await other.sql`select text from note`).toEqual([{ text: 'at once' }]);
  await database.sql`commit`;
  await hanging;
});
