import { sql } from 'kysely';
import { Type } from 'typebox';
import { newTraceId, Problem, type Actor, type Context } from '../../../kernel/index.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import { defineEvent, event } from '../../events/index.ts';
import { defineJob, request } from '../../jobs/index.ts';
import type { Db } from '../../postgres/index.ts';
import { batchCommand, command, type Circumstances } from '../index.ts';

export interface Note {
  id: string;
  text: string;
  version: number;
}

/** A resource as real ones are: of a tenant, made under a reference, changed in the version that was read. */
export async function createNotes({ sql }: TestDatabase): Promise<void> {
  await sql`
    create table note (
      id uuid primary key,
      tenant text not null,
      text text not null unique,
      version int not null
    )`;
}

export const WRITER: Actor = { kind: 'client', id: 'desk', tenant: 'acme', scopes: new Set(['notes:edit']) };
export const NOW = new Date('2026-03-01T12:00:00.123Z');

export function contextOf(db: Db, actor: Actor = WRITER): Context<Db> {
  return {
    actor,
    db,
    clock: { now: () => NOW },
    traceId: newTraceId(),
    signal: new AbortController().signal,
  };
}

export interface CreateInput {
  reference?: string;
  text: string;
}

export const publishNote = defineJob({
  name: 'note.publish',
  payload: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  maxAttempts: 3,
});

const noteCreated = defineEvent({
  type: 'note.created',
  summary: 'A note was created.',
  scope: 'notes:view',
  payload: Type.Object({ id: Type.String(), text: Type.String() }),
});

const creating = {
  name: 'note.create',
  scope: 'notes:edit',
  idempotency: {
    key: ({ reference }: CreateInput) => reference,
    find: (db: Db, id: string, { actor }: Context<Db>) => findNote(db, actor.tenant, id),
  },
  decide: (_nothing: undefined, { text }: CreateInput, { id, actor }: Circumstances) => ({
    change: { id, tenant: actor.tenant, text, version: 1 },
    audit: { subject: id, details: { text } },
    events: [event(noteCreated, { id, text })],
    jobs: [request(publishNote, { id })],
  }),
} as const;

type NoteRow = Note & { tenant: string };

export const insertNote = ({ id, tenant, text, version }: NoteRow) => sql<Note>`
  insert into note values (${id}, ${tenant}, ${text}, ${version}) returning id, text, version`;

export const insertNotes = (rows: readonly NoteRow[]) => sql`
  insert into note (id, tenant, text, version)
  select id, tenant, text, version from json_populate_recordset(null::note, ${JSON.stringify(rows)}::json)`;

export const createNote = command({
  ...creating,
  write: async (tx, row: NoteRow) => (await insertNote(row).execute(tx)).rows[0],
});

/** No more than this many of a tenant are created together. */
export const MOST_NOTES = 4;

export const createNoteTogether = batchCommand({
  ...creating,
  decide(count: number, input: CreateInput, circumstances: Circumstances) {
    if (count >= MOST_NOTES) throw new Problem('unprocessable', `There are ${count} notes already.`);
    return creating.decide(undefined, input, circumstances);
  },
  batch: {
    prepare: async (_inputs, { actor: { tenant } }) => ({
      async lock(tx) {
        await sql`select pg_advisory_xact_lock(1)`.execute(tx);
        const { rows } = await sql<{ count: number }>`
          select count(*)::int from note where tenant = ${tenant}`.execute(tx);
        return rows[0]?.count ?? NaN;
      },
    }),
    after: (count) => count + 1,
    insert: (_db, rows: readonly NoteRow[]) => insertNotes(rows),
    resultOf: ({ id, text, version }) => ({ id, text, version }),
  },
});

/** The same as if there were none: nothing has to hold still. */
export const createNoteFreely: typeof createNoteTogether = {
  ...createNoteTogether,
  batch: { ...createNoteTogether.batch, prepare: async () => ({ state: 0 }), after: () => 0 },
};

export const renameNote = command({
  name: 'note.rename',
  scope: 'notes:edit',
  lock: (tx, { id }: { id: string; text: string }, { actor }) =>
    findNote(tx, actor.tenant, id, sql`for update`),
  decide: (note, { text }) => {
    if (note.text === text) throw new Problem('invalid_transition', 'The note has this text already.');
    return {
      change: { ...note, text },
      audit: { subject: note.id, details: { from: note.text, to: text } },
    };
  },
  write: async (tx, { id, text, version }) => {
    const { rows } = await sql<Note>`
      update note set text = ${text}, version = version + 1 where id = ${id} and version = ${version}
      returning id, text, version`.execute(tx);
    return rows[0];
  },
});

async function findNote(db: Db, tenant: string, id: string, lock = sql``): Promise<Note | undefined> {
  const { rows } = await sql<Note>`
    select id, text, version from note where id = ${id} and tenant = ${tenant} ${lock}`.execute(db);
  return rows[0];
}
