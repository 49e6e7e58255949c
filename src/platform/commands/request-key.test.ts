import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sha256, type Actor, type Context, type RequestKey } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { sealAudit } from '../audit/index.ts';
import type { Db } from '../postgres/index.ts';
import { KEYS_KEPT_MS, sweepClaims } from '../idempotency/index.ts';
import { command, run } from './index.ts';
import {
  contextOf,
  createNote,
  createNotes,
  createNoteTogether,
  NOW,
  renameNote,
  WRITER,
} from './testing/notes.ts';
import { effort } from '../../testing/effort.ts';

const database = await createTestDatabase({ poolSize: 10 });
const { db } = database;
await createNotes(database);

afterEach(async () => {
  await sealAudit(db);
  await database.sql`truncate note, idempotency_claim`;
});

/** One request with a key, as the HTTP server makes it. */
function requestOf(
  key: string,
  content: string,
  { actor = WRITER, keepsResults = true }: { actor?: Actor; keepsResults?: boolean } = {},
): Context<Db> & { readonly requestKey: RequestKey } {
  const contentHash = sha256(content);
  return {
    ...contextOf(db, actor),
    requestKey: { key, contentHash, steps: 0 },
    keepsResults,
  };
}

const create = (text: string, key: string, options?: { actor?: Actor; keepsResults?: boolean }) =>
  run(requestOf(key, text, options), createNote, { text });

const countNotes = async () =>
  (await database.sql<{ count: number }[]>`select count(*)::int from note`)[0]?.count;

/** A request of two commands. */
const createTwo = async (isCut: boolean) => {
  const context = requestOf('k', 'two notes');
  const { result: first } = await run(context, createNote, { text: 'a' });
  if (isCut) throw new Error('The process was killed.');
  const { result: second } = await run(context, createNote, { text: 'b' });
  return [first, second];
};

/** A moment this long after the first request. */
const at = (ms: number): Context<Db> => ({
  ...contextOf(db),
  clock: { now: () => new Date(NOW.getTime() + ms) },
});

describe('a request that is repeated with its key', () => {
  it('has the first result, also when the state has changed since', async () => {
    const { result: note } = await create('a', 'k');
    await run(contextOf(db), renameNote, { id: note.id, text: 'b' });
    const noteReplay = vi.fn();
    const again = { ...requestOf('k', 'a'), noteReplay };
    expect(await run(again, createNote, { text: 'a' })).toEqual({ result: note, replayed: true });
    expect(noteReplay).toHaveBeenCalledOnce();
    expect(await countNotes()).toBe(1);
  });

  it('is recognised where the state would refuse it now', async () => {
    const { result: note } = await create('a', 'k1');
    const rename = () => run(requestOf('k2', 'to b'), renameNote, { id: note.id, text: 'b' });
    const { result: renamed } = await rename();
    expect(await rename()).toEqual({ result: renamed, replayed: true });
    await expect(run(contextOf(db), renameNote, { id: note.id, text: 'b' })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });

  it.each([
    ['a single command', createNote],
    ['a batch command', createNoteTogether],
  ])('takes effect once when all arrive together, with %s', async (_form, command) => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => run(requestOf('k', 'a'), command, { text: 'a' })),
    );
    expect(new Set(outcomes.map(({ result }) => result.id)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countNotes()).toBe(1);
  });

  it('continues where the first one stopped between its commands', async () => {
    await expect(createTwo(true)).rejects.toThrow('killed');
    const notes = await createTwo(false);
    expect(await createTwo(false)).toEqual(notes);
    expect(notes.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(await countNotes()).toBe(2);
  });

  it('is refused with other content, before any of its commands runs', async () => {
    const first = requestOf('k', 'first');
    await expect(run(first, renameNote, { id: crypto.randomUUID(), text: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await run(first, createNote, { text: 'a' });
    const other = requestOf('k', 'other');
    await expect(run(other, createNote, { text: 'b' })).rejects.toMatchObject({ code: 'reference_reused' });
    expect(await countNotes()).toBe(1);
  });

  it('gets no secret a second time, but learns what the first request made', async () => {
    const { result } = await create('a', 'k', { keepsResults: false });
    await expect(create('a', 'k', { keepsResults: false })).rejects.toMatchObject({
      code: 'secret_shown_once',
      members: { subject: result.id },
    });
    expect(await database.sql`select answer from idempotency_claim`).toEqual([{ answer: null }]);
    expect(await countNotes()).toBe(1);
  });

  it('is refused, and does not run, if the version before did not keep the answer', async () => {
    const { result } = await create('a', 'k');
    await database.sql`update idempotency_claim set answer = null`;
    await database.sql`truncate note`;
    await expect(create('a', 'k')).rejects.toMatchObject({
      code: 'conflict',
      members: { subject: result.id },
    });
    expect(await countNotes()).toBe(0);
  });

  it.each([
    ['with its key', () => requestOf('k', 'a')],
    ['without one', () => ({ ...requestOf('k', 'a'), requestKey: undefined })],
  ])('cannot have a result that JSON would change, %s, and then leaves nothing', async (_, request) => {
    const { name, scope } = createNote;
    const dated = command({
      name,
      scope,
      decide: (_nothing: undefined, _input: object, { id }) => ({
        change: undefined,
        audit: { subject: id, details: {} },
      }),
      write: async () => ({ at: NOW }),
    });
    await expect(run(request(), dated, { text: 'a' })).rejects.toThrow('The answer.at');
    expect(await database.sql`select from idempotency_claim`).toHaveLength(0);
    expect((await create('a', 'k')).replayed).toBe(false);
  });

  it('runs if the first one was refused', async () => {
    await create('a', 'k1');
    await expect(create('a', 'k2')).rejects.toThrow('duplicate');
    await database.sql`truncate note`;
    expect((await create('a', 'k2')).replayed).toBe(false);
  });

  it('is a new request after the keys were swept, not before', async () => {
    await create('a', 'k');
    await sweepClaims(at(KEYS_KEPT_MS));
    expect((await create('a', 'k')).replayed).toBe(true);
    await sweepClaims(at(KEYS_KEPT_MS + 1));
    await database.sql`truncate note`;
    expect((await create('a', 'k')).replayed).toBe(false);
  });
});

it('a key belongs to its tenant, its caller and its content, in any order of concurrent requests', async () => {
  const callers: Actor[] = [WRITER, { ...WRITER, id: 'other' }, { ...WRITER, tenant: 'another' }];
  const request = fc.record({
    caller: fc.integer({ min: 0, max: 2 }),
    key: fc.constantFrom('k1', 'k2'),
    content: fc.constantFrom('a', 'b'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 16 }), async (requests) => {
      await database.sql`truncate note, idempotency_claim`;
      const outcomes = await Promise.all(
        requests.map(async ({ caller, key, content }) => {
          const context = requestOf(key, content, { actor: callers[caller] ?? WRITER });
          // Any number of notes can be made: only the key keeps a repeat from making another.
          const made = run(context, createNote, { text: crypto.randomUUID() });
          const id = await made.then(
            ({ result }) => result.id,
            (error: { code: string }) => error.code,
          );
          return { name: `${caller} ${key}`, content, id };
        }),
      );
      for (const { name, content, id } of outcomes) {
        const same = outcomes.filter((other) => other.name === name);
        const winner = same.find((other) => other.id !== 'reference_reused');
        expect(id).toBe(content === winner?.content ? winner.id : 'reference_reused');
      }
      const made = new Set(outcomes.map(({ name }) => name));
      expect(await countNotes()).toBe(made.size);
    }),
    { numRuns: effort(8, 60) },
  );
});
