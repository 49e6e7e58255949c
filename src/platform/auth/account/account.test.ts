import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Type } from 'typebox';
import { createTestDatabase } from '../../../testing/database.ts';
import { elapsedMs } from '../../../testing/elapsed.ts';
import { command, run } from '../../commands/index.ts';
import { endpoint } from '../../http/index.ts';
import { createCredential, revokeCredential } from '../index.ts';
import { invitePerson, resetPerson } from '../people/index.ts';
import { sweepAuth } from '../sweep.ts';
import { addApp, PASSWORD, signUp, TestBrowser, withSecondAdmin } from '../testing/browser.ts';
import { asking, contextOf, createClock, logged, openProcess, serve } from '../testing/fixture.ts';

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const pay = command({
  name: 'payment.make',
  scope: 'approvals:edit',
  lock: async (_tx, { id }: { id: string }) => ({ id, amount: amounts.get(id) ?? '0' }),
  approves: (state) => state,
  decide: ({ id, amount }) => ({ change: { id }, audit: { subject: id, details: { amount } } }),
  write: async (_tx, { id }) => ({ id }),
});
/** What is to be paid, which may change between the confirmation and the step. */
const amounts = new Map<string, string>();

const steps = [
  endpoint({
    method: 'POST',
    path: '/payments/:id',
    operation: 'pay',
    tag: 'Payments',
    summary: 'Pay',
    scope: 'approvals:edit',
    params: Type.Object({ id: Type.String() }),
    answers: { 200: { description: 'Paid.', schema: Type.Object({ id: Type.String() }) } },
    handle: async (context, { params }) => ({ status: 200, body: (await run(context, pay, params)).result }),
  }),
];

const ticks = endpoint({
  method: 'GET',
  path: '/ticks',
  operation: 'streamTicks',
  tag: 'Ticks',
  summary: 'Stream',
  scope: 'any token',
  answers: { 200: { description: 'Ticks.', schema: Type.String(), contentType: 'text/event-stream' } },
  handle: () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: Readable.from(tick()),
  }),
});

async function* tick() {
  for (;;) {
    yield 'data: tick\n\n';
    await sleep(100);
  }
}

let people = 0;
async function setUp(service: 'trading' | 'partner' = 'trading') {
  const clock = createClock();
  const { url } = await serve(await openProcess(database, clock), clock, service, undefined, [
    ...steps,
    ticks,
  ]);
  const context = contextOf(database, clock);
  const login = `ada-${(people += 1)}`;
  const join = (roles = [`${service}:${service === 'trading' ? 'approver' : 'admin'}`]) =>
    signUp(context, url, { login, roles });
  return { clock, url, context, login, join };
}

beforeEach(() => amounts.clear());

describe('an invitation', () => {
  it('lets the person choose a password once, signs them in, and never appears in a log', async () => {
    const { context, url, login } = await setUp();
    const { token } = await invitePerson(context, { login, tenant: 'acme', roles: ['trading:viewer'] });
    const browser = new TestBrowser(url);
    expect((await browser.call('POST', '/auth/invitations/show', { token })).body).toMatchObject({
      login,
      roles: ['trading:viewer'],
    });
    const accept = () => browser.call('POST', '/auth/invitations/accept', { token, password: PASSWORD });
    const statuses = (await Promise.all([accept(), accept()]))
      .map(({ status }) => status)
      .toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(204);
    expect([404, 409]).toContain(statuses[1]);
    expect((await accept()).status).toBe(404);
    expect(logged.join('')).not.toContain(token);
    expect(logged.join('')).not.toContain(PASSWORD);
  });

  it('ends after 24 hours, and a wrong one is refused alike', async () => {
    const { clock, context, url, login } = await setUp();
    const { token } = await invitePerson(context, { login, tenant: 'acme', roles: [] });
    const show = (text: string) =>
      new TestBrowser(url).call('POST', '/auth/invitations/show', { token: text });
    clock.advance(24 * HOUR_MS - 1);
    expect((await show(token)).status).toBe(200);
    clock.advance(1);
    const [expired, wrong] = [await show(token), await show('x'.repeat(43))];
    expect([expired.status, expired.body['detail']]).toEqual([404, wrong.body['detail']]);
  });

  it.each([
    ['short', 'must have 12 to 256 characters'],
    ['passwordpassword', 'easy to guess'],
    ['qwertyuiop123456', 'easy to guess'],
  ])('refuses the password %s', async (password, reason) => {
    const { context, url, login } = await setUp();
    const { token } = await invitePerson(context, { login, tenant: 'acme', roles: [] });
    const { status, body } = await new TestBrowser(url).call('POST', '/auth/invitations/accept', {
      token,
      password,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body['errors'])).toContain(reason);
  });
});

describe('a session', () => {
  it('is a cookie for this host and this service only, and shows who is signed in', async () => {
    const { url, login, join } = await setUp();
    await join();
    const browser = new TestBrowser(url);
    const { status, headers } = await browser.call('POST', '/auth/sign-in', { login, password: PASSWORD });
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-quaestor-trading=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await browser.call('GET', '/auth/session')).body).toMatchObject({
      login,
      roles: ['trading:approver'],
      session: { method: 'password' },
    });
    const stored = await ask`select token_hash from session`;
    expect(JSON.stringify(stored)).not.toContain(browser.cookie?.split('=')[1]);
  });

  it('has a new token at every sign-in, so that a token planted before has no value', async () => {
    const { url, login, join } = await setUp();
    const planted = (await join()).cookie;
    const browser = new TestBrowser(url);
    browser.cookie = `__Host-quaestor-trading=${'p'.repeat(43)}`;
    await browser.call('POST', '/auth/sign-in', { login, password: PASSWORD });
    expect([planted, `__Host-quaestor-trading=${'p'.repeat(43)}`]).not.toContain(browser.cookie);
  });

  it('ends after 30 minutes without a request, and after 12 hours', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const isAlive = async () => (await browser.call('GET', '/auth/session')).status === 200;
    for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
      expect(await isAlive()).toBe(true);
      clock.advance(29 * MINUTE_MS);
    }
    clock.advance(29 * MINUTE_MS);
    expect(await isAlive()).toBe(false);
    const other = await signUpAgain();
    clock.advance(30 * MINUTE_MS);
    expect((await other.call('GET', '/auth/session')).body['code']).toBe('token_expired');

    async function signUpAgain() {
      const again = new TestBrowser(browser.url);
      await again.call('POST', '/auth/sign-in', { login: `ada-${people}`, password: PASSWORD });
      return again;
    }
  });

  it('of one service is none at the other', async () => {
    const trading = await setUp('trading');
    const browser = await trading.join();
    const partner = await setUp('partner');
    const there = new TestBrowser(partner.url);
    there.cookie = browser.cookie?.replace('trading', 'partner');
    expect((await there.call('GET', '/auth/session')).status).toBe(401);
  });

  it('cannot be used by a page of another origin, nor without the header of the console', async () => {
    const { join } = await setUp();
    const browser = await join();
    const signOut = (headers: Record<string, string>) =>
      browser.call('DELETE', '/auth/session', undefined, headers);
    const { port } = new URL(browser.url);
    for (const origin of [`http://127.0.0.1:${Number(port) + 1}`, 'null', `${browser.url}.example`]) {
      expect((await signOut({ origin })).status).toBe(403);
    }
    const response = await fetch(`${browser.url}/auth/session`, {
      method: 'DELETE',
      headers: { cookie: browser.cookie ?? '', origin: browser.url },
    });
    expect(response.status).toBe(403);
    expect((await browser.call('GET', '/auth/session')).status).toBe(200);
  });

  it.each([
    ['/auth/sign-in', { login: 'ada', password: PASSWORD }],
    ['/auth/passkey-challenges', undefined],
    ['/auth/sign-in/passkey', { challenge: NOWHERE, response: { id: 'x' } }],
    ['/auth/invitations/show', { token: 'x'.repeat(43) }],
    ['/auth/invitations/passkey-challenges', { token: 'x'.repeat(43) }],
    ['/auth/invitations/accept', { token: 'x'.repeat(43), password: PASSWORD }],
  ])('is not begun by a page of another origin: POST %s', async (path, body) => {
    const { url } = await setUp();
    const forged = await new TestBrowser(url).call('POST', path, body, { origin: 'http://evil.example' });
    expect(forged.status).toBe(403);
  });

  it('can be ended from another one, and ends at once in another process', async () => {
    const { clock, url, login, join } = await setUp();
    const first = await join();
    const second = new TestBrowser(url);
    await second.call('POST', '/auth/sign-in', { login, password: PASSWORD });
    const process = await openProcess(database, clock);
    const elsewhere = new TestBrowser((await serve(process, clock, 'trading')).url);
    elsewhere.cookie = first.cookie;
    expect((await elsewhere.call('GET', '/auth/session')).status).toBe(200);
    const { body } = await second.call('GET', '/auth/sessions');
    expect(body).toHaveLength(2);
    expect((await second.call('DELETE', '/auth/sessions')).status).toBe(204);
    expect((await first.call('GET', '/auth/session')).status).toBe(401);
    await expect.poll(async () => (await elsewhere.call('GET', '/auth/session')).status).toBe(401);
    expect((await second.call('GET', '/auth/session')).status).toBe(200);
  });

  it('ends with the access of the person', async () => {
    const { context, login, join } = await setUp();
    const browser = await join();
    await revokeCredential(context, { name: login });
    await expect.poll(async () => (await browser.call('GET', '/auth/session')).status).toBe(401);
  });

  it('continues while others guess the password of the person', async () => {
    const { url, login, join } = await setUp();
    const browser = await join();
    for (let guess = 0; guess < 12; guess += 1) {
      await new TestBrowser(url).call('POST', '/auth/sign-in', { login, password: `guess-${guess}` });
    }
    expect((await browser.call('GET', '/auth/session')).status).toBe(200);
  });

  it('ends with a new password, which must not be easy to guess', async () => {
    const { url, login, join } = await setUp();
    const browser = await join();
    const change = (current: string, wanted: string) =>
      browser.call('POST', '/auth/password', { current, new: wanted });
    expect((await change(PASSWORD, 'password1234')).body['errors']).toHaveProperty('new');
    expect((await change('wrong', 'harbor-cactus-mirror-seven')).body['errors']).toHaveProperty('current');
    expect((await change(PASSWORD, 'harbor-cactus-mirror-seven')).status).toBe(204);
    expect((await browser.call('GET', '/auth/session')).status).toBe(401);
    const again = new TestBrowser(url);
    expect((await again.call('POST', '/auth/sign-in', { login, password: PASSWORD })).status).toBe(401);
    const password = 'harbor-cactus-mirror-seven';
    expect((await again.call('POST', '/auth/sign-in', { login, password })).status).toBe(204);
  });
});

describe('an authenticator app', () => {
  it('is needed at the sign-in once a code has confirmed it; no code works twice', async () => {
    const { clock, url, login, join } = await setUp();
    const browser = await join();
    const { code } = await addApp(browser, clock);
    const signIn = (given?: string) =>
      new TestBrowser(url).call('POST', '/auth/sign-in', {
        login,
        password: PASSWORD,
        ...(given !== undefined && { code: given }),
      });
    expect((await signIn()).body['code']).toBe('second_factor_required');
    const current = code();
    expect((await signIn(current)).status).toBe(204);
    expect((await signIn(current)).status).toBe(401);
    expect((await signIn('000000')).status).toBe(401);
  });

  it('is required only after the right password, so that its existence does not leak', async () => {
    const { clock, url, login, join } = await setUp();
    await addApp(await join(), clock);
    const wrong = { login, password: 'wrong' };
    expect((await new TestBrowser(url).call('POST', '/auth/sign-in', wrong)).body['code']).toBe(
      'unauthenticated',
    );
  });

  it.each([
    [-30, 204],
    [30, 204],
    [-90, 401],
    [90, 401],
  ])('whose clock differs by %i s gets %i', async (seconds, status) => {
    const { clock, url, login, join } = await setUp();
    const browser = await join();
    const { body } = await browser.call('POST', '/auth/app');
    const secret = String(body['secret']);
    const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) });
    await browser.call('PUT', '/auth/app', { code: codeAt(clock.now().getTime()) });
    clock.advance(10 * MINUTE_MS);
    const code = codeAt(clock.now().getTime() + seconds * 1000);
    const answer = await new TestBrowser(url).call('POST', '/auth/sign-in', {
      login,
      password: PASSWORD,
      code,
    });
    expect(answer.status).toBe(status);
  });

  it('can be replaced by a recovery code, once', async () => {
    const { clock, url, login, join } = await setUp();
    const { recoveryCodes } = await addApp(await join(), clock);
    const [code = ''] = recoveryCodes;
    const signIn = () =>
      new TestBrowser(url).call('POST', '/auth/sign-in', { login, password: PASSWORD, code });
    expect((await signIn()).status).toBe(204);
    expect((await signIn()).status).toBe(401);
  });

  it('is not replaced by a recovery code where a step is confirmed or an app is added', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { recoveryCodes } = await addApp(browser, clock);
    const asked = await browser.call('POST', '/payments/p1');
    const refusal = { status: 400, body: { errors: { code: ['must be 6 digits'] } } };
    const code = recoveryCodes[0];
    expect(await browser.call('POST', `/auth/proofs/${String(asked.body['proof'])}`, { code })).toMatchObject(
      refusal,
    );
    expect(await browser.call('PUT', '/auth/app', { code })).toMatchObject(refusal);
  });

  it('that was not confirmed proves nothing', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { body } = await browser.call('POST', '/auth/app');
    const secret = String(body['secret']);
    const code = generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
    const asked = await browser.call('POST', '/payments/p1');
    const confirmed = await browser.call('POST', `/auth/proofs/${String(asked.body['proof'])}`, { code });
    expect(confirmed.status).toBe(401);
  });

  it('cannot be removed, nor another factor added, without a code', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { code } = await addApp(browser, clock);
    for (const [method, path] of [
      ['DELETE', '/auth/app'],
      ['POST', '/auth/passkeys/challenges'],
      ['POST', '/auth/recovery-codes'],
    ] as const) {
      expect((await browser.call(method, path)).body['code']).toBe('step_up_required');
    }
    expect((await browser.confirm('DELETE', '/auth/app', undefined, code())).status).toBe(204);
  });

  it('is refused for a while after five wrong codes', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { code } = await addApp(browser, clock);
    const asked = await browser.call('POST', '/payments/p1');
    const confirm = (given: string) =>
      browser.call('POST', `/auth/proofs/${String(asked.body['proof'])}`, { code: given });
    for (let guess = 0; guess < 5; guess += 1) expect((await confirm('000000')).status).toBe(401);
    expect((await confirm('000000')).status).toBe(429);
    clock.advance(MINUTE_MS);
    expect((await confirm(code())).status).toBe(204);
  });

  it('is checked for five wrong codes before it is refused, although they are sent together', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    await addApp(browser, clock);
    const asked = await browser.call('POST', '/payments/p1');
    const proof = String(asked.body['proof']);
    const guesses = Array.from({ length: 20 }, async () => {
      const { status } = await browser.call('POST', `/auth/proofs/${proof}`, { code: '000000' });
      return status;
    });
    const statuses = await Promise.all(guesses);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(5).fill(401),
      ...Array<number>(15).fill(429),
    ]);
  });
});

describe('a step that needs a confirmation', () => {
  it('shows what is confirmed, is done once, and keeps the evidence in the audit log', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { code } = await addApp(browser, clock);
    amounts.set('once', '12.50');
    const asked = await browser.call('POST', '/payments/once');
    expect([asked.status, asked.body['code']]).toEqual([403, 'step_up_required']);
    expect(asked.body['approves']).toEqual({ command: 'payment.make', id: 'once', amount: '12.50' });
    const before = browser.cookie;
    const done = await browser.confirm('POST', '/payments/once', undefined, code());
    expect(done).toMatchObject({ status: 200, body: { id: 'once' } });
    expect(browser.cookie).not.toBe(before);
    expect(
      await ask`select details from audit_log where action = 'payment.make' and subject_id = 'once'`,
    ).toEqual([{ details: { amount: '12.50', confirmedBy: { factor: 'app' } } }]);
  });

  it('cannot be replayed, nor done with the proof of another step or an unconfirmed one', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { code } = await addApp(browser, clock);
    const proofOf = async (path: string) => String((await browser.call('POST', path)).body['proof']);
    const proof = await proofOf('/payments/a');
    const withProof = (path: string) => browser.call('POST', path, undefined, { 'x-quaestor-proof': proof });
    expect((await withProof('/payments/a')).status).toBe(403);
    await browser.call('POST', `/auth/proofs/${proof}`, { code: code() });
    expect((await withProof('/payments/b')).status).toBe(403);
    expect((await withProof('/payments/a')).status).toBe(200);
    expect((await withProof('/payments/a')).status).toBe(403);
  });

  it('is asked for again when the amount has changed since the confirmation', async () => {
    const { clock, join } = await setUp();
    const browser = await join();
    const { code } = await addApp(browser, clock);
    amounts.set('changed', '1');
    const proof = String((await browser.call('POST', '/payments/changed')).body['proof']);
    await browser.call('POST', `/auth/proofs/${proof}`, { code: code() });
    amounts.set('changed', '1000');
    const again = await browser.call('POST', '/payments/changed', undefined, { 'x-quaestor-proof': proof });
    expect([again.status, again.body['approves']]).toEqual([
      403,
      { command: 'payment.make', id: 'changed', amount: '1000' },
    ]);
  });

  it('is of one person: the proof of another is none', async () => {
    const one = await setUp();
    const [mine, theirs] = [await one.join(), await (await setUp()).join()];
    const { code } = await addApp(theirs, one.clock);
    const proof = String((await mine.call('POST', '/payments/a')).body['proof']);
    expect((await theirs.call('POST', `/auth/proofs/${proof}`, { code: code() })).status).toBe(404);
  });

  it('explains what to do to a person without a second factor', async () => {
    const { join } = await setUp();
    const browser = await join();
    const proof = String((await browser.call('POST', '/payments/a')).body['proof']);
    const { status, body } = await browser.call('GET', `/auth/proofs/${proof}`);
    expect([status, body['detail']]).toEqual([
      422,
      'Add a passkey or an authenticator app to your account first.',
    ]);
  });

  it('is not asked of clients with a token', async () => {
    const { context, url } = await setUp();
    const name = `bot-${people}`;
    const scopes = ['approvals:edit'];
    const { secret } = await createCredential(context, { kind: 'client', name, tenant: 'acme', scopes });
    const granted = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: name, client_secret: secret }),
    });
    const { access_token } = (await granted.json()) as { access_token: string };
    const paid = await fetch(`${url}/payments/bot`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(paid.status).toBe(200);
  });
});

describe('an admin', () => {
  it('invites, changes and resets people of the own service, each confirmed', async () => {
    const { clock, context, url, login, join } = await setUp();
    const admin = await join(['trading:admin']);
    const { code } = await addApp(admin, clock);
    const invitee = { login: `eve-${login}`, roles: ['trading:viewer'] };
    expect((await admin.call('POST', '/auth/people', invitee)).status).toBe(403);
    const invited = await admin.confirm('POST', '/auth/people', invitee, code());
    expect(invited.status).toBe(201);
    expect(invited.body['link']).toMatch(new RegExp(`^${url}/console/invitation#[\\w-]{43}$`));
    const foreign = { login: 'x', roles: ['partner:admin'] };
    expect((await admin.call('POST', '/auth/people', foreign)).body['errors']).toHaveProperty('roles');
    const path = `/auth/people/${invitee.login}`;
    expect((await admin.confirm('POST', `${path}/reset`, undefined, code())).status).toBe(200);
    const second = await signUp(context, url, { login: `second-${login}`, roles: ['trading:admin'] });
    const { code: secondCode } = await addApp(second, clock);
    const roles = ['trading:operator'];
    await withSecondAdmin(
      () => admin.confirm('PATCH', path, { roles }, code()),
      (confirmation) => second.confirm('POST', confirmation, undefined, secondCode()),
    );
    const people = (await admin.call('GET', '/auth/people')).body as unknown as { login: string }[];
    expect(people.find((person) => person.login === invitee.login)).toMatchObject({ roles });
    expect((await admin.confirm('PATCH', path, { roles: [] }, code())).body).toMatchObject({ roles: [] });
    expect((await admin.call('POST', `/auth/people/${login}/reset`)).status).toBe(422);
    const listed = (await admin.call('GET', '/auth/people')).body as unknown as { login: string }[];
    expect(listed.map((person) => person.login)).toContain(invitee.login);
    expect((await admin.confirm('DELETE', path, undefined, code())).status).toBe(204);
  });

  it('creates clients that belong to them, and cannot give scopes of the other service', async () => {
    const { clock, login, join } = await setUp();
    const admin = await join(['trading:admin']);
    const { code } = await addApp(admin, clock);
    const client = { name: `bot-of-${login}`, scopes: ['venues:view'] };
    const created = await admin.confirm('POST', '/auth/clients', client, code());
    expect(created.body['client']).toMatchObject({
      name: client.name,
      owner: login,
      scopes: ['venues:view'],
    });
    const foreign = { ...client, name: 'y', scopes: ['facts:write'] };
    expect((await admin.call('POST', '/auth/clients', foreign)).body['errors']).toHaveProperty(['scopes.0']);
  });

  it('neither sees nor changes people of another tenant', async () => {
    const { context, login, join } = await setUp();
    const admin = await join(['trading:admin']);
    const other = `other-${login}`;
    await invitePerson(context, { login: other, tenant: 'rival', roles: [] });
    const listed = (await admin.call('GET', '/auth/people')).body as unknown as { login: string }[];
    expect(listed.map((person) => person.login)).not.toContain(other);
    for (const [method, path] of [
      ['DELETE', `/auth/people/${other}`],
      ['POST', `/auth/people/${other}/reset`],
    ] as const) {
      expect((await admin.call(method, path)).status).toBe(404);
    }
  });
});

it('an admin sees and ends the sessions of a person', async () => {
  const { context, url, login, join } = await setUp();
  const person = await join();
  const admin = await signUp(context, url, { login: `admin-of-${login}`, roles: ['trading:admin'] });
  const path = `/auth/people/${login}/sessions`;
  expect((await admin.call('GET', path)).body).toMatchObject([{ service: 'trading', isCurrent: false }]);
  expect((await admin.call('DELETE', path)).status).toBe(204);
  expect((await person.call('GET', '/auth/session')).status).toBe(401);
  expect((await person.call('GET', path)).status).toBe(401);
  expect((await admin.call('GET', '/auth/people/nobody/sessions')).status).toBe(404);
});

/** Sessions of a person at other browsers, beside those that are there. */
async function plantSessions(login: string, count: number): Promise<void> {
  await database.sql`
    insert into session (id, token_hash, credential_id, secret_id, service, method, ip, user_agent, signed_in_at, last_seen_at, expires_at)
    select gen_random_uuid(), uuid_send(gen_random_uuid()), credential_id, secret_id, service, method, ip, user_agent, signed_in_at, last_seen_at, expires_at
    from session, generate_series(1, ${count})
    where ended_at is null and credential_id = (select id from credential where name = ${login})`;
}

const unended = async (login: string) =>
  (
    await ask`select from session where ended_at is null
    and credential_id = (select id from credential where name = ${login})`
  ).length;

it('all sessions of a person end, however many there are', async () => {
  const { context, url, login, join } = await setUp();
  const person = await join();
  await plantSessions(login, 250);
  expect((await person.call('DELETE', '/auth/sessions')).status).toBe(204);
  expect(await unended(login)).toBe(1);
  expect((await person.call('GET', '/auth/session')).status).toBe(200);
  await plantSessions(login, 250);
  const admin = await signUp(context, url, { login: `admin-of-${login}`, roles: ['trading:admin'] });
  expect((await admin.call('DELETE', `/auth/people/${login}/sessions`)).status).toBe(204);
  expect(await unended(login)).toBe(0);
  expect((await admin.call('GET', '/auth/session')).status).toBe(200);
});

it('a session that was ended does not go on after a step-up that had begun before', async () => {
  const { clock, login, join } = await setUp();
  const browser = await join();
  const { code } = await addApp(browser, clock);
  const proof = String((await browser.call('POST', '/payments/p1')).body['proof']);
  await database.sql`update session set ended_at = now()`;
  const confirmed = await browser.call('POST', `/auth/proofs/${proof}`, { code: code() });
  expect([confirmed.status, confirmed.body['code']]).toEqual([401, 'token_expired']);
  expect(await unended(login)).toBe(0);
});

it('an admin sees with what people sign in, and when they last did, also long after the session ended', async () => {
  const { clock, context, url, login, join } = await setUp();
  const browser = await join(['trading:admin']);
  const since = clock.now();
  const listed = async (by: TestBrowser) => {
    const { body } = await by.call('GET', '/auth/people');
    return (body as unknown as { login: string }[]).find((person) => person.login === login);
  };
  expect(await listed(browser)).toMatchObject({ lastSignInAt: since.toISOString(), factors: ['password'] });
  await addApp(browser, clock);
  const lastSignInAt = clock.now();
  await new TestBrowser(url).call('POST', '/auth/sign-in', { login, password: PASSWORD });
  expect(await listed(browser)).toMatchObject({ factors: ['password', 'app'] });

  clock.advance(30 * 24 * HOUR_MS);
  await sweepAuth(context);
  const other = await signUp(context, url, { login: `${login}-2`, roles: ['trading:admin'] });
  const { lastSignInAt: kept } = (await listed(other)) as unknown as { lastSignInAt: string };
  expect(Date.parse(kept)).toBeGreaterThanOrEqual(since.getTime());
  expect(Date.parse(kept)).toBeLessThanOrEqual(lastSignInAt.getTime());
  expect((await browser.call('GET', '/auth/session')).status).toBe(401);
  const sessions = await database.sql`
    select session.id from session join credential on credential.id = credential_id where name = ${login}`;
  expect(sessions).toHaveLength(1);
});

it('a stream ends within two seconds after the person is revoked', async () => {
  const { context, login, join } = await setUp();
  const browser = await join();
  const response = await fetch(`${browser.url}/ticks`, { headers: { cookie: browser.cookie ?? '' } });
  const ended = text(response.body ?? Readable.from([]));
  await revokeCredential(context, { name: login });
  expect(await elapsedMs(ended)).toBeLessThan(2_000);
  expect(await ended).toContain('tick');
});

/** The preferences of the account that is signed in. */
const shown = async (of: TestBrowser) => (await of.call('GET', '/auth/session')).body['preferences'];

describe('language and time zone', () => {
  it('are what the browser asks for and UTC until the person chooses, and then follow them', async () => {
    const { url, login, join } = await setUp();
    const browser = await join();
    expect(await shown(browser)).toEqual({ language: null, timeZone: null });
    const chosen = { language: 'de', timeZone: 'Asia/Kolkata' };
    expect(await browser.call('PUT', '/auth/preferences', chosen)).toMatchObject({
      status: 200,
      body: chosen,
    });
    const other = new TestBrowser(url);
    await other.call('POST', '/auth/sign-in', { login, password: PASSWORD });
    expect(await shown(other)).toEqual(chosen);
    const none = { language: null, timeZone: null };
    expect(await other.call('PUT', '/auth/preferences', none)).toMatchObject({ status: 200, body: none });
    expect(await shown(browser)).toEqual(none);
  });

  it.each([
    [{ language: 'xx', timeZone: null }, 'language'],
    [{ language: 'de', timeZone: 'Europe/Atlantis' }, 'timeZone'],
    [{ language: 'de', timeZone: '' }, 'timeZone'],
    [{ language: 'de' }, 'timeZone'],
    [{ language: 'de', timeZone: null, theme: 'dark' }, 'theme'],
  ])('%j is refused by the name of its field', async (wanted, field) => {
    const { join } = await setUp();
    const browser = await join();
    const { status, body } = await browser.call('PUT', '/auth/preferences', wanted);
    expect(status).toBe(400);
    expect(JSON.stringify(body['errors'])).toContain(field);
    expect(await shown(browser)).toEqual({ language: null, timeZone: null });
  });
});

it('a person who was reset has no password, factor or session until they accept again', async () => {
  const { clock, context, url, login, join } = await setUp();
  const browser = await join();
  await addApp(browser, clock);
  const { token } = await resetPerson(context, { name: login });
  await expect.poll(async () => (await browser.call('GET', '/auth/session')).status).toBe(401);
  const again = new TestBrowser(url);
  expect((await again.call('POST', '/auth/sign-in', { login, password: PASSWORD })).status).toBe(401);
  const password = 'harbor-cactus-mirror-seven';
  expect((await again.call('POST', '/auth/invitations/accept', { token, password })).status).toBe(204);
  expect((await again.call('GET', '/auth/session')).body['secondFactors']).toEqual({
    passkeys: 0,
    app: false,
    recoveryCodes: 0,
  });
});
