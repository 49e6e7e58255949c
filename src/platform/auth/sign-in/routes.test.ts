import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { revokeCredential, rotateCredential } from '../index.ts';
import {
  asking,
  logged,
  contextOf,
  createClock,
  openProcess,
  plantCredential,
  serve,
  someText,
} from '../testing/fixture.ts';

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const HOUR_MS = 3_600_000;

interface SignedIn {
  token: string;
  expires_at: string;
  [member: string]: unknown;
}

async function setUp(tokenLifetimeMs = 300_000) {
  const clock = createClock();
  const process = await openProcess(database, clock, { tokenLifetimeMs });
  const { url, authenticate } = await serve(process, clock, 'partner');
  const person = await plantCredential(database, {
    kind: 'person',
    partner_uid: 'p-1',
    scopes: ['reports:view', 'wallets:edit', 'venues:view'],
  });
  const call = async (method: string, path: string, options: { token?: string; body?: object } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(options.token !== undefined && { authorization: options.token }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as SignedIn,
    };
  };
  const signIn = (login = person.name, password = person.secret) =>
    call('POST', '/api/auth/', { body: { login, password } });
  return { clock, url, authenticate, person, call, signIn, context: contextOf(database, clock) };
}

describe('a person signs in', () => {
  it('with login and password, and gets a token with the scopes of this service and the time of the sign-in', async () => {
    const { clock, person, signIn, authenticate } = await setUp();
    const { status, body, headers } = await signIn();
    expect(status).toBe(200);
    expect(body).toEqual({
      token: someText,
      expires_at: new Date(clock.now().getTime() + 300_000).toISOString(),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(decodeJwt(body.token)).toMatchObject({
      sub: person.name,
      auth_time: clock.now().getTime() / 1000,
      partner_uid: 'p-1',
    });
    expect(await authenticate(`Bearer ${body.token}`)).toEqual({
      kind: 'person',
      id: person.name,
      tenant: 'acme',
      partnerUid: 'p-1',
      scopes: new Set(['reports:view', 'wallets:edit']),
    });
  });

  it('but not with a wrong password, an unknown login or the secret of a client, all answered alike', async () => {
    const { person, signIn } = await setUp();
    const client = await plantCredential(database);
    const answers = [
      await signIn(person.name, 'guess'),
      await signIn('nobody', person.secret),
      await signIn(client.name, client.secret),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'unauthenticated', detail: 'The login or the password is wrong.' });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('and waits after repeated failures, but is accepted with the right password', async () => {
    const { clock, person, signIn } = await setUp();
    const startMs = clock.now().getTime();
    for (let failure = 1; failure <= 10; failure += 1) {
      expect((await signIn(person.name, 'guess')).status).toBe(401);
    }
    const beforeMs = clock.now().getTime();
    expect(beforeMs - startMs).toBe(31_000);
    expect((await signIn()).status).toBe(200);
    expect(clock.now().getTime() - beforeMs).toBe(10_000);
  });

  it('and the audit log records the subject, grant and address of each token', async () => {
    const { call, person, signIn } = await setUp();
    const { body } = await signIn();
    await call('POST', '/api/auth/token/', { token: `Bearer ${body.token}` });
    const entries = await asking(
      database,
    )`select actor_kind, details->>'grant' as "grant", details->>'ip' as ip
      from audit_log where action = 'token.issue' and actor_id = ${person.name} order by id`;
    expect(entries).toEqual([
      { actor_kind: 'person', grant: 'password', ip: '127.0.0.1' },
      { actor_kind: 'person', grant: 'renewal', ip: '127.0.0.1' },
    ]);
  });

  it.each([{}, { login: 'x' }, { login: 'x', password: '' }, { login: 'x', password: 'y', extra: 1 }])(
    'and a body such as %j is refused with its fields',
    async (body) => {
      const { call } = await setUp();
      const answer = await call('POST', '/api/auth/', { body });
      expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
    },
  );
});

describe('the token of a person', () => {
  it.each(['Bearer', 'JWT', 'jwt'])('is checked under the scheme word %s', async (scheme) => {
    const { person, call, signIn } = await setUp();
    const { body } = await signIn();
    const { status, body: state } = await call('GET', '/api/auth/token/', {
      token: `${scheme} ${body.token}`,
    });
    expect(status).toBe(200);
    expect(state).toEqual({
      login: person.name,
      partner_uid: 'p-1',
      scopes: ['reports:view', 'wallets:edit'],
      expires_at: body.expires_at,
    });
  });

  it('is renewed for 12 hours after the sign-in, whose time the new one keeps', async () => {
    const { clock, call, signIn } = await setUp(5 * HOUR_MS);
    const { body: first } = await signIn();
    let { token } = first;
    for (let hour = 0; hour < 12; hour += 4) {
      clock.advance(4 * HOUR_MS);
      const { status, body } = await call('POST', '/api/auth/token/', { token: `JWT ${token}` });
      expect(status).toBe(200);
      expect(body.expires_at).toBe(new Date(clock.now().getTime() + 5 * HOUR_MS).toISOString());
      expect(decodeJwt(body.token)['auth_time']).toBe(decodeJwt(first.token)['auth_time']);
      ({ token } = body);
    }
    clock.advance(1_000);
    const { status, body } = await call('POST', '/api/auth/token/', { token: `JWT ${token}` });
    expect([status, body['code']]).toEqual([401, 'token_expired']);
  });

  it.each([
    ['rotated', rotateCredential],
    ['revoked', revokeCredential],
  ])(
    'is not renewed when the credential was %s, even where this has not been heard of yet',
    async (_what, change) => {
      const { call, signIn, person, context } = await setUp();
      const { body } = await signIn();
      await change(context, { name: person.name });
      const { status } = await call('POST', '/api/auth/token/', { token: `Bearer ${body.token}` });
      expect(status).toBe(401);
    },
  );

  it('is rejected as soon as it is revoked, and no other token is', async () => {
    const { call, signIn } = await setUp();
    const [first, second] = [(await signIn()).body.token, (await signIn()).body.token];
    const check = async (token: string) =>
      (await call('GET', '/api/auth/token/', { token: `JWT ${token}` })).status;
    expect(await check(first)).toBe(200);
    expect((await call('DELETE', '/api/auth/token/', { token: `JWT ${first}` })).status).toBe(204);
    expect(await check(first)).toBe(401);
    expect(await check(second)).toBe(200);
    expect((await call('DELETE', '/api/auth/token/', { token: `JWT ${first}` })).status).toBe(401);
  });

  it('is refused once it has expired', async () => {
    const { clock, call, signIn } = await setUp();
    const { body } = await signIn();
    clock.advance(300_000);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await call(method, '/api/auth/token/', { token: `Bearer ${body.token}` });
      expect([answer.status, answer.body['code']]).toEqual([401, 'token_expired']);
    }
  });

  it('is required', async () => {
    const { call } = await setUp();
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await call(method, '/api/auth/token');
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});

it('the token of a client is checked and ended, but not renewed', async () => {
  const { url, call } = await setUp();
  const client = await plantCredential(database);
  const form = { grant_type: 'client_credentials', client_id: client.name, client_secret: client.secret };
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const token = `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
  expect((await call('GET', '/api/auth/token/', { token })).body).toMatchObject({
    login: client.name,
    partner_uid: null,
  });
  expect((await call('POST', '/api/auth/token/', { token })).body).toMatchObject({ code: 'unprocessable' });
  expect((await call('DELETE', '/api/auth/token/', { token })).status).toBe(204);
});

it('no password, secret or token reaches the logs or an answer that refuses', async () => {
  const { call, signIn, person } = await setUp();
  const { body } = await signIn();
  await call('DELETE', '/api/auth/token/', { token: `JWT ${body.token}` });
  const refused = [
    await call('GET', '/api/auth/token/', { token: `JWT ${body.token}` }),
    await call('POST', '/api/auth/', { body: { login: 'x', password: person.secret, extra: 1 } }),
    await signIn('nobody', person.secret),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 400, 401]);
  expect(logged.length).toBeGreaterThan(0);
  const said = logged.join('') + JSON.stringify(refused);
  for (const secret of [person.secret, person.row.secret_hash, body.token])
    expect(said).not.toContain(secret);
});

it('the trading service has no sign-in and does not take the scheme word JWT', async () => {
  const clock = createClock();
  const process = await openProcess(database, clock);
  const { url, authenticate } = await serve(process, clock, 'trading');
  expect((await fetch(`${url}/api/auth/`, { method: 'POST' })).status).toBe(404);
  await expect(authenticate('JWT a.b.c')).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('a password alone is no second factor: the token of an admin makes no client and invites nobody', async () => {
  const { call, signIn } = await setUp();
  const admin = await plantCredential(database, { kind: 'person', scopes: [], roles: ['partner:admin'] });
  const { token } = (await signIn(admin.name, admin.secret)).body;
  const authorization = `JWT ${token}`;
  for (const [path, body] of [
    ['/auth/clients', { name: 'lasting', scopes: ['partner:admin'] }],
    ['/auth/clients', { name: 'lasting', scopes: ['reports:view'] }],
    ['/auth/people', { login: 'lasting', roles: ['partner:admin'] }],
  ] as const) {
    const refused = await call('POST', path, { token: authorization, body });
    expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden']);
  }
  const ask = asking(database);
  expect(await ask`select 1 from credential where name = 'lasting'`).toEqual([]);
  expect(await ask`select 1 from access_proposal where account = 'lasting'`).toEqual([]);
});
