import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { asking, contextOf, createClock, OPERATOR, plantCredential, textLike } from '../testing/fixture.ts';
import { changeScopes } from './index.ts';

vi.mock('./hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const clock = createClock();
const context = contextOf(database, clock);
const plant = (scopes: string[], partnerUid: string | null = null) =>
  plantCredential(database, { scopes, partner_uid: partnerUid });

it.each([
  [{ set: ['reports:view', 'reports:view'] }, ['reports:view']],
  [{ set: [] }, []],
  [{ add: ['trading:admin'] }, ['venues:view', 'exports:view', 'trading:admin']],
  [{ add: ['venues:view'] }, ['venues:view', 'exports:view']],
  [{ remove: ['venues:view'] }, ['exports:view']],
  [{ add: ['webhooks:edit'], remove: ['exports:view'] }, ['venues:view', 'webhooks:edit']],
])('%j gives %j, with an audit entry of before and after', async (changes, after) => {
  const before = ['venues:view', 'exports:view'];
  const { row, name } = await plant(before);
  const changed = await changeScopes(context, { name, ...changes });
  expect(changed.scopes).toEqual(after);
  expect(
    await ask`select action, actor_id, details from audit_log where subject_id = ${row.id}`,
  ).toMatchObject([
    { action: 'credential.change-scopes', actor_id: OPERATOR.id, details: { name, before, after } },
  ]);
});

it('the secret stays valid, and tokens with the old scopes are revoked', async () => {
  const { row, name } = await plant(['venues:view']);
  await changeScopes(context, { name, set: [] });
  const [changed] = await ask`select secret_hash, secret_id from credential where name = ${name}`;
  expect(changed?.['secret_hash']).toBe(row.secret_hash);
  expect(changed?.['secret_id']).not.toBe(row.secret_id);
  expect(await ask`select 1 from revocation where id = ${row.secret_id}`).toHaveLength(1);
});

it.each([
  [{ add: ['root'] }, /^root is not known/],
  [{ add: ['admin'] }, /use trading:admin or partner:admin/],
  [{ set: ['venues:view'] }, /^venues:view is a scope of the trading service/],
  [{ add: ['trading:admin'] }, /^trading:admin is a scope of the trading service/],
  [{ remove: ['wallets:view'] }, /^wallets:view cannot be removed/],
])('a credential of a partner is not changed by %j', async (changes, reason) => {
  const { row, name } = await plant(['reports:view'], 'p-1');
  await expect(changeScopes(context, { name, ...changes })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { scopes: [textLike(reason)] },
  });
  expect(await ask`select scopes, secret_id from credential where name = ${name}`).toEqual([
    { scopes: row.scopes, secret_id: row.secret_id },
  ]);
});

it('a scope that should never have been granted can be removed', async () => {
  const { name } = await plant(['reports:view', 'venues:view'], 'p-1');
  expect((await changeScopes(context, { name, remove: ['venues:view'] })).scopes).toEqual(['reports:view']);
});

it('a revoked or unknown credential is refused, and only an administrator may change one', async () => {
  const { name } = await plantCredential(database, { revoked_at: clock.now() });
  await expect(changeScopes(context, { name, set: [] })).rejects.toMatchObject({
    code: 'invalid_transition',
  });
  await expect(changeScopes(context, { name: 'missing', set: [] })).rejects.toMatchObject({
    code: 'not_found',
  });
  const viewer = contextOf(database, clock, { ...OPERATOR, scopes: new Set(['venues:view']) });
  await expect(changeScopes(viewer, { name, set: [] })).rejects.toMatchObject({ code: 'forbidden' });
});
