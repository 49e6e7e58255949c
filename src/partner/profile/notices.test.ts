import { beforeEach, expect, test } from 'vitest';
import { mailTo } from '../../platform/notices/testing/thing.ts';
import { put } from '../testing/facts.ts';
import { plantPerson } from '../testing/people.ts';
import { rise } from '../testing/program.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { tierNotice } from './index.ts';
import { tellTiers } from './work.ts';

const office = await openOffice();
const { database, facts, time } = office;
const { sql } = database;
const context = office.as({ ...SYSTEM, tenant: 'default' });
const notice = tierNotice(facts);
const options = {
  kinds: [notice],
  channels: [mailTo(1)],
  detail: 'full',
  isPolled: true,
  urlOf: () => '',
} as const;

await put(
  office.bringing,
  'tier-changes',
  rise(1),
  rise(2, { partner_uid: 'P2', new_tier_group_id: 7, payment_date: '2024-03-12T18:00:00Z' }),
  rise(3, { partner_uid: 'P0', old_tier_group_id: 3, new_tier_group_id: 2 }),
);
await put(office.bringing, 'tier-levels', {
  tier_group_id: 2,
  valid_from: '2024-01-01',
  name: 'Gold',
  measure: 'active_clients',
  threshold: '5',
  window_days: 30,
});

beforeEach(async () => {
  await sql`truncate credential, notice cascade`;
  for (const [name, partner] of [
    ['pia', 'P1'],
    ['max', 'P2'],
    ['zoe', 'P0'],
  ] as const)
    await plantPerson(database, name, partner);
});

const reached = async () =>
  sql`select subject, person from notice join notice_delivery on notice_id = notice.id order by person`;

test('the people of a partner get one message when it has reached a better tier, and not before', async () => {
  time.now = new Date('2024-03-12T08:59:00Z');
  await tellTiers(context, options);
  expect(await reached()).toEqual([]);
  time.now = new Date('2024-03-12T12:00:00Z');
  await tellTiers(context, options);
  await tellTiers(context, options);
  expect(await reached()).toEqual([{ subject: '2024-03-12 P1', person: 'pia' }]);
  time.now = new Date('2024-03-14T12:00:00Z');
  await tellTiers(context, options);
  expect((await reached()).map(({ person }) => person as string)).toEqual(['max', 'pia']);
});

test('a message names the tier, or its number if it has no name', async () => {
  time.now = new Date('2024-03-13T12:00:00Z');
  expect(await notice.find(context, '2024-03-12 P1', undefined)).toMatchObject({
    people: ['pia'],
    facts: { tier: 'Gold' },
  });
  expect(await notice.find(context, '2024-03-12 P2', ['max', 'pia'])).toMatchObject({
    people: ['max'],
    facts: { tier: '7' },
  });
  expect(await notice.find(context, '2024-03-12 P0', undefined)).toBeUndefined();
});

test('a tier that was reached long ago makes no message', async () => {
  time.now = new Date('2024-04-12T12:00:00Z');
  await tellTiers(context, options);
  expect(await reached()).toEqual([]);
});
