import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

function manual() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const call = coalesce(
    (_key: object) => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
  );
  return { ends, call };
}

it('runs at once when nothing runs, and again when asked again', async () => {
  const { ends, call } = manual();
  const key = {};
  for (const count of [1, 2]) {
    const done = call(key);
    expect(ends).toHaveLength(count);
    ends.at(-1)?.resolve();
    await done;
  }
});

it('lets all who call during a run share the next, which begins after it', async () => {
  const { ends, call } = manual();
  const key = {};
  const first = call(key);
  const others = [call(key), call(key), call(key)];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await first;
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  const later = call(key);
  ends[1]?.resolve();
  await Promise.all(others);
  await Promise.resolve();
  ends[2]?.resolve();
  await later;
  expect(ends).toHaveLength(3);
});

it('tells a failure only to those who shared the run, and goes on', async () => {
  const { ends, call } = manual();
  const key = {};
  const first = call(key);
  const second = call(key);
  ends[0]?.reject(new Error('fault'));
  await expect(first).rejects.toThrow('fault');
  ends[1]?.resolve();
  await expect(second).resolves.toBeUndefined();
});

it('keeps different keys apart', () => {
  const { ends, call } = manual();
  void call({});
  void call({});
  expect(ends).toHaveLength(2);
});
