import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { hold, lead, Lease } from './index.ts';

const { db, sql } = await createTestDatabase({ poolSize: 6 });
const never = () => Promise.reject(new Error('It must not run.'));
const inTurn = async (name: string): Promise<boolean> => lead(db, { name }, async () => {});

it('one of several concurrent actions with a name runs, and the next one can run after it', async () => {
  const gate = new EventEmitter();
  const begun = once(gate, 'begun');
  const first = lead(db, { name: 'a' }, async () => {
    gate.emit('begun');
    await once(gate, 'end');
  });
  await begun;
  expect(await lead(db, { name: 'a' }, never)).toBe(false);
  expect(await inTurn('b')).toBe(true);
  gate.emit('end');
  expect(await first).toBe(true);
  expect(await inTurn('a')).toBe(true);
});

it('a name is free again after a failure', async () => {
  await expect(lead(db, { name: 'a' }, () => Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  expect(await inTurn('a')).toBe(true);
});

it('a lease lasts as long as it is used, and ends by itself when its holder hangs', async () => {
  const used = await hold(db, { name: 'used', lifetimeMs: 400 });
  const hung = await Lease.acquire(db, { name: 'hung', holder: 'x', lifetimeMs: 400 });
  await sleep(800);
  expect([used?.isHeld, hung?.isHeld]).toEqual([true, false]);
  expect([await inTurn('used'), await inTurn('hung')]).toEqual([false, true]);
  await used?.release();
  expect(await inTurn('used')).toBe(true);
});

it('a lease is renewed although others come and go all the time', async () => {
  const lifetimeMs = 1_600;
  const kept = await hold(db, { name: 'kept', lifetimeMs });
  for (const endMs = performance.now() + 1.5 * lifetimeMs; performance.now() < endMs; await sleep(20)) {
    await inTurn('passing');
  }
  expect(kept?.isHeld).toBe(true);
  await kept?.release();
});

it('a holder that wakes up too late knows it before it asks, and can write nothing', async () => {
  const sleeper = await Lease.acquire(db, { name: 'c', holder: 'sleeper', lifetimeMs: 50 });
  await sleep(60);
  const next = await hold(db, { name: 'c' });
  expect(next?.epoch).toBeGreaterThan(sleeper?.epoch ?? Infinity);
  expect(() => sleeper?.check()).toThrow('The lease on c has run out, or another process has it. Try again.');
  expect(sleeper?.signal.aborted).toBe(true);
  const write = (lease: Lease | undefined) => db.transaction().execute(async (tx) => lease?.fence(tx));
  await expect(write(sleeper)).rejects.toMatchObject({ code: 'unavailable' });
  await write(next);
  // Nor does its late release give away what another holds.
  await sleeper?.release();
  expect(next?.isHeld).toBe(true);
  expect(await inTurn('c')).toBe(false);
  await next?.release();
});

it('a fenced transaction is renewed beside, and no other process takes the lease before it ends', async () => {
  const held = await Lease.acquire(db, { name: 'd', holder: 'x', lifetimeMs: 300 });
  if (!held) throw new Error('It must be free.');
  const order: string[] = [];
  await db.transaction().execute(async (tx) => {
    await held.fence(tx);
    await Lease.renew(db, [held]);
    await sql`update lease set expires_at = now() - interval '1 second' where name = 'd'`;
    const taking = inTurn('d').then((ran) => order.push(`taken ${ran}`));
    await expect
      .poll(() => sql`select from pg_locks where not granted and pid <> pg_backend_pid()`)
      .toHaveLength(1);
    order.push('committed');
    void taking;
  });
  await expect.poll(() => order).toEqual(['committed', 'taken true']);
});

it('many leases are renewed in one statement, and one that was taken is noticed', async () => {
  const leases = await Promise.all(
    ['e', 'f', 'g'].map((name) => Lease.acquire(db, { name, holder: 'x', lifetimeMs: 60_000 })),
  );
  const held = leases.filter((lease) => lease !== undefined);
  await sql`update lease set epoch = nextval('lease_epoch') where name = 'f'`;
  await Lease.renew(db, held);
  expect(held.map((lease) => lease.isHeld)).toEqual([true, false, true]);
});
