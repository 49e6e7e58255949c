import { describe, expect, it, vi } from 'vitest';
import { HashLane } from './hash-lane.ts';

const PATIENCE = { timeout: 60_000 };

/** A lane whose tasks end when the test ends them. */
function setUp(options: { places: number; maxWaiting: number }) {
  const lane = new HashLane(options);
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const outcomes = new Map<string, string>();
  const run = (name: string, source: string, signal = new AbortController().signal) =>
    lane
      .run(
        () =>
          new Promise<void>((resolve) => {
            started.push(name);
            endings.set(name, resolve);
          }),
        { source, signal },
      )
      .then(
        () => outcomes.set(name, 'done'),
        (error: unknown) => outcomes.set(name, (error as Error).message),
      );
  /** Ends the task, so that the next one starts. */
  const end = async (name: string) => {
    endings.get(name)?.();
    await vi.waitFor(() => expect(outcomes.get(name)).toBe('done'), PATIENCE);
  };
  return { run, end, started, outcomes };
}

describe('a lane', () => {
  it('runs as many tasks concurrently as it has places', async () => {
    const { run, end, started } = setUp({ places: 2, maxWaiting: 9 });
    for (const name of ['a', 'b', 'c']) void run(name, name);
    await vi.waitFor(() => expect(started).toEqual(['a', 'b']), PATIENCE);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('serves the newest request of a source first', async () => {
    const { run, end, started } = setUp({ places: 1, maxWaiting: 9 });
    for (const name of ['a', 'b', 'c', 'd']) void run(name, 'one source');
    await vi.waitFor(() => expect(started).toEqual(['a']), PATIENCE);
    for (const name of ['a', 'd', 'c']) await end(name);
    expect(started).toEqual(['a', 'd', 'c', 'b']);
  });

  it('serves the source that was served least first', async () => {
    const { run, end, started } = setUp({ places: 1, maxWaiting: 9 });
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) void run(name, name.slice(0, 1));
    await vi.waitFor(() => expect(started).toEqual(['a1']), PATIENCE);
    for (const name of ['a1', 'b2', 'a3', 'b1']) await end(name);
    expect(started).toEqual(['a1', 'b2', 'a3', 'b1', 'a2']);
  });

  it('drops the task of a caller that left, and continues after a failed task', async () => {
    const { run, end, started, outcomes } = setUp({ places: 1, maxWaiting: 9 });
    const caller = new AbortController();
    void run('a', 'x');
    void run('b', 'x');
    const left = run('c', 'x', caller.signal);
    caller.abort(new Error('left'));
    await left;
    await end('a');
    expect([started, outcomes.get('c')]).toEqual([['a', 'b'], 'left']);
    const failing = new HashLane({ places: 1, maxWaiting: 1 });
    const entry = { source: 'x', signal: new AbortController().signal };
    await expect(failing.run(() => Promise.reject(new Error('no')), entry)).rejects.toThrow('no');
    expect(await failing.run(async () => 'yes', entry)).toBe('yes');
  });

  it('rejects the oldest request of the source with the most waiting when it is full', async () => {
    const { run, started, outcomes } = setUp({ places: 1, maxWaiting: 3 });
    void run('running', 'flood');
    for (const name of ['flood 1', 'flood 2', 'other', 'flood 3', 'flood 4']) {
      void run(name, name.slice(0, 5));
    }
    await vi.waitFor(() => expect(outcomes.size).toBe(2), PATIENCE);
    expect([...outcomes.keys()]).toEqual(['flood 1', 'flood 2']);
    expect([...outcomes.values()]).toEqual(
      [...outcomes.values()].fill('Too many sign-ins at once. Try again shortly.'),
    );
    expect(started).toEqual(['running']);
  });

  it('rejects a request that has waited for four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { run, outcomes } = setUp({ places: 1, maxWaiting: 3 });
    void run('a', 'x');
    const late = run('b', 'x');
    vi.advanceTimersByTime(3_999);
    expect(outcomes.size).toBe(0);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await late;
    expect(outcomes.get('b')).toMatch(/^Too many sign-ins at once/);
  });
});
