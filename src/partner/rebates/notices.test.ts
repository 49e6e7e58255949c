import { expect, test } from 'vitest';
import { credit } from '../crediting/index.ts';
import { put } from '../testing/facts.ts';
import { plantPerson } from '../testing/people.ts';
import { order, putTerms } from '../testing/program.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { rebateEndpoints, rebateNotice, runRebates } from './index.ts';

const office = await openOffice(rebateEndpoints);
const { database, send } = office;
const { sql } = database;
const context = office.as({ ...SYSTEM, tenant: 'default' });
const PATH = '/api/v2/autorebates/groups/';

test('the people of a partner whose rebates wait get one message, as long as any wait', async () => {
  await putTerms(office.bringing);
  await put(office.bringing, 'orders', order(1));
  await credit(office.as(SYSTEM), { through: '2024-03-31' });
  office.time.now = new Date('2024-03-03T12:00:00Z');
  const group = { group_title: 'Manual', group_type: 'manual', link_code: 'L1' };
  const made = await send('P1', 'POST', PATH, {
    body: { ...group, rebate_percent: 12.5, rebate_period: 'weekly' },
  });
  expect(made.status).toBe(201);
  office.time.now = new Date('2024-06-01T00:30:00Z');
  await plantPerson(database, 'pia', 'P1');
  await plantPerson(database, 'other', 'P2');
  await runRebates(office.as(SYSTEM), '2024-03-31');
  const waiting = await sql`select from rebate_run where status = 'pending'`;
  expect(waiting.length).toBeGreaterThan(0);
  const jobs = await sql<{ key: string }[]>`
    select key from graphile_worker.jobs where key like '%rebate.approval%'`;
  expect(jobs).toEqual([{ key: 'notice.spread rebate.approval 2024-06-01' }]);
  expect(await rebateNotice.spread?.(context, '2024-06-01', ['P0', 'P1', 'P2'])).toEqual(['P1']);
  expect(await rebateNotice.find(context, '2024-06-01 P1', undefined)).toMatchObject({
    people: ['pia'],
    facts: { runs: String(waiting.length) },
  });
  await sql`update rebate_run set status = 'approved'`;
  expect(await rebateNotice.find(context, '2024-06-01 P1', undefined)).toBeUndefined();
});
