import { expect, test } from 'vitest';
import type { SemaphoreOptions } from '../../../kernel/index.ts';
import { ReportQueue } from './queue.ts';

const ONE: SemaphoreOptions = { places: 1, perKey: 1 };

/** A queue whose clock only `take` moves. */
function openQueue(limits = ONE) {
  const queue = new ReportQueue({ quick: limits, slow: limits });
  let nowMs = 0;
  const context = { clock: { now: () => new Date(nowMs) }, signal: new AbortController().signal };
  /** Resolves with the function that ends the report once it runs. */
  const enter = (partnerUid: string, report: string): Promise<() => void> =>
    new Promise((entered) => {
      void queue.run({ partnerUid, report }, context, () => new Promise<void>((end) => entered(end)));
    });
  const take = (partnerUid: string, report: string, ms: number): Promise<void> =>
    queue.run({ partnerUid, report }, context, async () => {
      nowMs += ms;
    });
  return { enter, take };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('however many slow reports wait, quick ones run at once', async () => {
  const { enter, take } = openQueue();
  const heavy = ['A', 'B', 'C', 'D'];
  for (const partner of heavy) await take(partner, 'performance', 250);
  let running = 0;
  for (const partner of heavy) void enter(partner, 'performance').then(() => (running += 1));
  await settled();
  expect(running).toBe(1);
  const end = await enter('E', 'performance');
  end();
  // A report of a partner is slow, not the partner.
  await expect(enter('A', 'orders')).resolves.toBeTypeOf('function');
});

test('a report that has become quick runs with the quick ones again', async () => {
  const { enter, take } = openQueue();
  await take('A', 'orders', 250);
  await take('A', 'orders', 249);
  await take('B', 'orders', 250);
  await enter('B', 'orders');
  await expect(enter('A', 'orders')).resolves.toBeTypeOf('function');
});

test('a partner with too many waiting reports is refused with 503 and Retry-After, and others are not', async () => {
  const { enter, take } = openQueue({ ...ONE, maxWaiting: 3, maxWaitingPerKey: 1 });
  const end = await enter('A', 'orders');
  const waiting = take('A', 'orders', 1);
  const refusal = { status: 503, headers: { 'retry-after': '1' } };
  await expect(take('A', 'orders', 1)).rejects.toMatchObject(refusal);
  const others = [take('B', 'orders', 1), take('C', 'orders', 1)];
  await expect(take('D', 'orders', 1)).rejects.toMatchObject(refusal);
  end();
  await Promise.all([waiting, ...others]);
  await take('D', 'orders', 1);
});
