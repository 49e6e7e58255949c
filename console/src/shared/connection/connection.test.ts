import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { askNow, findOutage, noteAnswer, presentOutage } from './connection.ts';

afterEach(() => onlineManager.setOnline(true));

it('one call without an answer is no outage while the server is there', async () => {
  await findOutage(async () => true);
  expect(presentOutage()).toBeUndefined();
  expect(onlineManager.isOnline()).toBe(true);
});

it('an outage begins with the last answer, is asked about with growing waits, and ends with the next answer', async () => {
  noteAnswer();
  const answeredAt = Date.now();
  const answers = [false, false, false, true];
  const waits: number[] = [];
  const ended = findOutage(async () => answers.shift() ?? true);
  while (answers.length > 0) {
    await expect.poll(() => presentOutage()?.nextAt).toBeDefined();
    const { since = 0, nextAt = 0 } = presentOutage() ?? {};
    expect(since).toBeLessThanOrEqual(answeredAt);
    expect(onlineManager.isOnline()).toBe(false);
    waits.push(Math.ceil((nextAt - Date.now()) / 1000));
    // Somebody else who gets no answer does not begin a second row of questions.
    await findOutage(() => Promise.reject(new Error('It is asked already.')));
    askNow();
    await expect.poll(() => presentOutage()?.nextAt).not.toBe(nextAt);
  }
  await ended;
  expect(waits).toEqual([1, 2, 4]);
  expect(presentOutage()).toBeUndefined();
  expect(onlineManager.isOnline()).toBe(true);
});
