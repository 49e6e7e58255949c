import { beforeEach, expect, test } from 'vitest';
import { createClock, plantCredential } from '../../platform/auth/testing/fixture.ts';
import { contextOf, dropJobs, takeOccasions } from '../../platform/notices/testing/fixture.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { outageNotice } from './notices.ts';
import { watchVenues } from './watch.ts';

const database = await createTestDatabase({ poolSize: 8 });
const { sql } = database;
const clock = createClock();
const context = contextOf(database, clock);

beforeEach(async () => {
  await sql`truncate credential, venue_outage cascade`;
  await dropJobs(database);
  for (const [name, role, tenant] of [
    ['olivia', 'trading:operator', 'acme'],
    ['grace', 'trading:admin', 'acme'],
    ['vera', 'trading:viewer', 'acme'],
    ['stranger', 'trading:admin', 'other'],
  ] as const) {
    await plantCredential(database, { kind: 'person', name, tenant, roles: [role], scopes: [] });
  }
});

/** Looks at the venue once a minute. */
async function look(minutes: number, isLive: boolean) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await watchVenues(context, [{ tenant: 'acme', code: 'aurora', isLive }]);
    clock.advance(60_000);
  }
  return (await takeOccasions(database)).map(({ tenant, payload }) => ({ tenant, ...payload }));
}

const peopleOf = async (subject: string, among?: readonly string[]) =>
  (await outageNotice.find(context, subject, among))?.people.toSorted();

test('operators and admins get a message about a venue that is not live, as long as it is not', async () => {
  expect(await look(5, false)).toEqual([]);
  const [taken, ...others] = await look(20, false);
  expect([taken?.tenant, taken?.kind, others]).toEqual(['acme', 'venue.outage', []]);
  const subject = taken?.subject ?? '';
  expect(await peopleOf(subject)).toEqual(['grace', 'olivia']);
  expect(await peopleOf(subject, ['olivia', 'vera', 'stranger'])).toEqual(['olivia']);
  expect(await peopleOf('aurora 2020-01-01T00:00:00.000Z')).toBeUndefined();
  expect(await look(1, true)).toEqual([]);
  expect(await peopleOf(subject)).toBeUndefined();
  expect(await look(9, false)).toEqual([]);
  await look(9, true);
  expect(await sql`select from venue_outage`).toEqual([]);
});

test('workers that look at the same moment cause one message', async () => {
  await look(5, false);
  const venues = [{ tenant: 'acme', code: 'aurora', isLive: false }];
  await Promise.all([1, 2, 3, 4].map(() => watchVenues(context, venues)));
  expect(await takeOccasions(database)).toHaveLength(1);
});
