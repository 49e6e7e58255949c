import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { createLogs } from '../../telemetry/index.ts';
import { asking, createClock } from '../testing/fixture.ts';
import { createFailureReporter } from './report-failures.ts';

const database = await createTestDatabase();
const ask = asking(database);
const { logger } = createLogs('silent');
const open = () =>
  createFailureReporter({ db: database.db, clock: createClock(), logger, service: 'trading' });
const summary = () =>
  ask`select count(*)::int as entries, sum((details->>'failures')::int)::int as failures from audit_log`;

it('a flood from many addresses is counted to the last failure, in a bounded number of entries', async () => {
  const reporter = open();
  for (let host = 0; host < 5_000; host += 1) {
    reporter.add({ credential: undefined, ip: `10.0.${host >> 8}.${host & 255}`, isLocked: false });
  }
  await reporter.stop();
  expect(await summary()).toEqual([{ entries: 61, failures: 5_000 }]);
});

it('entries are written a minute after the first failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reporter = open();
  reporter.add({ credential: undefined, ip: 'minute', isLocked: false });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => ask`select 1 from audit_log where details->>'ip' = 'minute'`).toHaveLength(1);
});

it('what could not be written is written later', async () => {
  const reporter = open();
  await ask`alter table audit_log rename to hidden`;
  reporter.add({ credential: undefined, ip: 'later', isLocked: false });
  await reporter.stop();
  await ask`alter table hidden rename to audit_log`;
  reporter.add({ credential: undefined, ip: 'later', isLocked: false });
  await reporter.stop();
  expect(
    await ask`select details->>'failures' as failures from audit_log where details->>'ip' = 'later'`,
  ).toEqual([{ failures: '2' }]);
});
