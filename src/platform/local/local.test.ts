import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../kernel/index.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { callLocal, listenLocal, type LocalCommands } from './index.ts';

const logger = { warn: () => {}, error: () => {} };

async function listen(commands: LocalCommands, path: string = join(temporaryFolder(), 'command.sock')) {
  const listening = await listenLocal({ path, commands, logger });
  onTestFinished(() => listening.close());
  const told: unknown[] = [];
  const call = (name: string, input: unknown = {}) =>
    callLocal({ path, name, input, onProgress: (progress) => told.push(progress) });
  return { path, call, told, listening };
}

test('a command is done by the process that listens, and tells how far it is', async () => {
  const { call, told } = await listen({
    async double({ input, onProgress }) {
      for (const step of [1, 2, 3]) onProgress({ step });
      return { value: (input as { value: number }).value * 2, long: 'é'.repeat(200_000) };
    },
  });
  expect(await call('double', { value: 21 })).toEqual({ result: { value: 42, long: 'é'.repeat(200_000) } });
  expect(told).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
});

test('nobody listens where nobody ever did, or no longer does', async () => {
  const { path, call, listening } = await listen({});
  await listening.close();
  expect(await call('x')).toBeUndefined();
  expect(
    await callLocal({ path: `${path}.none`, name: 'x', input: {}, onProgress: () => {} }),
  ).toBeUndefined();
});

test('a fault is told in the words of the process that listens', async () => {
  const { call } = await listen({
    refuse: () => Promise.reject(new Problem('not_found', 'There is none.', { errors: { a: ['is odd'] } })),
    fail: () => Promise.reject(new Error('broken')),
  });
  await expect(call('refuse')).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is none.',
    errors: { a: ['is odd'] },
  });
  await expect(call('fail')).rejects.toMatchObject({ code: 'internal', message: 'It failed: broken' });
  await expect(call('toString')).rejects.toMatchObject({ code: 'not_found' });
});

test('a command whose caller goes away is aborted, and one whose server stops is told', async () => {
  const events = new EventEmitter();
  const { call, listening } = await listen({
    async wait({ signal }) {
      events.emit('begun');
      await once(signal, 'abort');
      events.emit('aborted');
    },
  });
  const [begun, aborted] = [once(events, 'begun'), once(events, 'aborted')];
  const answer = call('wait').catch((error: unknown) => error);
  await begun;
  await listening.close();
  expect(await answer).toMatchObject({ message: expect.stringContaining('stopped before') as string });
  await aborted;
});

test('a socket that a killed process left behind is taken over', async () => {
  const { path, listening } = await listen({ who: async () => 'first' });
  const second = await listen({ who: async () => 'second' }, path);
  expect(await second.call('who')).toEqual({ result: 'second' });
  await listening.close();
});
