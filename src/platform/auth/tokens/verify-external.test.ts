import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { createClock, openProcess, serve, textLike } from '../testing/fixture.ts';

const database = await createTestDatabase();
const [es256, rs256, stranger] = await Promise.all([
  generateKeyPair('ES256'),
  generateKeyPair('RS256'),
  generateKeyPair('ES256'),
]);
const keys = [
  { ...(await exportJWK(es256.publicKey)), kid: 'e', alg: 'ES256' },
  { ...(await exportJWK(rs256.publicKey)), kid: 'r', alg: 'RS256' },
];
const AUDIENCE = 'https://quaestor.example.com';
const RFC_8414 = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/** An authorization server that is not ours; `path` is that of its metadata, `/tenant` part of its issuer. */
async function startIssuer(metadataPath = RFC_8414, name = '') {
  const state = { isDown: false, issuer: '' };
  const server = createServer((request, response) => {
    const isKnown = request.url === metadataPath || request.url === '/keys';
    if (state.isDown || !isKnown) return response.writeHead(state.isDown ? 503 : 404).end();
    const metadata = { issuer: state.issuer, jwks_uri: `${origin}/keys`, token_endpoint: `${origin}/token` };
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(request.url === '/keys' ? { keys } : metadata));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.issuer = `${origin}${name}`;
  return { origin, issuer: state.issuer, state };
}

async function setUp(external: { issuer: string; jwksUri?: string }) {
  const clock = createClock();
  const process = await openProcess(database, clock, { externalIssuer: { audience: AUDIENCE, ...external } });
  const service = await serve(process, clock, 'partner');
  const sign = async (
    claims: Record<string, unknown> = {},
    header: { alg?: string; kid?: string } = {},
    key: CryptoKey | Uint8Array = es256.privateKey,
  ) => {
    const usual = {
      iss: external.issuer,
      aud: [AUDIENCE, 'https://other.example.com'],
      sub: 'desk',
      exp: clock.now().getTime() / 1000 + 60,
      scope: 'openid reports:view venues:view',
      tenant: 'acme',
      partner_uid: 'p-1',
    };
    const text = await new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'e', ...header })
      .sign(key);
    return `Bearer ${text}`;
  };
  return { clock, ...service, sign };
}

describe('the tokens of an external issuer', () => {
  it.each([
    ['found by RFC 8414', RFC_8414, ''],
    ['found by RFC 8414 under a path', `${RFC_8414}/tenant`, '/tenant'],
    ['found by OpenID discovery', OPENID, ''],
    ['found by OpenID discovery under a path', `/tenant${OPENID}`, '/tenant'],
  ])('%s are verified with its keys, and their claims mean the same', async (_how, path, name) => {
    const { issuer } = await startIssuer(path, name);
    const { sign, authenticate } = await setUp({ issuer });
    expect(await authenticate(await sign())).toEqual({
      kind: 'client',
      id: `${issuer}#desk`,
      tenant: 'acme',
      partnerUid: 'p-1',
      scopes: new Set(['reports:view']),
    });
    const token = await sign({ auth_time: 1 }, { alg: 'RS256', kid: 'r' }, rs256.privateKey);
    const actor = await authenticate(token);
    expect(actor).toMatchObject({ kind: 'person', id: `${issuer}#desk` });
    expect(authenticate(token)).toBe(actor);
  });

  it('are verified with the keys at the configured address, without discovery', async () => {
    const { issuer, origin } = await startIssuer('/nowhere');
    const { sign, authenticate } = await setUp({ issuer, jwksUri: `${origin}/keys` });
    expect(await authenticate(await sign())).toMatchObject({ id: `${issuer}#desk` });
  });

  it.each<[string, Record<string, unknown>, { alg?: string; kid?: string }, CryptoKey?]>([
    ['of another issuer', { iss: 'https://evil.example.com' }, {}],
    ['for another audience', { aud: 'https://other.example.com' }, {}],
    ['with a stranger’s signature', {}, {}, stranger.privateKey],
    ['with an unknown key', {}, { kid: 'x' }, stranger.privateKey],
    ['with a key of another kind', {}, { alg: 'RS256', kid: 'e' }, rs256.privateKey],
    ['without a tenant', { tenant: undefined }, {}],
    ['without an expiry', { exp: undefined }, {}],
    ['without scopes', { scope: undefined }, {}],
    ['with a zero byte in the subject', { sub: 'a\0b' }, {}],
    ['with a partner that is no text', { partner_uid: ['p-1'] }, {}],
  ])('%s are refused', async (_what, claims, header, key) => {
    const { issuer } = await startIssuer();
    const { sign, authenticate } = await setUp({ issuer });
    await expect(authenticate(await sign(claims, header, key))).rejects.toMatchObject({
      code: 'unauthenticated',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });

  it('signed with a shared secret are refused', async () => {
    const { issuer } = await startIssuer();
    const { sign, authenticate } = await setUp({ issuer });
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
    const token = await sign({}, { alg: 'HS256' }, secret);
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('that have expired are rejected as expired, even if they were accepted before', async () => {
    const { issuer } = await startIssuer();
    const { sign, authenticate, clock } = await setUp({ issuer });
    const [seen, unseen] = [await sign(), await sign({ jti: 'x' })];
    await authenticate(seen);
    clock.advance(60_000);
    expect(() => authenticate(seen)).toThrow('expired');
    await expect(authenticate(unseen)).rejects.toMatchObject({ code: 'token_expired' });
  });
});

it('the admin of one service is granted by its name, because the tokens are good at both', async () => {
  const { issuer } = await startIssuer();
  const { sign, authenticate } = await setUp({ issuer });
  const scopesOf = async (scope: string) => [...(await authenticate(await sign({ scope }))).scopes];
  expect(await scopesOf('partner:admin')).toEqual(['admin']);
  expect(await scopesOf('admin trading:admin')).toEqual([]);
});

describe('when the external issuer', () => {
  it('does not answer, the service is unavailable, and well again as soon as it does', async () => {
    const { issuer, state } = await startIssuer();
    const { sign, authenticate } = await setUp({ issuer });
    state.isDown = true;
    const token = await sign();
    await expect(authenticate(token)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '5' },
    });
    state.isDown = false;
    expect(await authenticate(token)).toMatchObject({ id: `${issuer}#desk` });
  });

  it('gives its metadata but not its keys, the service is unavailable', async () => {
    const { issuer } = await startIssuer();
    const { sign, authenticate } = await setUp({ issuer, jwksUri: `${issuer}/nowhere` });
    await expect(authenticate(await sign())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('names another as the issuer in its metadata, it is not trusted', async () => {
    const { issuer, state } = await startIssuer();
    const { sign, authenticate } = await setUp({ issuer });
    state.issuer = 'https://evil.example.com';
    await expect(authenticate(await sign())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('the service has no token and sign-in calls of its own then, and its metadata point at the issuer', async () => {
  const { issuer, origin } = await startIssuer();
  const { url, endpoints } = await setUp({ issuer });
  expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${RFC_8414}`]);
  expect((await fetch(`${url}/oauth/token`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/api/auth/`, { method: 'POST' })).status).toBe(404);
  const response = await fetch(`${url}${RFC_8414}`);
  expect(await response.json()).toEqual({
    issuer,
    jwks_uri: `${origin}/keys`,
    token_endpoint: `${origin}/token`,
  });
  expect(response.headers.get('content-type')).toEqual(textLike(/^application\/json/));
});
