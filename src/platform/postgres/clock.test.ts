import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { DatabaseClock } from './clock.ts';

const { db } = await createTestDatabase();

test('the time is that of the database, whatever the clock of the machine says, and a wrong one is reported', async () => {
  const changes: boolean[] = [];
  const clock = await DatabaseClock.open({ db, onChange: ({ isRight }) => void changes.push(isRight) });
  onTestFinished(() => clock.stop());
  const start = Date.now();
  expect(Math.abs(clock.now().getTime() - start)).toBeLessThan(60_000);
  expect(clock.isRight).toBe(true);

  vi.useFakeTimers({ toFake: ['Date'], now: start + 600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await clock.measure();
  expect(clock.now().getTime() - start).toBeLessThan(60_000);
  expect(Math.round(clock.skewMs / 60_000)).toBe(10);
  expect(clock.isRight).toBe(false);

  vi.useRealTimers();
  await clock.measure();
  expect(changes).toEqual([false, true]);
});
