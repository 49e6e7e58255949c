import { beforeAll, expect, test } from 'vitest';
import { newId, newTraceId, systemClock } from '../../kernel/index.ts';
import { takeOccasions } from '../../platform/notices/testing/fixture.ts';
import { destinationNotice } from '../destinations/index.ts';
import { openWithdrawalService } from '../withdrawals/testing/service.ts';
import { policyNotice } from './index.ts';

const { send, database } = await openWithdrawalService();
const { sql, db } = database;
const context = {
  actor: { kind: 'system', id: 'notice.make', tenant: 'acme', scopes: new Set<string>() } as const,
  clock: systemClock,
  db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

const occasions = async () => (await takeOccasions(database)).map(({ payload }) => payload);

beforeAll(async () => {
  for (const [name, tenant] of [
    ['ada', 'acme'],
    ['grace', 'acme'],
    ['stranger', 'other'],
  ] as const)
    await sql`insert into credential (id, kind, name, tenant, scopes, roles, secret_id, created_at)
      values (${newId()}, 'person', ${name}, ${tenant}, '{}', array['trading:admin'], ${newId()}, now())`;
});

test('the other admins get a message about proposed rules, until they are confirmed or replaced', async () => {
  const propose = async () => {
    await send('ada', 'PUT', 'policies', { body: { rules: [{ asset: 'BTC', verdict: 'ALLOW' }] } });
    const [{ kind, subject } = { kind: '', subject: '' }] = await occasions();
    expect(kind).toBe('policy.confirm');
    return subject;
  };
  const first = await propose();
  expect((await policyNotice.find(context, first, undefined))?.people).toEqual(['grace']);
  const second = await propose();
  expect(await policyNotice.find(context, first, undefined)).toBeUndefined();
  await send('grace', 'POST', `policies/${second}/confirm`);
  expect(await policyNotice.find(context, second, undefined)).toBeUndefined();
});

test('the other admins get a message about a saved destination, until it is confirmed', async () => {
  await send('ada', 'POST', 'destinations', { body: { alias: 'house-bank', kind: 'bank' } });
  const [{ kind, subject } = { kind: '', subject: '' }] = await occasions();
  expect(kind).toBe('destination.confirm');
  expect(await destinationNotice.find(context, subject, undefined)).toMatchObject({
    people: ['grace'],
    facts: { savedBy: 'ada', alias: 'house-bank', place: 'house-bank' },
  });
  await send('grace', 'POST', `destinations/${subject}/confirm`);
  expect(await destinationNotice.find(context, subject, undefined)).toBeUndefined();
});
