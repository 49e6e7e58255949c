import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { tariff } from '../../testing/program.ts';
import { proposalNotice } from './notices.ts';
import { ADA, GRACE, openProgramService } from '../testing/service.ts';

const RISEN = tariff('P1', {
  formula_code: 'formula_forex',
  reward_size_currency: 'USD',
  reward_size: '13',
  valid_from: '2024-03-10',
});

test('the other managers get a message about a proposal, until it is decided', async () => {
  const { send, propose, context: own } = await openProgramService();
  const { db, signal } = own;
  const actor = { ...own.actor, tenant: 'default' };
  const context = { ...own, signal, actor };
  for (const [name, role, tenant] of [
    ['ada', 'partner:manager', actor.tenant],
    ['bob', 'partner:manager', actor.tenant],
    ['viewer', 'trading:viewer', actor.tenant],
    ['eve', 'partner:manager', 'other'],
  ] as const)
    await sql`insert into credential (id, kind, name, tenant, scopes, roles, secret_id, created_at)
      values (${newId()}, 'person', ${name}, ${tenant}, '{}', array[${role}], ${newId()}, now())`.execute(db);
  const id = await propose('tariffs', RISEN);
  const jobs = sql`select from graphile_worker.jobs where task_identifier = 'notice.make'`;
  expect((await jobs.execute(db)).rows).toHaveLength(1);
  const matter = await proposalNotice.find(context, id, undefined);
  expect([matter?.people, matter?.facts['proposer']]).toEqual([['bob'], 'ada']);
  await sql`update credential set roles = '{}' where name = 'bob'`.execute(db);
  expect((await proposalNotice.find(context, id, ['bob']))?.people).toEqual([]);
  expect((await send(ADA, 'POST', `manage/proposals/${id}/confirm`)).status).toBe(422);
  expect((await send(GRACE, 'POST', `manage/proposals/${id}/confirm`)).status).toBe(200);
  expect(await proposalNotice.find(context, id, undefined)).toBeUndefined();
});
