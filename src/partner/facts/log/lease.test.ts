import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { WriterLease } from './lease.ts';

const { db, sql } = await createTestDatabase();

/** A lease that only the test renews. */
function lease(holder: string, lifetimeMs = 60_000): WriterLease {
  const made = new WriterLease({ db, holder, address: `http://${holder}`, lifetimeMs });
  onTestFinished(() => made.release());
  return made;
}

const expire = () => sql`update lease set expires_at = now() - interval '1 second'`;

test('one process holds the lease, another gets it when it is released', async () => {
  const [first, second] = [lease('a'), lease('b', 10)];
  await first.renew();
  await second.renew();
  expect([typeof first.epoch, second.epoch]).toEqual(['number', undefined]);
  await expect(second.hold()).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
    message: 'This process cannot write facts at the moment. Another process (http://a) writes them.',
  });
  const { epoch = 0 } = first;
  await first.release();
  expect(first.epoch).toBeUndefined();
  const third = lease('c');
  await third.renew();
  expect(third.epoch).toBeGreaterThan(epoch);
});

test('a lease that has ended is taken by another process, and the one before notices', async () => {
  const [first, second] = [lease('a'), lease('b')];
  await first.renew();
  await expire();
  await second.renew();
  expect(second.epoch).toBeGreaterThan(first.epoch ?? 0);
  await first.renew();
  expect(first.epoch).toBeUndefined();
});

test('a lease that has ended and that no other process took goes on under the same epoch', async () => {
  const held = lease('a');
  await held.renew();
  const { epoch } = held;
  await expire();
  await held.renew();
  expect(held.epoch).toBe(epoch);
});

test('a process that cannot write leaves the lease to others, and says why', async () => {
  const state: { obstacle?: Problem } = {};
  const first = new WriterLease({ db, holder: 'a', lifetimeMs: 60_000, obstacle: () => state.obstacle });
  onTestFinished(() => first.release());
  await first.renew();
  expect(first.epoch).toBeDefined();
  state.obstacle = new Problem('unavailable', 'The store is damaged.');
  await first.renew();
  const second = lease('b');
  await second.renew();
  expect([first.epoch, typeof second.epoch]).toEqual([undefined, 'number']);
  await expect(first.hold()).rejects.toThrow('The store is damaged.');
});

test('a process takes over at once from an earlier process of the same folder', async () => {
  const [killed, next] = [lease('a'), lease('a')];
  await killed.renew();
  await next.renew();
  expect(next.epoch).toBeGreaterThan(killed.epoch ?? 0);
});

test('a process that cannot renew its lease in time does not take it for its own any more', async () => {
  const held = lease('a', 300);
  await held.renew();
  expect(held.epoch).toBeDefined();
  await sql`begin`;
  await sql`select from lease for update`;
  const renewing = held.renew();
  await expect.poll(() => held.epoch).toBeUndefined();
  await sql`commit`;
  await renewing;
});

test('a lease that is started renews itself, and is waited for', async () => {
  const [first, second] = [lease('a', 1_500), lease('b', 1_500)];
  await first.start();
  await second.start();
  await sleep(2_000);
  expect([typeof first.epoch, second.epoch]).toEqual(['number', undefined]);
  const waiting = second.hold();
  await first.release();
  expect(await waiting).toBeGreaterThan(0);
});

test('a process that hands over finishes its writes, takes no more, and then another gets the lease', async () => {
  const [first, second] = [lease('a'), lease('b')];
  await first.renew();
  const write = new AbortController();
  const writing = first.during(() => once(write.signal, 'abort'));
  const handing = first.handOver(60_000);
  await expect(first.during(async () => {})).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '1' },
  });
  await second.renew();
  expect([first.isLeaving, typeof first.epoch, second.epoch]).toEqual([true, 'number', undefined]);
  write.abort();
  await writing;
  await handing;
  await second.renew();
  expect([first.epoch, typeof second.epoch]).toEqual([undefined, 'number']);
  await expect(first.hold()).rejects.toMatchObject({
    message: expect.stringContaining('is stopping') as string,
  });
});

test('a write that takes too long does not keep the lease', async () => {
  const [first, second] = [lease('a'), lease('b')];
  await first.renew();
  const write = new AbortController();
  const writing = first.during(() => once(write.signal, 'abort'));
  await first.handOver(50);
  await second.renew();
  expect(typeof second.epoch).toBe('number');
  write.abort();
  await writing;
});
