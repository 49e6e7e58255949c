import { expect, test } from 'vitest';
import { Memory } from './memory.ts';

const WAITING = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Answers each question with itself, and counts how often it was asked. */
function openMemory(mostBytes: number) {
  const memory = new Memory(mostBytes);
  const asked: string[] = [];
  const ask = (key: string) =>
    memory.recall(key, WAITING, async () => {
      asked.push(key);
      return `${key}!`;
    });
  return { ask, asked };
}

test('what was answered is not asked again until others needed its room, the longest unused first', async () => {
  // Three answers of two characters with their keys of one.
  const { ask, asked } = openMemory(3 * 6);
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) expect(await ask(key)).toBe(`${key}!`);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test.each([
  ['no room', 0, 'a'],
  ['an answer larger than all the room', 10, 'abcd'],
])('with %s nothing is remembered', async (_, mostBytes, key) => {
  const { ask, asked } = openMemory(mostBytes);
  await ask(key);
  await ask(key);
  expect(asked).toEqual([key, key]);
});

test('a failure is told to all who wait for it and not remembered', async () => {
  const memory = new Memory(1000);
  const fail = () => memory.recall('a', WAITING, () => Promise.reject(new Error('gone')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await memory.recall('a', WAITING, async () => 'back')).toBe('back');
});

/** A question that is answered when the test says so. */
function openQuestion() {
  const memory = new Memory(1000);
  const begun: AbortSignal[] = [];
  let give: ((answer: string) => void) | undefined;
  const ask = (signal: AbortSignal) =>
    memory.recall('a', signal, (stop) => {
      begun.push(stop);
      return new Promise((resolve, reject) => {
        give = resolve;
        stop.addEventListener('abort', () => reject(stop.reason as Error));
      });
    });
  return { ask, begun, give: (answer: string) => give?.(answer) };
}

test('who asks the same at once waits for the one answer, also when the first one leaves', async () => {
  const { ask, begun, give } = openQuestion();
  const first = new AbortController();
  const left = ask(first.signal);
  const others = [ask(WAITING), ask(WAITING)];
  first.abort(new Error('went away'));
  await expect(left).rejects.toThrow('went away');
  give('answer');
  expect(await Promise.all(others)).toEqual(['answer', 'answer']);
  expect(begun).toHaveLength(1);
});

test('a question that nobody waits for is stopped, and the next one begins anew', async () => {
  const { ask, begun, give } = openQuestion();
  const callers = [new AbortController(), new AbortController()];
  const waiting = callers.map(({ signal }) => ask(signal).catch(() => 'left'));
  callers[0]?.abort();
  await settled();
  expect(begun[0]?.aborted).toBe(false);
  callers[1]?.abort();
  expect(await Promise.all(waiting)).toEqual(['left', 'left']);
  expect(begun[0]?.aborted).toBe(true);
  const next = ask(WAITING);
  give('anew');
  expect(await next).toBe('anew');
});
