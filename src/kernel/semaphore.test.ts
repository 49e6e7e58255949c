import { array, assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Semaphore, TooManyWaiting, type Release, type SemaphoreOptions } from './semaphore.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type State = 'waiting' | 'inside' | 'gone' | 'refused';

interface Caller {
  readonly key: string;
  readonly isExclusive: boolean;
  readonly abort: () => void;
  state: State;
  release: Release;
}

function arrive(semaphore: Semaphore, key: string): Caller {
  const isExclusive = key === 'all';
  const { signal, abort } = abortable();
  const caller: Caller = { key, isExclusive, abort, state: 'waiting', release: () => {} };
  const acquired = isExclusive ? semaphore.acquireAll(signal) : semaphore.acquire({ key, signal });
  void follow(caller, acquired);
  return caller;
}

async function follow(caller: Caller, acquired: Promise<Release>): Promise<void> {
  try {
    const release = await acquired;
    caller.state = 'inside';
    caller.release = () => {
      caller.state = 'gone';
      release();
    };
  } catch (error) {
    caller.state = error instanceof TooManyWaiting ? 'refused' : 'gone';
  }
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('gone')) };
}

const step = record({
  kind: constantFrom('arrive', 'arrive', 'release', 'abort'),
  key: constantFrom('a', 'b', 'c', 'all'),
  nth: nat(5),
});

const limits = record({
  places: integer({ min: 1, max: 4 }),
  perKey: integer({ min: 1, max: 4 }),
  maxWaiting: nat(6),
}).map((given) => ({ ...given, perKey: Math.min(given.perKey, given.places) }));

const takenBy = (inside: readonly Caller[], places: number): number =>
  inside.reduce((sum, { isExclusive }) => sum + (isExclusive ? places : 1), 0);

const shareOf = (key: string, inside: readonly Caller[]): number =>
  inside.filter((caller) => caller.key === key).length;

/** Those who wait although they could enter: one who wants all places holds up those behind it. */
function overlooked(
  callers: readonly Caller[],
  { places, perKey }: Required<Pick<SemaphoreOptions, 'places' | 'perKey'>>,
): Caller[] {
  const inside = callers.filter(({ state }) => state === 'inside');
  const waiting = callers.filter(({ state }) => state === 'waiting');
  const firstExclusive = waiting.findIndex(({ isExclusive }) => isExclusive);
  const ahead = firstExclusive === -1 ? waiting : waiting.slice(0, firstExclusive + 1);
  return ahead.filter(({ key, isExclusive }) =>
    isExclusive ? inside.length === 0 : takenBy(inside, places) < places && shareOf(key, inside) < perKey,
  );
}

test('no more enter than have places, and no waiter that could enter waits, in any order of events', async () => {
  await assert(
    asyncProperty(limits, array(step, { maxLength: 40 }), async (limits, steps) => {
      const semaphore = new Semaphore(limits);
      const callers: Caller[] = [];
      const inState = (state: State): Caller[] => callers.filter((caller) => caller.state === state);

      for (const { kind, key, nth } of steps) {
        const waitingBefore = inState('waiting').length;
        if (kind === 'arrive') callers.push(arrive(semaphore, key));
        if (kind === 'release') inState('inside').at(nth)?.release();
        if (kind === 'abort') inState('waiting').at(nth)?.abort();
        await settled();

        const inside = inState('inside');
        const refusedLast = kind === 'arrive' && callers.at(-1)?.state === 'refused';
        expect(takenBy(inside, limits.places)).toBeLessThanOrEqual(limits.places);
        expect(Math.max(...['a', 'b', 'c'].map((key) => shareOf(key, inside)))).toBeLessThanOrEqual(
          limits.perKey,
        );
        expect(inState('waiting').length).toBeLessThanOrEqual(limits.maxWaiting);
        expect(!refusedLast || waitingBefore === limits.maxWaiting).toBe(true);
        expect(overlooked(callers, limits)).toEqual([]);
      }

      for (let left = callers.length; left > 0; left--) {
        for (const caller of inState('inside')) caller.release();
        await settled();
      }
      expect(inState('waiting')).toEqual([]);
    }),
  );
});

test('those with the same key enter in the order in which they came', async () => {
  await assert(
    asyncProperty(limits, array(constantFrom('a', 'b'), { maxLength: 20 }), async (limits, keys) => {
      const semaphore = new Semaphore({ ...limits, maxWaiting: 100 });
      const entered: { key: string; nth: number }[] = [];
      await Promise.all(
        keys.map((key, nth) =>
          semaphore.run(
            async () => {
              entered.push({ key, nth });
              await settled();
            },
            { key },
          ),
        ),
      );
      for (const key of ['a', 'b']) {
        const order = entered.filter((entry) => entry.key === key).map(({ nth }) => nth);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }
      expect(entered).toHaveLength(keys.length);
    }),
  );
});

test('a caller with many requests waits for its share while others pass', async () => {
  const semaphore = new Semaphore({ places: 3, perKey: 2 });
  const callers = ['busy', 'busy', 'busy', 'busy', 'calm'].map((key) => arrive(semaphore, key));
  await settled();
  expect(callers.map(({ state }) => state)).toEqual(['inside', 'inside', 'waiting', 'waiting', 'inside']);
  callers[0]?.release();
  await settled();
  expect(callers.map(({ state }) => state)).toEqual(['gone', 'inside', 'inside', 'waiting', 'inside']);
});

test('a place is freed when the work fails, and a second release frees no second place', async () => {
  const semaphore = new Semaphore({ places: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const release = await semaphore.acquire();
  release();
  release();
  const [first, second] = [arrive(semaphore, 'a'), arrive(semaphore, 'a')];
  await settled();
  expect([first.state, second.state]).toEqual(['inside', 'waiting']);
});

test('an aborted signal ends the waiting with its reason, before and during it', async () => {
  const semaphore = new Semaphore({ places: 1 });
  await semaphore.acquire();
  await expect(semaphore.acquire({ signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
  const { signal, abort } = abortable();
  const waiting = semaphore.acquire({ signal });
  abort();
  await expect(waiting).rejects.toThrow('gone');
});

test('one who wants all places is not passed, and those behind enter when it gives up', async () => {
  const semaphore = new Semaphore({ places: 2 });
  const [reader, writer, next] = ['a', 'all', 'b'].map((key) => arrive(semaphore, key));
  await settled();
  expect([reader?.state, writer?.state, next?.state]).toEqual(['inside', 'waiting', 'waiting']);
  writer?.abort();
  await settled();
  expect([reader?.state, writer?.state, next?.state]).toEqual(['inside', 'gone', 'inside']);
});

test('those with a key for which too many wait are refused with 503 and Retry-After, and no others', async () => {
  const semaphore = new Semaphore({ places: 1, maxWaiting: 4, maxWaitingPerKey: 2 });
  const inside = arrive(semaphore, 'a');
  const others = ['a', 'a', 'a', 'b', 'b', 'b', 'c'].map((key) => arrive(semaphore, key));
  await settled();
  const refused = others.filter(({ state }) => state === 'refused');
  expect(refused.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  await expect(semaphore.acquire({ key: 'c' })).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  });
  inside.release();
  expect(arrive(semaphore, 'c').state).toBe('waiting');
});
