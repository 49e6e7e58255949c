import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

const { signal } = new AbortController();

/** Who has got in, in order. */
function enterAll(gate: Gate, callers: readonly string[]) {
  const inside: string[] = [];
  const leaving = callers.map(async (caller) => {
    const leave = await gate.enter(caller, signal);
    inside.push(caller);
    return leave;
  });
  return { inside, leave: async (index: number) => (await leaving[index])?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one caller never takes all places, and others pass those who wait for their own', async () => {
  const gate = new Gate({ places: 3, perCaller: 2 });
  const { inside, leave } = enterAll(gate, ['much', 'much', 'much', 'much', 'small', 'other']);
  await settled();
  expect(inside).toEqual(['much', 'much', 'small']);
  await leave(0);
  await settled();
  expect(inside).toEqual(['much', 'much', 'small', 'much']);
  await leave(1);
  await leave(2);
  await settled();
  expect(inside.slice(4)).toEqual(['much', 'other']);
});

test('whoever gives up while waiting takes no place', async () => {
  const gate = new Gate({ places: 1, perCaller: 1 });
  const leave = await gate.enter('a', signal);
  const gone = new AbortController();
  const waiting = gate.enter('b', gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  leave();
  await expect(gate.enter('c', signal)).resolves.toBeTypeOf('function');
});
