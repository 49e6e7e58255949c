import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { createLogs } from '../../telemetry/index.ts';
import { contextOf as noticeContext, dropJobs, takeOccasions } from '../../notices/testing/fixture.ts';
import { selectUsableCredential } from '../credentials/index.ts';
import { createClock, plantCredential } from '../testing/fixture.ts';
import { lockNotice } from './notices.ts';
import { createFailureReporter } from './report-failures.ts';

const database = await createTestDatabase();
const { db, sql } = database;
const { logger } = createLogs('silent');
const clock = createClock();
const context = noticeContext(database, clock);

const plant = (name: string, role: string, tenant = 'acme') =>
  plantCredential(database, { kind: 'person', name, tenant, roles: [role], scopes: [] });

beforeEach(async () => {
  await sql`truncate credential cascade`;
  await dropJobs(database);
  await plant('ada', 'trading:approver');
  await plant('grace', 'trading:admin');
  await plant('mara', 'partner:admin');
  await plant('stranger', 'trading:admin', 'other');
});

const credentialOf = (name: string) => selectUsableCredential(db, 'person', name).executeTakeFirst();

/** As sign-ins from these addresses leave it. */
async function lock(name: string, ips: readonly string[], isLocked = true) {
  const reporter = createFailureReporter({ db, clock, logger, service: 'trading' });
  const credential = await credentialOf(name);
  for (const ip of ips) reporter.add({ credential, ip, isLocked });
  await reporter.stop();
  return takeOccasions(database);
}

const peopleOf = async (subject: string, among?: readonly string[]) =>
  (await lockNotice.find(context, subject, among))?.people.toSorted();

test('a locked sign-in sends messages to the person and the admins of the service, and to nobody else', async () => {
  const [taken] = await lock('ada', ['192.0.2.1']);
  expect(taken).toMatchObject({ tenant: 'acme', payload: { kind: 'sign-in.locked', service: 'trading' } });
  const subject = taken?.payload.subject ?? '';
  expect(await peopleOf(subject)).toEqual(['ada', 'grace']);
  expect(await peopleOf(subject, ['ada', 'mara', 'stranger'])).toEqual(['ada']);
  await sql`update credential set roles = '{trading:viewer}' where name = 'grace'`;
  expect(await peopleOf(subject)).toEqual(['ada']);
  await sql`update credential set revoked_at = now() where name = 'ada'`;
  expect(await peopleOf(subject)).toBeUndefined();
});

test('an attacker with many addresses causes one message a day', async () => {
  const first = await lock('ada', ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  const second = await lock('ada', ['198.51.100.1']);
  expect(new Set([...first, ...second].map(({ payload }) => payload.subject)).size).toBe(1);
  clock.advance(24 * 3_600_000);
  const [nextDay] = await lock('ada', ['192.0.2.1']);
  expect(nextDay?.payload.subject).not.toBe(first[0]?.payload.subject);
});

test('failures that lock nothing, and names that nobody has, tell nobody', async () => {
  expect(await lock('ada', ['192.0.2.1'], false)).toEqual([]);
  expect(await lock('nobody', ['192.0.2.1'])).toEqual([]);
  expect(await lockNotice.find(context, `trading/${newId()}/2026-01-31`, undefined)).toBeUndefined();
});
