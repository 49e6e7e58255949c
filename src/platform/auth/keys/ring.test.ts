import { describe, expect, it } from 'vitest';
import type { Clock, Problem } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { createSecrets } from '../secrets.ts';
import { sweepAuth } from '../sweep.ts';
import { asking, SECRETS, contextOf, createClock } from '../testing/fixture.ts';
import { openKeyRing, rotateKeys } from './index.ts';

const database = await createTestDatabase();
const ask = asking(database);
const { db } = database;
const LIFETIME_MS = 300_000;

const open = (clock: Clock) => openKeyRing({ db, clock, secrets: SECRETS, tokenLifetimeMs: LIFETIME_MS });
const rotate = (clock: Clock) =>
  rotateKeys(contextOf(database, clock), { secrets: SECRETS, tokenLifetimeMs: LIFETIME_MS });
const published = async (ring: Awaited<ReturnType<typeof open>>) =>
  (await ring.publicKeys()).keys.map(({ kid }) => kid);

describe('the first key', () => {
  it('is created once by any number of processes that start together, and is audited', async () => {
    const clock = createClock();
    const rings = await Promise.all(Array.from({ length: 8 }, () => open(clock)));
    const kids = await Promise.all(rings.map(async (ring) => (await ring.signer()).kid));
    expect(new Set(kids).size).toBe(1);
    expect(await ask`select kid from signing_key`).toEqual([{ kid: kids[0] }]);
    expect(
      await ask`select actor_kind, subject_id, details from audit_log where action = 'signing-key.rotate'`,
    ).toEqual([{ actor_kind: 'system', subject_id: kids[0], details: { retired: null } }]);
  });

  it('is stored encrypted, and cannot be decrypted with another root secret', async () => {
    const clock = createClock();
    await open(clock);
    const [row] = await ask`select sealed_private_key, public_jwk from signing_key where expires_at is null`;
    expect(String(row?.['sealed_private_key'])).not.toContain('PRIVATE KEY');
    expect(row?.['public_jwk']).not.toHaveProperty('d');
    const secrets = createSecrets('another root secret, equally long');
    await expect(openKeyRing({ db, clock, secrets, tokenLifetimeMs: LIFETIME_MS })).rejects.toThrow(
      '`keys rotate --new-secret`',
    );
  });
});

describe('a rotation', () => {
  it('signs with the new key; the old one is published until its last token has expired, then removed', async () => {
    const clock = createClock();
    const ring = await open(clock);
    const { kid: old } = await ring.signer();
    clock.advance(1_000);
    const { kid } = await rotate(clock);
    expect(kid).not.toBe(old);
    clock.advance(9_000);
    expect((await ring.signer()).kid).toBe(kid);
    expect(await published(ring)).toEqual([old, kid]);
    // A process with a cached signing key may have signed until now.
    clock.advance(LIFETIME_MS + 999);
    await sweepAuth(contextOf(database, clock));
    expect(await published(ring)).toEqual([old, kid]);
    expect(await ring.verifier(old)).toBeDefined();
    clock.advance(1);
    await sweepAuth(contextOf(database, clock));
    expect(await published(ring)).toEqual([kid]);
    expect(await ask`select kid from signing_key`).toEqual([{ kid }]);
  });

  it('reaches a process that verifies a token of the new key, without a restart', async () => {
    const clock = createClock();
    const ring = await open(clock);
    const { kid } = await rotate(clock);
    expect(await ring.verifier(kid)).toBeDefined();
  });

  it('reaches a process that is also looking up keys that do not exist', async () => {
    const clock = createClock();
    const ring = await open(clock);
    await ring.verifier('unknown-1');
    const { kid } = await rotate(clock);
    expect(await ring.verifier(kid)).toBeDefined();
  });

  it('leaves one signing key after concurrent rotations', async () => {
    const clock = createClock();
    await open(clock);
    const outcomes = await Promise.allSettled([rotate(clock), rotate(clock), rotate(clock)]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Problem] : [],
    );
    expect(refusals.every(({ code }) => code === 'conflict')).toBe(true);
    expect(await ask`select 1 from signing_key where expires_at is null`).toHaveLength(1);
  });

  it('requires the admin scope', async () => {
    const context = contextOf(database, createClock(), {
      kind: 'client',
      id: 'x',
      tenant: 'x',
      scopes: new Set(),
    });
    await expect(rotateKeys(context, { secrets: SECRETS, tokenLifetimeMs: 1 })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

it('many concurrent unknown keys cause few database queries', async () => {
  const clock = createClock();
  let reads = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      reads += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const ring = await openKeyRing({ db: counting, clock, secrets: SECRETS, tokenLifetimeMs: LIFETIME_MS });
  reads = 0;
  await Promise.all(Array.from({ length: 500 }, (_, index) => ring.verifier(`unknown-${index}`)));
  expect(reads).toBeLessThanOrEqual(2);
});
