import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';
import { SILENT } from './testing/jobs.ts';

const PLACES = 2;

/** Work that ends on request. */
function open() {
  const lanes = new Lanes({ places: PLACES, logger: SILENT });
  const gate = new EventEmitter();
  const begun: string[] = [];
  const handedOver: string[] = [];
  const start = (key: string, lane: string, fail?: () => boolean): void =>
    lanes.start({
      key,
      lane: async () => lane,
      run: async () => {
        begun.push(key);
        if (fail?.()) throw new Error('fault');
        await once(gate, key);
      },
      handOver: async () => void handedOver.push(key),
    });
  return { lanes, gate, begun, handedOver, start };
}

it('a lane that is full keeps no other lane waiting, and goes on when a place is free', async () => {
  const { gate, begun, start } = open();
  for (const key of ['a1', 'a2', 'a3']) start(key, 'a');
  start('b1', 'b');
  await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1']);
  gate.emit('a1');
  await expect.poll(() => begun).toContain('a3');
});

it('work that is requested while it runs runs once more, however often it was requested', async () => {
  const { gate, begun, start } = open();
  for (let count = 0; count < 3; count++) start('x', 'a');
  await expect.poll(() => begun).toEqual(['x']);
  for (let count = 0; count < 3; count++) start('x', 'a');
  gate.emit('x');
  await expect.poll(() => begun).toEqual(['x', 'x']);
  gate.emit('x');
  start('y', 'a');
  await expect.poll(() => begun).toEqual(['x', 'x', 'y']);
});

it('work that fails runs again', async () => {
  const { begun, start } = open();
  start('x', 'a', () => begun.length === 1);
  await expect.poll(() => begun).toEqual(['x', 'x']);
});

it('a stop waits for what ends in time, and hands over what waits for a place', async () => {
  const { lanes, gate, begun, handedOver, start } = open();
  for (const key of ['a1', 'a2', 'a3']) start(key, 'a');
  await expect.poll(() => begun).toEqual(['a1', 'a2']);
  const stopped = lanes.stop(10_000);
  gate.emit('a1');
  gate.emit('a2');
  await stopped;
  expect([begun, handedOver]).toEqual([['a1', 'a2'], ['a3']]);
});
