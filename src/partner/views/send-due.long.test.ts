import { beforeEach, describe, expect, test } from 'vitest';
import { openMailServer, refusal } from '../../platform/notices/testing/mail-server.ts';
import { put } from '../testing/facts.ts';
import { order, putTerms } from '../testing/program.ts';
import { removeView } from './save.ts';
import { scheduleView, unscheduleView } from './schedule.ts';
import { DAILY, openPostroom, pia } from './testing/postroom.ts';

const postroom = await openPostroom();
const { office, server, optionsFor, person, save, shown, at, notify, send, states } = postroom;
const { sql } = office.database;

beforeEach(postroom.reset);

async function workOff(options = optionsFor('full')): Promise<void> {
  await notify(options);
  await send(options);
}

const mails = () => server.accepted.map(({ email }) => email);
const attached = () => mails().flatMap(({ attachments }) => attachments);
const textOf = (content: unknown): string => new TextDecoder().decode(content as ArrayBuffer);

describe('a saved view', () => {
  test('arrives once at its time, with the file that the API has', async () => {
    await person();
    const id = await save({ name: '<b>All</b>' });
    await workOff();
    expect(mails()).toEqual([]);
    at('2024-06-01T07:00:00Z');
    await workOff();
    await Promise.all([workOff(), workOff()]);
    at('2024-06-02T06:59:59Z');
    await workOff();
    const [mail] = mails();
    expect([server.accepted.map(({ to }) => to), mail?.subject]).toEqual([
      ['pia@people.example'],
      'A saved view for you',
    ]);
    const link = `https://partner.example.com/console/views/${id}`;
    expect(mail?.text?.match(/https?:[^\s"<]+/g)).toEqual([link]);
    expect(mail?.text).toContain('Your saved view <b>All</b> is ready. Rows: 1. Days: all.');
    expect(mail?.html).toContain('&lt;b&gt;All&lt;/b&gt;');
    const api = await office.send('P1', 'GET', '/api/reports/clients/?format=csv');
    expect(attached()).toMatchObject([{ filename: 'clients_2024-06-01.csv', mimeType: 'text/csv' }]);
    expect(textOf(attached()[0]?.content)).toBe(api.text);
    expect((await shown(id))?.schedule).toMatchObject({
      next_at: '2024-06-02T07:00:00.000Z',
      obstacle: null,
      last: { due_at: '2024-06-01T07:00:00.000Z', state: 'SENT' },
    });
    at('2024-06-02T07:00:00Z');
    await workOff();
    expect(mails()).toHaveLength(2);
  });

  test.each([
    ['short', 'A saved view for you', true],
    ['bare', 'Something in Quaestor concerns you', false],
  ] as const)('says no more than the installation allows: %s', async (detail, subject, hasCount) => {
    await person();
    await save({ name: 'Secret', query: { client_uid_contains: 'hidden' } });
    at('2024-06-01T07:00:00Z');
    await workOff(optionsFor(detail));
    const [mail] = mails();
    expect([mail?.subject, mail?.attachments]).toEqual([subject, []]);
    const all = `${mail?.text}${mail?.html}`;
    expect(all).not.toMatch(/Secret|hidden|clients|P1/);
    expect(all.includes('Rows: 0')).toBe(hasCount);
  });

  test('is sent once after an outage, for the newest time that was missed', async () => {
    await person();
    const id = await save();
    at('2024-06-05T12:00:00Z');
    await workOff();
    expect(mails()).toHaveLength(1);
    expect((await shown(id))?.schedule).toMatchObject({
      last: { due_at: '2024-06-05T07:00:00.000Z' },
      next_at: '2024-06-06T07:00:00.000Z',
    });
  });

  test('is sent once after an outage of the mail server', async () => {
    const down = optionsFor('full', 1);
    await person();
    await save();
    for (const now of ['2024-06-01T07:00:00Z', '2024-06-02T07:00:00Z']) {
      at(now);
      await workOff(down);
    }
    at('2024-06-02T08:00:00Z');
    await workOff();
    expect(mails()).toHaveLength(1);
    expect(await states()).toMatchObject([{ state: 'DROPPED' }, { state: 'SENT' }]);
  });

  test('has the days that its ranges have when it is sent', async () => {
    await putTerms(office.bringing);
    await put(office.bringing, 'orders', order(1));
    await person();
    const display = { periods: { date: 'last_month' } } as const;
    await save({ report: 'performance', query: { group_by: ['day'] }, display }, { ...DAILY, time: '00:30' });
    for (const [now, name, hasOrder] of [
      ['2024-03-31T23:59:00Z', 'performance_2024-02-01_2024-02-29.csv', false],
      ['2024-04-01T00:30:00Z', 'performance_2024-03-01_2024-03-31.csv', true],
    ] as const) {
      await sql`update saved_view_schedule set next_at = ${now}`;
      server.accepted.length = 0;
      at(now);
      await workOff();
      expect(attached().map(({ filename }) => filename)).toEqual([name]);
      expect(textOf(attached()[0]?.content).includes('2024-03-04')).toBe(hasOrder);
    }
  });

  test('is not attached if it has too many rows', async () => {
    const clients = Array.from({ length: 10_001 }, (_, index) => ({
      client_uid: `many-${index}`,
      link_code: 'L2',
      registered_at: '2024-02-01T00:00:00Z',
      country: 'PT',
      platform: 'web',
    }));
    await put(office.bringing, 'clients', ...clients);
    await person('max', 'P2');
    await save({}, DAILY, pia('max', 'P2'));
    at('2024-06-01T07:00:00Z');
    await workOff();
    expect(attached()).toEqual([]);
    expect(mails()[0]?.text).toMatch(/Rows: 10002\. Days: all\. They are too many to attach/);
  });

  test('of which the question cannot be asked any more is dropped, and says why', async () => {
    await person();
    const id = await save();
    await sql`update saved_view set query = '{"colour": "red"}'`;
    at('2024-06-01T07:00:00Z');
    await workOff();
    expect(mails()).toEqual([]);
    expect((await shown(id))?.schedule?.last).toMatchObject({
      state: 'DROPPED',
      outcome: expect.stringContaining('not valid') as string,
    });
  });
});

const suspend = (from: string, to: string) =>
  put(office.bringing, 'suspensions', { partner_uid: 'P1', suspended_from: from, suspended_to: to });

describe('nothing is sent to', () => {
  test.each([
    ['a person whose access has ended', 'no_access', () => sql`update credential set revoked_at = now()`],
    ['a person without the role', 'no_access', () => sql`update credential set roles = '{}'`],
    ['a person of another partner now', 'no_access', () => sql`update credential set partner_uid = 'P2'`],
    ['nobody, without an address', 'no_address', () => sql`delete from notice_address`],
    [
      'an address that is not confirmed',
      'address_unconfirmed',
      () => sql`update notice_address set confirmed_at = null`,
    ],
    [
      'an address that a server refused',
      'address_disabled',
      () => sql`update notice_address set disabled_at = now()`,
    ],
  ])('%s, and the view says why', async (_whom, obstacle, happens) => {
    await person();
    const id = await save();
    await happens();
    at('2024-06-01T07:00:00Z');
    await workOff();
    expect([mails(), await states()]).toEqual([[], []]);
    expect((await shown(id))?.schedule).toMatchObject({
      obstacle,
      last: { state: 'DROPPED', outcome: expect.stringMatching(/\.$/) as string },
    });
  });

  test.each([
    ['loses the access', () => sql`update credential set revoked_at = now()`],
    ['loses the role', () => sql`update credential set roles = '{}'`],
    ['has the address disabled', () => sql`update notice_address set disabled_at = now()`],
  ])('a person who %s before it is sent', async (_what, happens) => {
    await person();
    const id = await save();
    at('2024-06-01T07:00:00Z');
    await notify();
    await happens();
    await send();
    expect(mails()).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'DROPPED' }]);
    expect((await shown(id))?.schedule?.last).toMatchObject({ state: 'DROPPED' });
  });

  test.each([
    ['removes the view', (id: string) => removeView(office.as(pia()), id)],
    ['stops the mail', (id: string) => unscheduleView(office.as(pia()), id)],
  ])('a person who %s before it is sent', async (_what, happens) => {
    await person();
    const id = await save();
    at('2024-06-01T07:00:00Z');
    await notify();
    await happens(id);
    await send();
    expect([mails(), await states()]).toMatchObject([[], [{ state: 'DROPPED' }]]);
  });

  test('the people of a partner while it is suspended', async () => {
    await suspend('2024-06-03', '2024-06-04');
    await person();
    const id = await save();
    at('2024-06-03T07:00:00Z');
    await workOff();
    expect(mails()).toEqual([]);
    expect((await shown(id))?.schedule).toMatchObject({ obstacle: 'partner_suspended' });
    at('2024-06-05T07:00:00Z');
    await workOff();
    expect(mails()).toHaveLength(1);
  });

  test('anybody without a way to send mail', async () => {
    await person();
    const id = await save();
    at('2024-06-01T07:00:00Z');
    await workOff({ ...optionsFor('full'), channels: [] });
    await workOff();
    expect([mails(), await states()]).toEqual([[], []]);
    expect((await shown(id))?.schedule?.last).toMatchObject({
      state: 'DROPPED',
      outcome: 'This installation sends no mail.',
    });
  });
});

test('a server that refuses the recipient disables the address that all mail goes to', async () => {
  const refusing = await openMailServer({ onRecipient: () => refusal(550, 'No such user') });
  await person();
  const id = await save();
  at('2024-06-01T07:00:00Z');
  await workOff(optionsFor('full', refusing.port));
  expect((await shown(id))?.schedule).toMatchObject({
    obstacle: 'address_disabled',
    last: { state: 'FAILED' },
  });
});

test('a view that was given another time is sent at that time', async () => {
  await person();
  const id = await save();
  at('2024-06-01T07:00:00Z');
  await workOff();
  await scheduleView(office.as(pia()), id, { ...DAILY, time: '07:05' });
  at('2024-06-01T07:05:00Z');
  await workOff();
  expect(mails()).toHaveLength(2);
});
