import { expect, test } from 'vitest';
import { PageCache } from './page-cache.ts';

const WAITING = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Computes each page from its key, and records how often. */
function openCache(maxBytes: number) {
  const cache = new PageCache(maxBytes);
  const asked: string[] = [];
  const ask = (key: string) =>
    cache.get(key, WAITING, async () => {
      asked.push(key);
      return `${key}!`;
    });
  return { ask, asked };
}

test('a page is computed again only after others needed its room, the least recently used first', async () => {
  // Three pages of two characters with keys of one.
  const { ask, asked } = openCache(3 * 6);
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) expect(await ask(key)).toBe(`${key}!`);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test.each([
  ['no room', 0, 'a'],
  ['a page larger than the cache', 10, 'abcd'],
])('with %s nothing is cached', async (_, maxBytes, key) => {
  const { ask, asked } = openCache(maxBytes);
  await ask(key);
  await ask(key);
  expect(asked).toEqual([key, key]);
});

test('all who wait get a failure, and it is not cached', async () => {
  const cache = new PageCache(1000);
  const fail = () => cache.get('a', WAITING, () => Promise.reject(new Error('gone')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', WAITING, async () => 'back')).toBe('back');
});

/** A page that is computed when the test calls `give`. */
function openQuestion() {
  const cache = new PageCache(1000);
  const begun: AbortSignal[] = [];
  let give: ((answer: string) => void) | undefined;
  const ask = (signal: AbortSignal) =>
    cache.get('a', signal, (stop) => {
      begun.push(stop);
      return new Promise((resolve, reject) => {
        give = resolve;
        stop.addEventListener('abort', () => reject(stop.reason as Error));
      });
    });
  return { ask, begun, give: (answer: string) => give?.(answer) };
}

test('concurrent requests share one computation, also when the first one leaves', async () => {
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

test('a computation is cancelled when its last waiter leaves, and the next request starts another', async () => {
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
