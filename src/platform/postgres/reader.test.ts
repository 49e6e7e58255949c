import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newTraceId, systemClock, type Context } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { isConnectionError, readWithin, type Db } from './index.ts';
import { startProxy } from './testing/proxy.ts';
import { connect } from './connect.ts';

const BUDGET_MS = 400;
const database = await createTestDatabase({
  empty: true,
  poolSize: 2,
  readPoolSize: 2,
  readBudgetMs: BUDGET_MS,
});

function contextOf(id: string, db: Db = database.db, signal = new AbortController().signal): Context<Db> {
  const actor = { kind: 'client', id, tenant: 'acme', scopes: new Set<string>() } as const;
  return { actor, clock: systemClock, db, traceId: newTraceId(), signal };
}

const sleepFor = (ms: number) => (db: Db) => sql`select pg_sleep(${ms / 1000})`.execute(db);
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Statements of lists that the server is running. */
const running = async () => {
  const rows = await database.sql`
    select from pg_stat_activity
    where datname = current_database() and application_name like '%: lists' and state = 'active'`;
  return rows.length;
};

test('one limit of time covers all statements of a request, and nothing is left of it', async () => {
  const reading = readWithin(contextOf('a'), (db) =>
    Promise.all(Array.from({ length: 20 }, () => sleepFor(BUDGET_MS * 0.7)(db))),
  );
  await expect(reading).rejects.toMatchObject({
    code: 'timed_out',
    message:
      'The list was not read within 0.4 s. Narrow the filter: use fewer terms and exact ones, such as status:COMPLETED.',
  });
  await expect.poll(running, PATIENCE).toBe(0);
  expect(database.readGauge()).toMatchObject({ busy: 0, waiting: 0 });
  expect((await readWithin(contextOf('a'), sleepFor(0))).rows).toHaveLength(1);
});

test('a caller who takes all the time there is keeps neither another caller nor the main pool waiting', async () => {
  const slow = Array.from({ length: 6 }, () => readWithin(contextOf('slow'), sleepFor(10_000)));
  const ended = Promise.allSettled(slow);
  await expect.poll(running, PATIENCE).toBe(1);
  expect((await readWithin(contextOf('quick'), sleepFor(1))).rows).toHaveLength(1);
  expect((await sql`select 1`.execute(database.db)).rows).toHaveLength(1);
  expect(await ended).toEqual(
    slow.map(() => ({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'timed_out' }) as unknown,
    })),
  );
});

test('a statement is cancelled when its caller goes away', async () => {
  const patient = connect({
    url: database.url,
    poolSize: 1,
    readBudgetMs: 60_000,
    statementTimeoutMs: 60_000,
    applicationName: 'test',
  });
  await expect.poll(running, PATIENCE).toBe(0);
  const leaving = new AbortController();
  const reading = readWithin(contextOf('a', patient.db, leaving.signal), sleepFor(60_000));
  await expect.poll(running, PATIENCE).toBe(1);
  leaving.abort(new RangeError('left'));
  await expect(reading).rejects.toThrow(/left|cancel/);
  await expect.poll(running, PATIENCE).toBe(0);
  await patient.close();
});

test('a database that is away is not taken for a slow list', async () => {
  const proxy = await startProxy(database.url);
  const remote = connect({
    url: proxy.url,
    poolSize: 1,
    statementTimeoutMs: 10_000,
    applicationName: 'test',
  });
  await proxy.cut();
  await expect(readWithin(contextOf('a', remote.db), sleepFor(1))).rejects.toSatisfy(isConnectionError);
  await remote.close();
});

test('a transaction has no lists', async () => {
  const reading = database.db.transaction().execute((tx) => readWithin(contextOf('a', tx), sleepFor(0)));
  await expect(reading).rejects.toThrow('outside of transactions');
});
