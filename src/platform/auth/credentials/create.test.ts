import { expect, it, vi } from 'vitest';
import type { Problem } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import {
  asking,
  contextOf,
  createClock,
  OPERATOR,
  plantCredential,
  someText,
  textLike,
} from '../testing/fixture.ts';
import { GRANTS } from '../scopes.ts';
import { createCredential, listCredentials, revokeCredential, rotateCredential } from './index.ts';
import { verifySecret } from './hash.ts';

vi.mock('./hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const clock = createClock();
const context = contextOf(database, clock);

const audited = (action: string, subject: string) =>
  ask`select actor_id, details from audit_log where action = ${action} and subject_id = ${subject}`;

it('a new credential may do nothing, its secret has 256 bits, and only the hash is stored', async () => {
  const { credential, secret } = await createCredential(context, {
    kind: 'client',
    name: 'desk',
    tenant: 'acme',
  });
  expect(credential).toMatchObject({
    kind: 'client',
    name: 'desk',
    tenant: 'acme',
    createdAt: clock.now().toISOString(),
  });
  expect(credential.scopes).toEqual([]);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const [row] = await ask`select secret_hash, credential::text as whole from credential where name = 'desk'`;
  expect(await verifySecret(secret, String(row?.['secret_hash']))).toBe(true);
  expect(row?.['whole']).not.toContain(secret);
});

it('creating, rotating and revoking are audited with who did it, and never with a secret or its hash', async () => {
  const input = {
    kind: 'person',
    name: 'jo@example.com',
    tenant: 'acme',
    partnerUid: 'p-1',
    scopes: ['reports:view'],
  } as const;
  const { credential, secret } = await createCredential(context, input);
  const rotated = await rotateCredential(context, { name: input.name });
  await revokeCredential(context, { name: input.name });
  const { kind, name, tenant, partnerUid, scopes } = input;
  expect(await audited('credential.create', credential.id)).toEqual([
    { actor_id: OPERATOR.id, details: { kind, name, tenant, partnerUid, scopes } },
  ]);
  expect(await audited('credential.rotate', credential.id)).toEqual([
    { actor_id: OPERATOR.id, details: { name } },
  ]);
  expect(await audited('credential.revoke', credential.id)).toEqual([
    { actor_id: OPERATOR.id, details: { name } },
  ]);
  const [all] = await ask`select string_agg(details::text, '') as text from audit_log`;
  for (const hidden of [secret, rotated.secret, 'scrypt']) expect(all?.['text']).not.toContain(hidden);
});

it('a name is never given twice, not even after its revocation', async () => {
  await plantCredential(database, { name: 'taken', revoked_at: clock.now() });
  await expect(
    createCredential(context, { kind: 'person', name: 'taken', tenant: 'x' }),
  ).rejects.toMatchObject({
    code: 'conflict',
  });
});

it('a credential of a partner is never created with a scope of the trading service', async () => {
  const input = { kind: 'client', name: 'affiliate', tenant: 'acme', partnerUid: 'p#1!' } as const;
  for (const scope of Object.keys(GRANTS.trading)) {
    const scopes = ['reports:view', scope];
    await expect(createCredential(context, { ...input, scopes })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: { scopes: [textLike(/ is a scope of the trading service/)] },
    });
  }
  const scopes = Object.keys(GRANTS.partner);
  expect((await createCredential(context, { ...input, scopes })).credential.scopes).toEqual(scopes);
});

it('one of many concurrent creations of a name succeeds', async () => {
  const tries = Array.from({ length: 4 }, () =>
    createCredential(context, { kind: 'client', name: 'contested', tenant: 'acme' }),
  );
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Problem] : [],
  );
  expect(refusals.map(({ code }) => code)).toEqual(['conflict', 'conflict', 'conflict']);
});

it('a refusal names every invalid field, and the unknown scope', async () => {
  const input = {
    kind: 'client',
    name: ' x',
    tenant: '',
    partnerUid: 'a:b',
    scopes: ['reports:view', 'root'],
  } as const;
  await expect(createCredential(context, input)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: {
      name: [textLike(/1 to 128/)],
      tenant: [someText],
      partnerUid: [someText],
      scopes: [textLike(/^root is not known/)],
    },
  });
});

it('only an administrator may change credentials', async () => {
  const stranger = contextOf(database, clock, { ...OPERATOR, scopes: new Set(['venues:view']) });
  const { name } = await plantCredential(database);
  const refused = { code: 'forbidden' };
  await expect(createCredential(stranger, { kind: 'client', name: 'x', tenant: 'x' })).rejects.toMatchObject(
    refused,
  );
  await expect(rotateCredential(stranger, { name })).rejects.toMatchObject(refused);
  await expect(revokeCredential(stranger, { name })).rejects.toMatchObject(refused);
});

it('a revoked or unknown credential is neither rotated nor revoked', async () => {
  const { name } = await plantCredential(database, { revoked_at: clock.now() });
  for (const change of [rotateCredential, revokeCredential]) {
    await expect(change(context, { name })).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(change(context, { name: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('the list is in order of name, without secrets, and goes on after a name', async () => {
  const all = await listCredentials(context, {});
  const names = all.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(JSON.stringify(all)).not.toContain('scrypt');
  const [first = ''] = names;
  expect(await listCredentials(context, { afterName: first })).toEqual(all.slice(1));
});
