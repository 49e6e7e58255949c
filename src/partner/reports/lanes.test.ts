import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

const ONE = { places: 1, perCaller: 1 };

/** Lanes with a clock that only `take` moves. */
function openLanes() {
  const lanes = new Lanes({ quick: ONE, slow: ONE });
  let nowMs = 0;
  const clock = { now: () => new Date(nowMs) };
  const { signal } = new AbortController();
  const enter = (caller: string, report: string) => lanes.enter(caller, report, { clock, signal });
  const take = async (caller: string, report: string, ms: number): Promise<void> => {
    const leave = await enter(caller, report);
    nowMs += ms;
    leave();
  };
  return { enter, take };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('whatever many heavy reports are asked, small ones get in at once', async () => {
  const { enter, take } = openLanes();
  const heavy = ['A', 'B', 'C', 'D'];
  for (const partner of heavy) await take(partner, 'performance', 250);
  let inside = 0;
  for (const partner of heavy) void enter(partner, 'performance').then(() => (inside += 1));
  await settled();
  expect(inside).toBe(1);
  const leave = await enter('E', 'performance');
  leave();
  // What is heavy is a report of a partner, not the partner.
  await expect(enter('A', 'orders')).resolves.toBeTypeOf('function');
});

test('what has become quick goes with the quick ones again', async () => {
  const { enter, take } = openLanes();
  await take('A', 'orders', 250);
  await take('A', 'orders', 249);
  await take('B', 'orders', 250);
  await enter('B', 'orders');
  await expect(enter('A', 'orders')).resolves.toBeTypeOf('function');
});
