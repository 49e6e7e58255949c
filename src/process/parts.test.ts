import { expect, test } from 'vitest';
import { Parts } from './parts.ts';

test('parts are closed once each, in reverse order, and each before the next', async () => {
  const closed: string[] = [];
  const parts = new Parts(new AbortController().signal);
  for (const name of ['first', 'second']) {
    await parts.open(Promise.resolve(name), async (part) => {
      await Promise.resolve();
      closed.push(part);
    });
  }
  await parts.close();
  await parts.close();
  expect(closed).toEqual(['second', 'first']);
});

test('a part that opens while the process stops is closed, and nothing opens after it', async () => {
  const stopping = new AbortController();
  const parts = new Parts(stopping.signal);
  const closed: string[] = [];
  stopping.abort(new Error('The process stops.'));
  await expect(parts.open('late', (part) => closed.push(part))).rejects.toThrow('The process stops.');
  await parts.close();
  expect(closed).toEqual(['late']);
});
