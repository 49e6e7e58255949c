import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import type { Db, Tx } from './index.ts';

const { db } = await createTestDatabase({ poolSize: 1 });
const other = await createTestDatabase({ poolSize: 1 });

await sql`create table note (text text not null)`.execute(db);

beforeEach(async () => {
  await sql`truncate note`.execute(db);
});

describe('a transaction whose session is lost writes nothing more, and leaves the pool whole', () => {
  it.each<[string, (tx: Tx, lose: () => Promise<unknown>) => Promise<unknown>]>([
    ['while it waits', (_tx, lose) => lose()],
    ['while others wait for the session', (_tx, lose) => Promise.all([sql`select 1`.execute(db), lose()])],
    ['during a statement', (tx, lose) => Promise.all([sleep(tx).catch(() => {}), lose()])],
  ])('%s', async (_when, act) => {
    const tx = await db.startTransaction().execute();
    await write(tx, 'before');
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await act(tx, () => sql`select pg_terminate_backend(${rows[0]?.pid}, 10000)`.execute(other.db));

    await expect(write(tx, 'after')).rejects.toThrow(/CONNECTION_CLOSED|ECONNRESET/);
    await expect(tx.commit().execute()).rejects.toThrow(/CONNECTION_CLOSED|ECONNRESET/);
    await expect(tx.rollback().execute()).rejects.toThrow(/CONNECTION_CLOSED|ECONNRESET/);

    // The first query of the new session may still be told that the old one has ended.
    await notes().catch(() => {});
    expect(await notes()).toEqual([]);
    await db.transaction().execute((tx) => write(tx, 'next'));
    expect(await notes()).toEqual(['next']);
  });
});

const write = (db: Db, text: string) => sql`insert into note values (${text})`.execute(db);

const sleep = (db: Db) => sql`select pg_sleep(20)`.execute(db);

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from note`.execute(db);
  return rows.map(({ text }) => text);
}
