import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { connect, isConnectionError, type Database, type Db, type Tx } from './index.ts';
import { startProxy } from './testing/proxy.ts';

const database = await createTestDatabase({ poolSize: 1 });
const { db } = database;
await database.sql`create table note (text text not null unique deferrable initially deferred)`;

beforeEach(() => database.sql`truncate note`);

function connectTo(url: string, poolSize: number, waitMs?: number): Database {
  const connected = connect({ url, poolSize, statementTimeoutMs: 10_000, applicationName: 'test', waitMs });
  onTestFinished(() => connected.close());
  return connected;
}

const write = (db: Db, text: string) => sql`insert into note values (${text})`.execute(db);

async function notes(): Promise<string[]> {
  const rows = await database.sql<{ text: string }[]>`select text from note order by text`;
  return rows.map(({ text }) => text);
}

async function backendOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

const terminate = (pid: number) => database.sql`select pg_terminate_backend(${pid}, 10000)`;

describe('a transaction whose session is lost writes nothing more, and leaves the pool whole', () => {
  test.each<[string, (tx: Tx, lose: () => PromiseLike<unknown>) => PromiseLike<unknown>]>([
    ['between two statements', (_tx, lose) => lose()],
    [
      'during a statement',
      (tx, lose) => Promise.all([sql`select pg_sleep(20)`.execute(tx).catch(() => {}), lose()]),
    ],
    [
      'during several',
      (tx, lose) =>
        Promise.all([
          sql`select pg_sleep(20)`.execute(tx).catch(() => {}),
          write(tx, 'parallel').catch(() => {}),
          lose(),
        ]),
    ],
  ])('%s', async (_when, act) => {
    const tx = await db.startTransaction().execute();
    await write(tx, 'before');
    const pid = await backendOf(tx);
    await act(tx, () => terminate(pid));
    await expect(write(tx, 'after')).rejects.toSatisfy(isConnectionError);
    await expect(tx.commit().execute()).rejects.toSatisfy(isConnectionError);
    await tx.rollback().execute();
    await db.transaction().execute((tx) => write(tx, 'next'));
    expect(await notes()).toEqual(['next']);
    expect(database.gauge()).toEqual({ busy: 0, idle: 1, waiting: 0 });
  });
});

test('when the session of a transaction is lost, those who wait for its connection get another', async () => {
  const tx = await db.startTransaction().execute();
  const waiting = write(db, 'waited');
  await terminate(await backendOf(tx));
  await tx.rollback().execute();
  await waiting;
  expect(await notes()).toEqual(['waited']);
  expect(database.gauge()).toEqual({ busy: 0, idle: 1, waiting: 0 });
});

describe('a transaction that fails leaves its connection clean for the next', () => {
  test.each<[string, string, (tx: Tx) => Promise<unknown>]>([
    ['a wrong statement', '42P01', (tx) => sql`select * from nowhere`.execute(tx)],
    ['a constraint checked at commit', '23505', (tx) => write(tx, 'one')],
    [
      'a cancelled statement',
      '57014',
      async (tx) => {
        const pid = await backendOf(tx);
        const cancel = setInterval(() => void database.sql`select pg_cancel_backend(${pid})`.execute(), 20);
        await sql`select pg_sleep(20)`.execute(tx).finally(() => clearInterval(cancel));
      },
    ],
    [
      'a statement that takes too long',
      '57014',
      async (tx) => {
        await sql`set local statement_timeout = 20`.execute(tx);
        await sql`select pg_sleep(20)`.execute(tx);
      },
    ],
  ])('%s', async (_what, code, fail) => {
    const pid = await backendOf(db);
    const failing = db.transaction().execute(async (tx) => {
      await write(tx, 'one');
      await fail(tx);
    });
    await expect(failing).rejects.toMatchObject({ code });
    await write(db, 'two');
    expect(await notes()).toEqual(['two']);
    expect(await backendOf(db)).toBe(pid);
  });

  test('an error of the caller', async () => {
    const failing = db.transaction().execute(async (tx) => {
      await write(tx, 'one');
      throw new RangeError('mine');
    });
    await expect(failing).rejects.toThrow(new RangeError('mine'));
    expect(await notes()).toEqual([]);
  });
});

test('a lone statement whose session is lost fails, and the next finds a new one', async () => {
  const pid = await backendOf(db);
  const sleeping = sql`select pg_sleep(20)`.execute(db);
  const [, outcome] = await Promise.allSettled([terminate(pid), sleeping]);
  expect(outcome).toMatchObject({ reason: expect.toSatisfy(isConnectionError) as unknown });
  expect(await backendOf(db)).not.toBe(pid);
});

test('many statements share few connections, and each gets its own answer', async () => {
  const few = connectTo(database.url, 2);
  const numbers = Array.from({ length: 500 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map(async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(few.db)).rows[0]?.n),
  );
  expect(answers).toEqual(numbers);
  expect(few.gauge()).toEqual({ busy: 0, idle: 2, waiting: 0 });
});

test('transactions and lone statements at once all take effect', async () => {
  const { db } = connectTo(database.url, 3);
  const texts = Array.from({ length: 60 }, (_, index) => `note ${String(index).padStart(2, '0')}`);
  await Promise.all(
    texts.map((text, index) =>
      index % 3 === 0 ? write(db, text) : db.transaction().execute((tx) => write(tx, text)),
    ),
  );
  expect(await notes()).toEqual(texts);
});

test('a request that finds every connection held is refused when none becomes free in time', async () => {
  const one = connectTo(database.url, 1, 300);
  const tx = await one.db.startTransaction().execute();
  await expect(one.db.startTransaction().execute()).rejects.toSatisfy(isConnectionError);
  await expect(backendOf(one.db)).rejects.toSatisfy(isConnectionError);
  await expect(one.session(async () => {})).rejects.toSatisfy(isConnectionError);
  const waiting = backendOf(one.db);
  await setImmediate();
  expect(one.gauge()).toEqual({ busy: 1, idle: 0, waiting: 1 });
  await tx.rollback().execute();
  expect(await waiting).toBeGreaterThan(0);
});

test('while the server is away every request fails at once, and all is well when it is back', async () => {
  const proxy = await startProxy(database.url);
  onTestFinished(() => proxy.cut());
  const remote = connectTo(proxy.url, 3);
  const { db } = remote;
  for (let round = 0; round < 10; round++) {
    const requests = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? sql`select pg_sleep(20)`.execute(db)
        : db.transaction().execute((tx) => sql`select pg_sleep(20)`.execute(tx)),
    ).map((request) => expect(request).rejects.toSatisfy(isConnectionError));
    if (round % 2 === 0) await sql`select 1`.execute(database.db);
    await proxy.cut();
    await Promise.all(requests);
    await expect(sql`select 1`.execute(db)).rejects.toSatisfy(isConnectionError);
    await proxy.restore();
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await db.transaction().execute((tx) => write(tx, `round ${round}`));
  }
  expect(await notes()).toHaveLength(10);
  expect(remote.gauge()).toMatchObject({ busy: 0, waiting: 0 });
});

test('a session lent out is closed when its use fails, so that nothing of it is left', async () => {
  const own = connectTo(database.url, 1);
  const failing = own.session(async (client) => {
    await client.query('set search_path to nowhere');
    throw new RangeError('mine');
  });
  await expect(failing).rejects.toThrow(new RangeError('mine'));
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(own.db);
  expect(rows[0]?.path).not.toBe('nowhere');
});

test('a server older than PostgreSQL 15 is refused with a sentence', async () => {
  const [server] = await database.sql<
    { version: string }[]
  >`select current_setting('server_version') as version`;
  const version = Buffer.from(server?.version ?? '');
  const proxy = await startProxy(database.url, (answer) => {
    for (let at = answer.indexOf(version); at >= 0; at = answer.indexOf(version, at + 1))
      answer.write('14', at);
    return answer;
  });
  onTestFinished(() => proxy.cut());
  const { db } = connectTo(proxy.url, 1);
  await expect(sql`select 1`.execute(db)).rejects.toThrow(
    /^The database server has version 14.*\. PostgreSQL 15 or later is needed\.$/,
  );
});

test('closing lets statements under way end, and refuses what comes after', async () => {
  const closing = connectTo(database.url, 1);
  const running = sql`select 1 as one, pg_sleep(0.05)`.execute(closing.db);
  await backendOf(closing.db);
  await closing.close();
  expect((await running).rows).toMatchObject([{ one: 1 }]);
  await expect(backendOf(closing.db)).rejects.toSatisfy(isConnectionError);
});
