import { beforeEach, expect, test } from 'vitest';
import { credit } from '../../crediting/index.ts';
import { put } from '../../testing/facts.ts';
import { plantPerson } from '../../testing/people.ts';
import { order, putTerms } from '../../testing/program.ts';
import { walletJobs } from '../index.ts';
import { openOffice, SYSTEM } from '../testing/office.ts';
import { rewardNotice, statementNotice } from './index.ts';

const office = await openOffice();
const { database, time } = office;
const { sql } = database;
const context = office.as({ ...SYSTEM, tenant: 'default' });
await putTerms(office.bringing);

/** The jobs that wait to make messages, by their keys. */
const spreads = async () =>
  (
    await sql<{ key: string }[]>`
      select key from graphile_worker.jobs where task_identifier = 'notice.spread' order by key`
  ).map(({ key }) => key);

beforeEach(async () => {
  await sql`truncate credential, notice cascade`;
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
});

test('crediting asks once for messages, however many payouts and partners, to those who were credited', async () => {
  time.now = new Date('2024-06-01T00:30:00Z');
  await plantPerson(database, 'pia', 'P1');
  await plantPerson(database, 'other', 'P2');
  await put(office.bringing, 'orders', order(1), order(2, { closed_at: '2024-03-05T15:30:00Z' }));
  await credit(office.as(SYSTEM), { through: '2024-03-04' });
  await credit(office.as(SYSTEM), { through: '2024-03-05' });
  expect(await sql`select number from payout`).toHaveLength(2);
  expect(await spreads()).toEqual(['notice.spread reward.credited 2024-06-01']);
  expect(await rewardNotice.spread?.(context, '2024-06-01', ['P0', 'P1', 'P2'])).toEqual(['P0', 'P1']);
  expect(await rewardNotice.spread?.(context, '2024-06-02', ['P0', 'P1', 'P2'])).toEqual([]);
  expect(await rewardNotice.find(context, '2024-06-01 P1', undefined)).toMatchObject({
    people: ['pia'],
    facts: { day: '2024-06-01', amounts: '18 EUR' },
  });
  expect(await rewardNotice.find(context, '2024-06-01 P2', undefined)).toBeUndefined();
  await sql`update credential set roles = '{}'`;
  expect((await rewardNotice.find(context, '2024-06-01 P1', ['pia']))?.people).toEqual([]);
});

test('what a day takes back is no reward', async () => {
  time.now = new Date('2024-06-10T00:30:00Z');
  await put(office.bringing, 'orders', order(1, { volume_lots: '0.5' }));
  await credit(office.as(SYSTEM), { through: '2024-03-05' });
  expect(await spreads()).toEqual(['notice.spread reward.credited 2024-06-10']);
  expect(await rewardNotice.spread?.(context, '2024-06-10', ['P0', 'P1'])).toEqual([]);
});

test('a month that has ended asks once for messages about its statements', async () => {
  await plantPerson(database, 'pia', 'P1');
  time.now = new Date('2024-07-01T00:10:00Z');
  const [end] = walletJobs({ carry: 'on' }).handlers;
  await end?.run(office.as(SYSTEM), {});
  await end?.run(office.as(SYSTEM), {});
  expect(await spreads()).toEqual(['notice.spread statement.ready 2024-06']);
  expect(await statementNotice.spread?.(context, '2024-06', ['P0', 'P1', 'P2'])).toEqual(['P0', 'P1']);
  expect(await statementNotice.spread?.(context, '2024-05', ['P0', 'P1', 'P2'])).toEqual([]);
  expect(await statementNotice.find(context, '2024-06 P1', undefined)).toMatchObject({
    people: ['pia'],
    facts: { month: '2024-06' },
  });
});
