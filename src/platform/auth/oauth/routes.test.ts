import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { SCOPES } from '../index.ts';
import { asking, createClock, openProcess, plantCredential, serve, someText } from '../testing/fixture.ts';

const PATIENCE = { timeout: 60_000 };

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const desk = await plantCredential(database, {
  name: 'desk+1@example.com',
  scopes: ['venues:view', 'exports:edit', 'reports:view', 'trading:admin'],
});
const partnerOnly = await plantCredential(database, { scopes: ['reports:view', 'partner:admin', 'admin'] });
const affiliate = await plantCredential(database, {
  partner_uid: 'p-1',
  scopes: ['venues:view', 'trading:admin', 'reports:view'],
});
const powerless = await plantCredential(database, { scopes: [] });
const person = await plantCredential(database, { kind: 'person' });

type Answer = Record<string, unknown>;

const clock = createClock();
const process = await openProcess(database, clock, {}, afterAll);
const { url, authenticate } = await serve(process, clock, 'trading', afterAll);
const partner = await serve(process, clock, 'partner', afterAll);

async function post(
  address: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const response = await fetch(new URL(address, url), {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  const text = await response.text();
  return { response, answer: (text === '' ? {} : JSON.parse(text)) as Answer };
}

const basic = (name: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});
const GRANT = { grant_type: 'client_credentials' };
const DESK = { client_id: desk.name, client_secret: desk.secret };
const deskBasic = basic(encodeURIComponent(desk.name), desk.secret);

describe('a standard client', () => {
  it.each([
    ['client_secret_basic', openid.ClientSecretBasic],
    ['client_secret_post', openid.ClientSecretPost],
  ])('discovers the service and obtains a token by %s', async (_method, authentication) => {
    const config = await openid.discovery(new URL(url), desk.name, undefined, authentication(desk.secret), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const token = await openid.clientCredentialsGrant(config, { scope: 'venues:view' });
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 300, scope: 'venues:view' });
    expect(await authenticate(`Bearer ${token.access_token}`)).toMatchObject({ id: desk.name });
    await openid.tokenRevocation(config, token.access_token);
    expect(() => authenticate(`Bearer ${token.access_token}`)).toThrow('revoked');
  });
});

describe('a token', () => {
  it('carries the claims of the interface, and a library verifies it with the published keys', async () => {
    const { url } = partner;
    const client = await plantCredential(database, {
      partner_uid: 'p-7',
      scopes: ['venues:view', 'reports:view', 'partner:admin'],
    });
    const form = { ...GRANT, client_id: client.name, client_secret: client.secret };
    const { answer } = await post(`${url}/oauth/token`, form);
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const expected = { issuer: url, audience: url, currentDate: clock.now() };
    const { payload, protectedHeader } = await jwtVerify(String(answer['access_token']), keys, expected);
    const issuedAt = clock.now().getTime() / 1000;
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(payload).toEqual({
      iss: url,
      aud: url,
      sub: client.name,
      jti: someText,
      iat: issuedAt,
      exp: issuedAt + 300,
      scope: 'reports:view admin',
      tenant: 'acme',
      partner_uid: 'p-7',
      secret_id: client.row.secret_id,
    });
  });

  it('gets all scopes the client has at this service, or the requested subset', async () => {
    const table: [Record<string, string>, string][] = [
      [{}, 'venues:view exports:edit admin'],
      [{ scope: '' }, 'venues:view exports:edit admin'],
      [{ scope: 'admin venues:view admin' }, 'admin venues:view'],
    ];
    for (const [form, scope] of table) {
      const { answer } = await post('/oauth/token', { ...GRANT, ...DESK, ...form });
      expect(answer['scope']).toBe(scope);
    }
  });

  it('is answered with headers that forbid to keep it', async () => {
    const { response } = await post('/oauth/token', GRANT, deskBasic);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('pragma')).toBe('no-cache');
  });

  it('is recorded in the audit log with the address of the caller, and without itself or the secret', async () => {
    const { answer } = await post('/oauth/token', { ...GRANT, scope: 'venues:view' }, deskBasic);
    const token = String(answer['access_token']);
    const { jti, exp } = decodeJwt(token);
    const entries = await ask`select actor_kind, actor_id, tenant, details, audit_log::text as whole
      from audit_log where action = 'token.issue' and subject_id = ${jti}`;
    const details = {
      service: 'trading',
      grant: 'client credentials',
      ip: '127.0.0.1',
      scopes: ['venues:view'],
      expiresAt: new Date(Number(exp) * 1000).toISOString(),
    };
    expect(entries).toEqual([
      { actor_kind: 'client', actor_id: desk.name, tenant: 'acme', details, whole: someText },
    ]);
    for (const hidden of [token, desk.secret]) expect(entries[0]?.['whole']).not.toContain(hidden);
  });

  it('is given also when the form has parameters that are not known', async () => {
    const { response } = await post('/oauth/token', { ...GRANT, audience: 'x', resource: 'y' }, deskBasic);
    expect(response.status).toBe(200);
  });
});

describe('a token request is refused in the words of OAuth', () => {
  it.each<[string, Record<string, string>, Record<string, string>, number, string]>([
    ['no grant type', DESK, {}, 400, 'invalid_request'],
    ['an empty grant type', { grant_type: '', ...DESK }, {}, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password', ...DESK }, {}, 400, 'unsupported_grant_type'],
    ['no client', GRANT, {}, 401, 'invalid_client'],
    ['no secret', { ...GRANT, client_id: desk.name }, {}, 401, 'invalid_client'],
    ['a wrong secret', { ...GRANT, ...DESK, client_secret: 'guess' }, {}, 401, 'invalid_client'],
    ['a wrong secret in the header', GRANT, basic('desk', 'guess'), 401, 'invalid_client'],
    ['an unknown client', { ...GRANT, client_id: 'nobody', client_secret: 'x' }, {}, 401, 'invalid_client'],
    [
      'a person',
      { ...GRANT, client_id: person.name, client_secret: person.secret },
      {},
      401,
      'invalid_client',
    ],
    ['another scheme', GRANT, { authorization: 'Bearer x' }, 401, 'invalid_client'],
    ['a header without a colon', GRANT, { authorization: 'Basic YWJj' }, 401, 'invalid_client'],
    ['a header that is not base64', GRANT, { authorization: 'Basic %%%' }, 401, 'invalid_client'],
    ['a header that is not form-encoded', GRANT, basic('%zz', 'x'), 401, 'invalid_client'],
    ['the secret twice', { ...GRANT, ...DESK }, deskBasic, 400, 'invalid_request'],
    ['two clients', { ...GRANT, client_id: 'other' }, deskBasic, 400, 'invalid_request'],
    ['a scope it does not have', { ...GRANT, scope: 'venue-transfer:edit' }, deskBasic, 400, 'invalid_scope'],
    ['a scope of the other service', { ...GRANT, scope: 'reports:view' }, deskBasic, 400, 'invalid_scope'],
    ['an unknown scope', { ...GRANT, scope: 'venues:view root' }, deskBasic, 400, 'invalid_scope'],
    ['nothing but spaces as scope', { ...GRANT, scope: '  ' }, deskBasic, 400, 'invalid_scope'],
    ['no scope here', GRANT, basic(partnerOnly.name, partnerOnly.secret), 400, 'invalid_scope'],
    ['no scope at all', GRANT, basic(powerless.name, powerless.secret), 400, 'invalid_scope'],
    ['a partner', GRANT, basic(affiliate.name, affiliate.secret), 400, 'invalid_scope'],
  ])('%s', async (_what, form, headers, status, error) => {
    const { response, answer } = await post('/oauth/token', form, headers);
    expect([response.status, answer['error']]).toEqual([status, error]);
    expect(answer['error_description']).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('www-authenticate')?.startsWith('Basic ') ?? false).toBe(status === 401);
    expect(JSON.stringify(answer)).not.toContain(desk.secret);
  });

  it('a body that is not a form', async () => {
    const json = { 'content-type': 'application/json' };
    const { response } = await post('/oauth/token', '{}', json);
    expect(response.status).toBe(415);
  });

  it('a parameter that is sent twice', async () => {
    const { response } = await post('/oauth/token', 'grant_type=client_credentials&grant_type=x', deskBasic);
    expect(response.status).toBe(400);
  });

  it('an attempt while another waits after failures: with the seconds to wait', async () => {
    const waiting = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
    const { url } = await serve(await openProcess(database, clock, { pause: waiting }), clock, 'trading');
    const guess = { ...GRANT, client_id: 'guessed', client_secret: 'x' };
    for (let failure = 1; failure <= 4; failure += 1) {
      expect((await post(`${url}/oauth/token`, guess)).response.status).toBe(401);
    }
    post(`${url}/oauth/token`, guess).catch(() => 'It ends with the server.');
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledOnce(), PATIENCE);
    const { response, answer } = await post(`${url}/oauth/token`, guess);
    expect([response.status, answer['error']]).toEqual([429, 'temporarily_unavailable']);
    expect(response.headers.get('retry-after')).toBe('1');
  });
});

describe('a client ends a token', () => {
  it('immediately, and it is audited; revoking an invalid token is not an error', async () => {
    const token = String((await post('/oauth/token', GRANT, deskBasic)).answer['access_token']);
    await authenticate(`Bearer ${token}`);
    for (const form of [{ token }, { token }, { token: 'nonsense', token_type_hint: 'refresh_token' }]) {
      const { response } = await post('/oauth/revoke', form, deskBasic);
      expect(response.status).toBe(200);
    }
    expect(() => authenticate(`Bearer ${token}`)).toThrow('revoked');
    const { jti } = decodeJwt(token);
    expect(
      await ask`select actor_id, tenant from audit_log where action = 'token.revoke' and subject_id = ${jti}`,
    ).toEqual([{ actor_id: desk.name, tenant: 'acme' }]);
  });

  it('but not that of another, nor without its secret or the token', async () => {
    const token = String((await post('/oauth/token', GRANT, deskBasic)).answer['access_token']);
    const outcome = async (form: Record<string, string>, headers: Record<string, string>) => {
      const { response, answer } = await post('/oauth/revoke', form, headers);
      return [response.status, answer['error']];
    };
    const other = basic(partnerOnly.name, partnerOnly.secret);
    expect(await outcome({ token }, other)).toEqual([400, 'unauthorized_client']);
    expect(await outcome({ token }, {})).toEqual([401, 'invalid_client']);
    expect(await outcome({}, deskBasic)).toEqual([400, 'invalid_request']);
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ id: desk.name });
  });
});

it('the metadata are accurate: each address named there answers', async () => {
  const response = await fetch(`${url}/.well-known/oauth-authorization-server`);
  const metadata = (await response.json()) as Record<string, unknown>;
  expect(metadata).toEqual({
    issuer: url,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    jwks_uri: `${url}/.well-known/jwks.json`,
    scopes_supported: Object.keys(SCOPES.trading),
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
  const keys = (await (await fetch(String(metadata['jwks_uri']))).json()) as { keys: object[] };
  expect(keys.keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      kid: someText,
      x: someText,
      y: someText,
    },
  ]);
});
