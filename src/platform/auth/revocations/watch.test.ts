import { expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { createLogs } from '../../telemetry/index.ts';
import { asking, createClock } from '../testing/fixture.ts';
import { startProxy } from '../testing/proxy.ts';
import { revokeSecret, revokeTokenId, watchRevocations, type Revocations } from './index.ts';

const database = await createTestDatabase();
const ask = asking(database);
const { db } = database;
const clock = createClock();
const HOUR_LATER = new Date(clock.now().getTime() + 3_600_000);

function watch(url = database.url): Revocations {
  const { logger } = createLogs('silent');
  const revocations = watchRevocations({ database: { ...database, url }, clock, logger, heartbeatMs: 2_000 });
  onTestFinished(() => revocations.stop());
  return revocations;
}

/** Bounded only so that a test that cannot succeed ends. */
const PATIENCE = { timeout: 60_000, interval: 5 };

const revoke = (id: string) => db.transaction().execute((tx) => revokeTokenId(tx, id, HOUR_LATER));
const answersFromMemory = (revocations: Revocations) =>
  vi.waitFor(() => expect(revocations.isRevoked(newId(), newId())).toBe(false), PATIENCE);
const queriesDatabase = (revocations: Revocations) =>
  vi.waitFor(() => expect(revocations.isRevoked(newId(), newId())).toBeInstanceOf(Promise), PATIENCE);
const receives = (revocations: Revocations, id: string) =>
  vi.waitFor(() => expect(revocations.isRevoked(id, newId())).toBe(true), PATIENCE);

it('every process receives the revocation of a token and of a secret', async () => {
  const processes = [watch(), watch()];
  await Promise.all(processes.map(answersFromMemory));
  const [token, secret] = [newId(), newId()];
  await revoke(token);
  await db.transaction().execute((tx) => revokeSecret(tx, secret, clock.now()));
  for (const process of processes) {
    await receives(process, token);
    await vi.waitFor(() => expect(process.isRevoked(newId(), secret)).toBe(true), PATIENCE);
    expect(process.isRevoked(newId(), newId())).toBe(false);
  }
});

it('a process knows earlier revocations from its first answer on', async () => {
  const id = newId();
  await revoke(id);
  const process = watch();
  expect(await process.isRevoked(id, newId())).toBe(true);
  await answersFromMemory(process);
  expect(process.isRevoked(id, newId())).toBe(true);
});

it('a revocation that is rolled back is not sent', async () => {
  const process = watch();
  await answersFromMemory(process);
  const [undone, done] = [newId(), newId()];
  const rolledBack = db.transaction().execute(async (tx) => {
    await revokeTokenId(tx, undone, HOUR_LATER);
    throw new Error('undo');
  });
  await expect(rolledBack).rejects.toThrow('undo');
  await revoke(done);
  await receives(process, done);
  expect(process.isRevoked(undone, newId())).toBe(false);
});

it('while the connection is down the database is queried, and no revocation of that time is missed later', async () => {
  const proxy = await startProxy(database.url);
  const process = watch(proxy.url);
  await answersFromMemory(process);
  proxy.cut();
  await queriesDatabase(process);
  const id = newId();
  await revoke(id);
  expect(await process.isRevoked(id, newId())).toBe(true);
  expect(await process.isRevoked(newId(), newId())).toBe(false);
  proxy.restore();
  await receives(process, id);
});

it('a connection that does not respond counts as lost', async () => {
  const proxy = await startProxy(database.url);
  const process = watch(proxy.url);
  await answersFromMemory(process);
  proxy.stall();
  await queriesDatabase(process);
  expect(await process.isRevoked(newId(), newId())).toBe(false);
});

it('a connection that the server ends is replaced', async () => {
  const process = watch();
  await answersFromMemory(process);
  await ask`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'quaestor: revocation'`;
  const id = newId();
  await revoke(id);
  await receives(process, id);
  await answersFromMemory(process);
  expect(process.isRevoked(id, newId())).toBe(true);
});

it('expired revocations are dropped, so that memory stays bounded', async () => {
  const process = watch();
  await answersFromMemory(process);
  const [old, young] = [newId(), newId()];
  process.add(old, clock.now().getTime());
  for (let count = 0; count < 1_000; count += 1) process.add(newId(), clock.now().getTime());
  process.add(young, HOUR_LATER.getTime());
  expect(process.isRevoked(old, newId())).toBe(false);
  expect(process.isRevoked(young, newId())).toBe(true);
});

it('stops immediately, even while it cannot connect', async () => {
  const process = watch('postgres://127.0.0.1:1/nowhere');
  await expect(process.stop()).resolves.toBeUndefined();
});
