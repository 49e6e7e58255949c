import * as fc from 'fast-check';
import {
  SignJWT,
  UnsecuredJWT,
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type CryptoKey,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { openKeyRing, rotateKeys } from '../keys/index.ts';
import { SECRETS, contextOf, createClock, plantCredential, someText, textLike } from '../testing/fixture.ts';
import { createAuthenticator, createVerify, signToken, watchTokens } from './index.ts';

const database = await createTestDatabase();
const url = 'https://trading.example.com';
const tokenLifetimeMs = 300_000;
const { row: credential } = await plantCredential(database, { name: 'desk', tenant: 'acme' });

async function setUp() {
  const clock = createClock();
  const keys = await openKeyRing({ db: database.db, clock, secrets: SECRETS, tokenLifetimeMs });
  const isRevoked = vi.fn<(tokenId: string, secretId: string) => boolean | Promise<boolean>>(() => false);
  const revocations = { isRevoked, add: () => {}, stop: async () => {} };
  const verify = vi.fn(createVerify({ keys, revocations, clock, service: 'trading', issuer: url }));
  const watch = watchTokens(clock);
  onTestFinished(() => watch.stop());
  const { authenticate } = createAuthenticator({ verify, clock, watch, schemes: ['Bearer'] });
  const issuer = { url, keys, tokenLifetimeMs };
  const issue = async (given: { url?: string; signedInAtMs?: number } = {}) => {
    const { url, signedInAtMs } = given;
    const content = {
      issuer: { ...issuer, ...(url !== undefined && { url }) },
      credential,
      scopes: ['venues:view', 'venue-transfer:edit'],
      ...(signedInAtMs !== undefined && { signedInAtMs }),
    };
    const { text } = await signToken(content, clock.now());
    return text;
  };
  return { clock, keys, isRevoked, verify, authenticate, issue, token: await issue() };
}

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});

const check = async (authorization: string | undefined) => at.authenticate(authorization);

/** A token signed with the service's own key, as no stranger could make it. */
async function signed(claims: Record<string, unknown>, header: Partial<JWTHeaderParameters> = {}) {
  const { kid, key } = await at.keys.signer();
  const nowS = at.clock.now().getTime() / 1000;
  const usual = {
    iss: url,
    aud: url,
    sub: 'desk',
    jti: newId(),
    exp: nowS + 60,
    scope: 'venues:view',
    tenant: 'acme',
    secret_id: newId(),
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
    .sign(key, { crit: { strange: true } });
}

describe('a valid token', () => {
  it('gives the actor, its tenant and its scopes', async () => {
    expect(await check(`Bearer ${at.token}`)).toEqual({
      kind: 'client',
      id: 'desk',
      tenant: 'acme',
      scopes: new Set(['venues:view', 'venue-transfer:edit']),
    });
  });

  it('of a person gives a person', async () => {
    const text = await at.issue({ signedInAtMs: at.clock.now().getTime() });
    expect(await check(`Bearer ${text}`)).toMatchObject({ kind: 'person', id: 'desk' });
  });

  it('gives no scope that the service does not know', async () => {
    const actor = await check(`Bearer ${await signed({ scope: 'venues:view reports:view toString' })}`);
    expect(actor.scopes).toEqual(new Set(['venues:view']));
  });

  it('is accepted with the scheme in any case', async () => {
    expect(await check(`bearer ${at.token}`)).toMatchObject({ id: 'desk' });
    expect(await check(`BEARER  ${at.token}`)).toMatchObject({ id: 'desk' });
  });

  it('is answered synchronously and without a signature check when it is seen again', async () => {
    const actor = await check(`Bearer ${at.token}`);
    expect(at.authenticate(`Bearer ${at.token}`)).toBe(actor);
    expect(at.verify).toHaveBeenCalledTimes(1);
  });

  it('is accepted until the very moment it expires, remembered or not', async () => {
    const late = await setUp();
    at.clock.advance(tokenLifetimeMs - 1);
    expect(await check(`Bearer ${at.token}`)).toMatchObject({ id: 'desk' });
    at.clock.advance(1);
    await expect(check(`Bearer ${at.token}`)).rejects.toMatchObject({ code: 'token_expired' });
    late.clock.advance(tokenLifetimeMs);
    await expect(late.authenticate(`Bearer ${late.token}`)).rejects.toMatchObject({
      code: 'token_expired',
      headers: { 'www-authenticate': textLike(/error="invalid_token"/) },
    });
  });

  it.each([
    ['from memory', true],
    ['by the database', Promise.resolve(true)],
  ])('is refused once it is revoked %s, cached or not', async (_by, answer) => {
    at.isRevoked.mockReturnValue(answer);
    const refused = { code: 'unauthenticated', message: 'The token was revoked.' };
    await expect(check(`Bearer ${at.token}`)).rejects.toMatchObject(refused);
    await expect(check(`Bearer ${at.token}`)).rejects.toMatchObject(refused);
    expect(at.verify).toHaveBeenCalledTimes(1);
    expect(at.isRevoked).toHaveBeenLastCalledWith(someText, credential.secret_id);
  });

  it('is accepted if the queried database has no revocation of it', async () => {
    at.isRevoked.mockResolvedValue(false);
    await check(`Bearer ${at.token}`);
    expect(await check(`Bearer ${at.token}`)).toMatchObject({ id: 'desk' });
  });

  it('outlives a rotation of the keys, and one signed with the new key is accepted too', async () => {
    await rotateKeys(contextOf(database, at.clock), { secrets: SECRETS, tokenLifetimeMs });
    at.clock.advance(10_000);
    expect(await check(`Bearer ${at.token}`)).toMatchObject({ id: 'desk' });
    expect(await check(`Bearer ${await at.issue()}`)).toMatchObject({ id: 'desk' });
  });
});

const stranger = await generateKeyPair('ES256', { extractable: true });
const bearer = (text: string): string => `Bearer ${text}`;

async function forged(key: CryptoKey | Uint8Array, header: Partial<JWTHeaderParameters> = {}) {
  const { kid } = await at.keys.signer();
  const [, claims = ''] = at.token.split('.');
  return new SignJWT(JSON.parse(new TextDecoder().decode(base64url.decode(claims))) as JWTPayload)
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
    .sign(key);
}

it('a token of a partner is refused, even with a valid signature and scopes', async () => {
  const text = await signed({ partner_uid: 'p-1', scope: 'venues:view admin' });
  await expect(check(`Bearer ${text}`)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'A credential of a partner cannot use the trading service.',
  });
});

describe('what is not a token of this service is refused', () => {
  it('a request without the header gets an error that names it', async () => {
    expect(() => at.authenticate(undefined)).toThrow(
      expect.objectContaining({
        code: 'unauthenticated',
        message: 'Send a token in the header: `Authorization: Bearer <token>`.',
      }),
    );
  });

  it.each<[string, () => string | Promise<string>]>([
    ['an empty header', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['a token without a scheme', () => at.token],
    ['another scheme', () => `Basic ${at.token}`],
    ['the scheme of the partner service', () => `JWT ${at.token}`],
    ['two tokens', () => `Bearer ${at.token} ${at.token}`],
    ['text that is no token', () => 'Bearer hello'],
    ['three words that are no token', () => 'Bearer a.b.c'],
    ['a token that is too long', () => `Bearer ${at.token}${'A'.repeat(9_000)}`],
    ['a token without a signature', () => `Bearer ${at.token.slice(0, at.token.lastIndexOf('.'))}.`],
    ['alg none', async () => `Bearer ${new UnsecuredJWT({ sub: 'desk' }).encode()}`],
    ['alg none with some signature', async () => `Bearer ${new UnsecuredJWT({ sub: 'desk' }).encode()}AAAA`],
    ['a stranger’s key under our key id', async () => `Bearer ${await forged(stranger.privateKey)}`],
    [
      'a stranger’s key under its own id',
      async () => `Bearer ${await forged(stranger.privateKey, { kid: 'x' })}`,
    ],
    [
      'a stranger’s key that the token itself brings along',
      async () => {
        const jwk = await exportJWK(stranger.publicKey);
        return `Bearer ${await forged(stranger.privateKey, { jwk })}`;
      },
    ],
    [
      'HS256 with our public key as the secret',
      async () => {
        const [key] = (await at.keys.publicKeys()).keys;
        const pem = await exportSPKI((await at.keys.verifier(key?.kid ?? '')) ?? stranger.publicKey);
        return `Bearer ${await forged(new TextEncoder().encode(pem), { alg: 'HS256' })}`;
      },
    ],
    ['no key id', () => signed({}, { kid: undefined as unknown as string }).then(bearer)],
    ['another type of token', () => signed({}, { typ: 'JWT' }).then(bearer)],
    [
      'an extension that must be understood',
      () => signed({}, { crit: ['strange'], strange: 1 }).then(bearer),
    ],
    ['another issuer', () => signed({ iss: 'https://evil.example.com' }).then(bearer)],
    ['another audience', () => signed({ aud: 'https://partner.example.com' }).then(bearer)],
    ['the token of the other service', () => at.issue({ url: 'https://partner.example.com' }).then(bearer)],
    ['a time before which it is not valid', () => signed({ nbf: 4_000_000_000 }).then(bearer)],
    ['no expiry', () => signed({ exp: undefined }).then(bearer)],
    ['no subject', () => signed({ sub: undefined }).then(bearer)],
    ['a subject with a zero byte', () => signed({ sub: 'de\0sk' }).then(bearer)],
    ['a subject with half of a character', () => signed({ sub: 'desk\ud800' }).then(bearer)],
    ['an empty subject', () => signed({ sub: '' }).then(bearer)],
    ['a subject that is too long', () => signed({ sub: 'x'.repeat(256) }).then(bearer)],
    ['a tenant with a zero byte', () => signed({ tenant: '\0' }).then(bearer)],
    ['a partner that is no text', () => signed({ partner_uid: 7 }).then(bearer)],
    ['a partner that no fact can name', () => signed({ partner_uid: 'a b' }).then(bearer)],
    ['no tenant', () => signed({ tenant: undefined }).then(bearer)],
    ['scopes that are no text', () => signed({ scope: ['admin'] }).then(bearer)],
    ['no id', () => signed({ jti: undefined }).then(bearer)],
    ['no id of its secret', () => signed({ secret_id: undefined }).then(bearer)],
  ])('%s', async (_what, authorization) => {
    await expect(check(await authorization())).rejects.toMatchObject({
      code: 'unauthenticated',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });
});

describe('a token that was altered is never accepted', () => {
  it('for any change, insertion or removal at any position', async () => {
    const text = fc.stringMatching(/^[ABab01\-_.=+/ \n]{0,3}$/);
    await fc.assert(
      fc.asyncProperty(fc.nat(at.token.length), fc.nat(3), text, async (from, length, inserted) => {
        const altered = at.token.slice(0, from) + inserted + at.token.slice(from + length);
        fc.pre(altered.trimStart() !== at.token);
        await expect(check(`Bearer ${altered}`)).rejects.toMatchObject({ code: 'unauthenticated' });
      }),
      { numRuns: 500 },
    );
  });

  it('nor is one whose last character encodes the same bits differently', async () => {
    const last = at.token.at(-1);
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (character === last) continue;
      await expect(check(`Bearer ${at.token.slice(0, -1)}${character}`)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
  });

  it('nor are the claims of one token with the signature of another', async () => {
    const other = await at.issue();
    const body = at.token.slice(0, at.token.lastIndexOf('.'));
    const signature = other.slice(other.lastIndexOf('.'));
    await expect(check(`Bearer ${body}${signature}`)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
