import { beforeEach, expect, test } from 'vitest';
import { createClock } from '../../auth/testing/fixture.ts';
import type { NoticeKind } from '../define.ts';
import { sendDue } from '../send.ts';
import { notify } from '../notify.ts';
import { contextOf, openFixture, optionsFor, takeOccasions } from '../testing/fixture.ts';
import { openMailServer } from '../testing/mail-server.ts';
import { THING } from '../testing/thing.ts';
import { readSpread, spread, spreadPage } from './index.ts';

const { database, sql, people, reset } = await openFixture();
beforeEach(reset);

/** Concerns the people of all partners but P7. */
const MANY: NoticeKind = {
  ...THING,
  name: 'thing.many',
  async find({ db }, subject, among) {
    const { partner } = readSpread(subject);
    const rows = await db
      .selectFrom('credential')
      .select('name')
      .where('partner_uid', '=', partner)
      .where('name', 'in', among === undefined ? [`p${partner.slice(1)}`] : [...among, ''])
      .execute();
    return { people: rows.map(({ name }) => name), facts: { name: partner }, path: () => '/' };
  },
  spread: async (_context, _about, partners) => partners.filter((partner) => partner !== 'P7'),
};

async function partners(count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  await people(...names);
  await sql`update credential set partner_uid = upper(name), tenant = 'acme'`;
}

test('each partner gets one message, a page for each job, although jobs are repeated', async () => {
  await partners(230);
  const context = contextOf(database, createClock());
  const options = optionsFor(1, { kinds: [MANY] });
  const spreading = { kind: MANY.name, about: '2024', service: 'partner' };
  let pages = 0;
  for (let after, isFirst = true; isFirst || after; isFirst = false) {
    const page = { ...spreading, after };
    after = await spreadPage(context, options, page);
    await spreadPage(context, options, page);
    pages += 1;
  }
  expect(pages).toBe(3);
  const [counted] = await sql`
    select count(*)::int as count, count(distinct person)::int as people, bool_and(is_bulk) as is_bulk
    from notice_delivery`;
  expect(counted).toEqual({ count: 229, people: 229, is_bulk: true });
  expect(await sql`select from graphile_worker.jobs`).toEqual([]);
});

const jobs = async () =>
  (await sql`select from graphile_worker.jobs where task_identifier = 'notice.spread'`).length;

test('a job asks for the next one until all partners were looked at', async () => {
  await partners(101);
  const context = contextOf(database, createClock());
  const options = optionsFor(1, { kinds: [MANY] });
  await spread(context, options, { kind: MANY.name, about: '2024', service: 'partner' });
  expect(await jobs()).toBe(1);
  const after = { tenant: 'acme', partner: 'P99' };
  await spread(context, options, { kind: MANY.name, about: '2024', service: 'partner', after });
  expect(await jobs()).toBe(1);
});

test('a partner whose message cannot be made is tried again alone, and holds up nobody else', async () => {
  await partners(10);
  const context = contextOf(database, createClock());
  const spoilt: NoticeKind = {
    ...MANY,
    async find(of, subject, among) {
      if (readSpread(subject).partner === 'P3') throw new Error('Spoilt.');
      return MANY.find(of, subject, among);
    },
  };
  const spreading = { kind: MANY.name, about: '2024', service: 'partner' };
  await spreadPage(context, optionsFor(1, { kinds: [spoilt] }), spreading);
  const sent = await sql<{ person: string }[]>`select person from notice_delivery order by person`;
  expect(sent.map(({ person }) => person)).toEqual(['p0', 'p1', 'p2', 'p4', 'p5', 'p6', 'p8', 'p9']);
  expect(await takeOccasions(database)).toMatchObject([
    { payload: { kind: MANY.name, subject: '2024 P3', service: 'partner' } },
  ]);
});

test('messages about what concerns many are sent after others that came later', async () => {
  const server = await openMailServer();
  const clock = createClock();
  const context = contextOf(database, clock);
  const options = optionsFor(server.port, { kinds: [MANY, THING] });
  await partners(50);
  await spreadPage(context, options, { kind: MANY.name, about: '2024', service: 'partner' });
  clock.advance(1000);
  await people('ada');
  await notify(context, options, { kind: THING.name, subject: 't1', service: 'trading' });
  // With one connection, the order is that in which they are taken.
  const [channel] = options.channels;
  if (!channel) throw new Error('There must be a channel.');
  await sendDue(context, { ...options, channels: [{ ...channel, isSlow: true }] }, { channel: 'EMAIL' });
  const isUrgent = server.accepted.map(({ email }) => email.text?.includes('t1') === true);
  expect(isUrgent).toEqual(Array.from({ length: 100 }, (_, index) => index < 51));
});
