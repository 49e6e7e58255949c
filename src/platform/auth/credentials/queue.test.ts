import { expect, it } from 'vitest';
import { createQueue } from './queue.ts';

function gate() {
  let pass: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  return { open: () => pass?.(), passed };
}

it('runs only so many at once, lets so many wait in order, and refuses the rest as unavailable', async () => {
  const queue = createQueue({ running: 2, waiting: 2 });
  const gates = Array.from({ length: 5 }, gate);
  const started: number[] = [];
  const works = gates.slice(0, 4).map(({ passed }, index) =>
    queue.run(async () => {
      started.push(index);
      await passed;
      return index;
    }),
  );
  await expect(queue.run(async () => 'never')).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '1' },
  });
  expect(started).toEqual([0, 1]);
  gates[1]?.open();
  await works[1];
  expect(started).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
  expect(await queue.run(async () => 'again')).toBe('again');
});

it('a work that fails gives its place to the next', async () => {
  const queue = createQueue({ running: 1, waiting: 1 });
  const failing = queue.run(async () => {
    throw new Error('no');
  });
  const next = queue.run(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
