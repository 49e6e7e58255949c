import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { alone } from './alone.ts';

const { db } = await createTestDatabase({ poolSize: 4 });
const never = () => Promise.reject(new Error('It must not run.'));

it('one of several concurrent actions with a name runs, and the next one can run after it', async () => {
  const gate = new EventEmitter();
  const begun = once(gate, 'begun');
  const first = alone(db, 'a', async () => {
    gate.emit('begun');
    await once(gate, 'end');
  });
  await begun;
  expect(await alone(db, 'a', never)).toBe(false);
  expect(await alone(db, 'b', async () => {})).toBe(true);
  gate.emit('end');
  expect(await first).toBe(true);
  expect(await alone(db, 'a', async () => {})).toBe(true);
});

it('a name is free again after a failure', async () => {
  await expect(alone(db, 'a', () => Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  expect(await alone(db, 'a', async () => {})).toBe(true);
});
