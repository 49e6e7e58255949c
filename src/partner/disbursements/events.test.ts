import { beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../platform/events/testing/read-events.ts';
import { disbursementEvents } from './events.ts';
import { ALL, FRENCH, openBureau } from './testing/bureau.ts';

const { office, ready, save, decide, request, approve, settle, sent } = await openBureau();
const { sql } = office.database;

/** A destination that nothing is delivered to, because no process runs here. */
const listen = (service: string, events: readonly string[] = disbursementEvents.map(({ type }) => type)) =>
  sql`insert into webhook_destination (id, tenant, service, url, events, secret, created_by, created_at)
    values (gen_random_uuid(), 'default', ${service}, 'https://example.com/', ${events}, '', 'ada', now())`;
const eventsOf = (number: number) => readEvents(sql, String(number), disbursementEvents);
const announced = async (number: number) =>
  (await eventsOf(number)).map(([type, faults]) => {
    expect(faults).toEqual({});
    return type.slice('disbursement.'.length);
  });

beforeAll(async () => {
  await listen('partner');
});

test('webhooks get each step of a disbursement once, with what the event declares', async () => {
  const { number } = await sent('10');
  expect(await announced(number)).toEqual(['requested', 'approved']);
  await settle(number, { outcome: 'PAID', reason: 'Seen.' });
  await settle(number, { outcome: 'RETURNED', returned_amount: '9.50', reason: 'Closed.' });
  expect(await announced(number)).toEqual(['requested', 'approved', 'paid', 'returned']);
  const [last] = await sql`select payload from outbox where resource_id = ${String(number)} order by id desc`;
  expect(last?.['payload']).toMatchObject({
    number,
    currency: 'EUR',
    amount: '10.00',
    status: 'RETURNED',
    returned_amount: '9.50',
    reason: 'Closed.',
    destination: { iban: 'DE89370400440532013000' },
  });
});

test('webhooks get failures and cancellations, and nothing that was refused', async () => {
  const { number } = await sent('10');
  await settle(number, { outcome: 'FAILED', reason: 'No such account.' });
  expect((await settle(number, { outcome: 'PAID', reason: 'Seen.' })).status).toBe(409);
  expect(await announced(number)).toEqual(['requested', 'approved', 'failed']);
  const partner = await ready();
  const other = (await request(partner, '10')).body.number;
  expect((await request(partner, '1000')).status).toBe(422);
  const cancel = () =>
    office.send('manager:ada', 'POST', `${ALL}/${other}/cancel`, { body: { reason: 'Asked for.' } });
  expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 409]);
  expect(await announced(other)).toEqual(['requested', 'cancelled']);
});

test('webhooks learn that an approval no longer counts', async () => {
  const partner = await ready();
  const { number } = (await request(partner, '10')).body;
  await approve([number]);
  await decide((await save(partner, FRENCH)).body.id, 'confirm');
  expect(await announced(number)).toEqual(['requested', 'approved', 'requested']);
});

test('webhooks get every disbursement of a run, and its approval', async () => {
  const partner = await ready('25');
  const { body } = await office.send<{ number: number }>('manager:grace', 'POST', `${ALL}/runs`);
  const [row] = await sql`select number::int from disbursement where account_id = ${partner.account}`;
  expect(await announced(Number(row?.['number']))).toEqual(['requested']);
  expect((await office.send('manager:ada', 'POST', `${ALL}/runs/${body.number}/approve`)).status).toBe(200);
  expect(await announced(Number(row?.['number']))).toEqual(['requested', 'approved']);
});

test('what no destination of the partner service wants is not stored', async () => {
  await sql`delete from webhook_destination`;
  await listen('trading');
  await listen('partner', ['disbursement.approved']);
  const { number } = (await request(await ready(), '10')).body;
  expect(await announced(number)).toEqual([]);
  await approve([number]);
  expect(await announced(number)).toEqual(['approved']);
});
