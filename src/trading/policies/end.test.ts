import { describe, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { openWithdrawalService } from '../withdrawals/testing/service.ts';

const { send, decree, create, database } = await openWithdrawalService();
const propose = async () => (await send('ada', 'PUT', 'policies', { body: { rules: [] } })).body.version;
const settle = (actor: string, version: number, how: 'withdraw' | 'refuse' | 'confirm') =>
  send(actor, 'POST', `policies/${version}/${how}`);

describe('a proposal', () => {
  it.each([
    ['withdraw', 'ada', 'grace', 'WITHDRAWN', /Only its proposer/],
    ['refuse', 'grace', 'ada', 'REFUSED', /You proposed it/],
  ] as const)('can be ended by %s: by %s and not by %s', async (how, right, wrong, status, reason) => {
    const version = await propose();
    const denied = await settle(wrong, version, how);
    expect([denied.status, denied.body.detail]).toEqual([422, expect.stringMatching(reason)]);
    expect((await settle('desk', version, how)).status).toBe(403);
    expect((await settle('stranger', version, how)).status).toBe(404);
    const ended = await settle(right, version, how);
    expect([ended.status, ended.body]).toMatchObject([200, { status, endedBy: right, confirmedBy: null }]);
    for (const again of ['withdraw', 'refuse', 'confirm'] as const) {
      expect((await settle(again === 'withdraw' ? 'ada' : 'grace', version, again)).body.code).toBe(
        'invalid_transition',
      );
    }
    const [entry] =
      await database.sql`select actor_id, details from audit_log where action = ${`policy.${how}`}`;
    expect(entry).toMatchObject({ actor_id: right, details: { proposedBy: 'ada' } });
  });

  it('that has ended leaves the active rules in force and the way free for another', async () => {
    await decree([{ verdict: 'REFUSE' }]);
    await settle('ada', await propose(), 'withdraw');
    expect((await create()).status).toBe(422);
    expect((await settle('grace', await propose(), 'confirm')).body.status).toBe('ACTIVE');
  });
});

it('a person and their program count as one: neither can refuse what the other proposed', async () => {
  for (const [name, kind, owner] of [
    ['ada', 'person', null],
    ['ada-bot', 'client', 'ada'],
  ] as const) {
    await database.sql`
      insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
      values (${newId()}, ${kind}, ${name}, 'acme', '{}', ${owner}, ${newId()}, now())`;
  }
  const version = await propose();
  expect((await settle('ada-bot', version, 'refuse')).status).toBe(422);
  expect((await settle('ada-bot', version, 'withdraw')).body.status).toBe('WITHDRAWN');
});

describe('the versions of the policy', () => {
  it('are all listed, newest first, to their tenant alone', async () => {
    const list = async (query: string, actor = 'viewer') =>
      (await send(actor, 'GET', `policies/versions${query}`)).body;
    const { content, totalElements } = await list('');
    expect(content.map(({ version }) => version)).toEqual(
      Array.from({ length: totalElements }, (_, index) => totalElements - index),
    );
    const statuses = content.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['ACTIVE', 'REPLACED', 'WITHDRAWN', 'REFUSED']));
    expect((await list('?pageNumber=1&pageSize=1')).content).toEqual(content.slice(1, 2));
    expect((await list('', 'stranger')).totalElements).toBe(0);
    expect((await send('viewer', 'GET', 'policies/versions?cursor=x')).status).toBe(400);
  });
});
