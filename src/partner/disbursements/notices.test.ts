import { beforeEach, expect, test } from 'vitest';
import { newId, newTraceId } from '../../kernel/index.ts';
import { dropJobs, takeOccasions } from '../../platform/notices/testing/fixture.ts';
import { disbursementNotices } from './notices.ts';
import { FRENCH, openBureau } from './testing/bureau.ts';

const { office, ready, request, save, decide, settle, sent } = await openBureau();
const { database } = office;
const { sql, db } = database;
const [approvalNotice, paidNotice, failedNotice, returnedNotice, changedNotice] = disbursementNotices;
const TENANT = 'default';

const context = {
  actor: { kind: 'system', id: 'notice.make', tenant: TENANT, scopes: new Set<string>() } as const,
  clock: { now: () => office.time.now },
  db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

const person = async (name: string, role: string, partner: string | null = null, tenant = TENANT) =>
  sql`insert into credential (id, kind, name, tenant, scopes, roles, partner_uid, secret_id, created_at)
    values (${newId()}, 'person', ${name}, ${tenant}, '{}', array[${role}], ${partner}, ${newId()}, now())`;

const occasions = async () => (await takeOccasions(database)).map(({ payload }) => payload);

const reached = async (
  kind: (typeof disbursementNotices)[number],
  number: number,
  among?: readonly string[],
) => (await kind.find(context, String(number), among))?.people;

beforeEach(async () => {
  await sql`delete from credential where kind = 'person'`;
  await dropJobs(database);
});

test('managers get a message about money that was asked for, as long as they can approve it', async () => {
  await person('bob', 'partner:manager');
  await person('carol', 'partner:manager');
  await person('eve', 'partner:manager', null, 'other');
  await person('admin', 'partner:admin');
  const partner = await ready();
  const { number } = (await request(partner, '10')).body;
  expect(await occasions()).toEqual([
    { kind: 'disbursement.approval', subject: String(number), service: 'partner' },
  ]);
  expect(await reached(approvalNotice, number)).toEqual(['bob', 'carol']);
  await sql`update credential set roles = '{}' where name = 'bob'`;
  expect(await reached(approvalNotice, number, ['bob', 'carol'])).toEqual(['carol']);
  await sql`update disbursement set requested_by = 'carol' where number = ${number}`;
  expect(await reached(approvalNotice, number)).toEqual([]);
  await sql`update disbursement set status = 'CANCELLED' where number = ${number}`;
  expect(await reached(approvalNotice, number)).toBeUndefined();
});

test('the people of the partner, and no others, get a message about what became of the money', async () => {
  const { number } = await sent('10');
  const [row] = await sql<{ partner_uid: string }[]>`
    select partner_uid from disbursement where number = ${number}`;
  await person('pia', 'partner:partner', row?.partner_uid);
  await person('other', 'partner:partner', 'P-OTHER');
  await person('stranger', 'partner:partner', row?.partner_uid, 'other');
  await person('bob', 'partner:manager');
  await dropJobs(database);
  expect(await reached(paidNotice, number)).toBeUndefined();
  await settle(number, { outcome: 'PAID', reason: 'Seen.' });
  expect(await reached(paidNotice, number)).toEqual(['pia']);
  await settle(number, { outcome: 'RETURNED', returned_amount: '9.50', reason: 'Closed.' });
  expect(await reached(paidNotice, number)).toBeUndefined();
  expect(await returnedNotice.find(context, String(number), undefined)).toMatchObject({
    people: ['pia'],
    facts: { returned: '9.50', currency: 'EUR', reason: 'Closed.' },
  });
  await sql`update credential set revoked_at = now() where name = 'pia'`;
  expect(await reached(returnedNotice, number, ['pia'])).toEqual([]);
  expect((await occasions()).map(({ kind }) => kind)).toEqual(['disbursement.paid', 'disbursement.returned']);
});

test('a failure makes one message, and an outcome that was refused none', async () => {
  const { number } = await sent('10');
  await dropJobs(database);
  await settle(number, { outcome: 'FAILED', reason: 'No such account.' });
  expect((await settle(number, { outcome: 'PAID', reason: 'Seen.' })).status).toBe(409);
  expect((await occasions()).map(({ kind }) => kind)).toEqual(['disbursement.failed']);
  expect(await reached(failedNotice, number)).toEqual([]);
});

test('the people of the partner get a message when a destination is replaced, before it is used', async () => {
  const partner = await ready();
  expect((await occasions()).map(({ kind }) => kind)).toEqual([]);
  await person('pia', 'partner:partner', partner.uid);
  await person('other', 'partner:partner', 'P-OTHER');
  await person('stranger', 'partner:partner', partner.uid, 'other');
  const { id } = (await save(partner, FRENCH)).body;
  expect(await changedNotice.find(context, id, undefined)).toBeUndefined();
  const { usable_from: from } = (await decide(id, 'confirm')).body;
  expect(await occasions()).toEqual([{ kind: 'disbursement.destination', subject: id, service: 'partner' }]);
  expect(await changedNotice.find(context, id, undefined)).toMatchObject({
    people: ['pia'],
    facts: { account: partner.account, from: `${from?.slice(0, 16).replace('T', ' ')} UTC` },
  });
});
