import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { revokeCredential } from '../index.ts';
import { addApp, PASSWORD, signUp, TestBrowser } from '../testing/browser.ts';
import { asking, contextOf, createClock, openProcess, serve } from '../testing/fixture.ts';

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const clock = createClock();
const { url } = await serve(await openProcess(database, clock, {}, afterAll), clock, 'trading', afterAll);
const context = contextOf(database, clock);

beforeEach(async () => void (await database.sql`delete from notice_device`));

const devices = async () =>
  (await ask`select name from notice_device order by name`).map(({ name }) => String(name));

const reached = async () =>
  (await ask`select person from notice_reach where channel = 'PUSH'`).map(({ person }) => String(person));

const sessionOf = async (browser: TestBrowser) =>
  ((await browser.call('GET', '/auth/session')).body['session'] as { id: string }).id;

/** Switches messages on in the present session of the browser. */
async function switchOn(browser: TestBrowser, login: string, name: string): Promise<void> {
  await database.sql`
    insert into notice_device (id, tenant, person, secret_id, session_id, service, name, subscription, fingerprint, host, created_at)
    select gen_random_uuid(), tenant, name, secret_id, ${await sessionOf(browser)}, 'trading', ${name}, ''::bytea,
      ${Buffer.from(name)}, 'push.example', now()
    from credential where name = ${login}`;
}

let people = 0;

/** A person who is signed in at two browsers, which both get messages. */
async function withTwo(roles = ['trading:approver']) {
  const login = `ada-${(people += 1)}`;
  const first = await signUp(context, url, { login, roles });
  const second = new TestBrowser(url);
  await second.call('POST', '/auth/sign-in', { login, password: PASSWORD });
  await switchOn(first, login, 'first');
  await switchOn(second, login, 'second');
  return { login, first, second };
}

it('messages to a browser end with all other sessions, also if its own has expired', async () => {
  const { first, second } = await withTwo();
  const expired = await sessionOf(first);
  await database.sql`delete from session where id = ${expired}`;
  expect((await second.call('DELETE', '/auth/sessions')).status).toBe(204);
  expect(await devices()).toEqual(['second']);
});

it('messages to a browser end with its session, when the owner ends that from elsewhere', async () => {
  const { first, second } = await withTwo();
  expect((await second.call('DELETE', `/auth/sessions/${await sessionOf(first)}`)).status).toBe(204);
  expect(await devices()).toEqual(['second']);
});

it('messages to a browser of another person do not end with its session id', async () => {
  const { first } = await withTwo();
  const stranger = await signUp(context, url, { login: `stranger-${people}`, roles: [] });
  expect((await stranger.call('DELETE', `/auth/sessions/${await sessionOf(first)}`)).status).toBe(204);
  expect(await devices()).toEqual(['first', 'second']);
});

it('messages to every browser end when an admin ends the sessions of the person, and those of nobody else', async () => {
  const { login } = await withTwo();
  const admin = await signUp(context, url, { login: `admin-of-${login}`, roles: ['trading:admin'] });
  await switchOn(admin, `admin-of-${login}`, 'of the admin');
  expect((await admin.call('DELETE', `/auth/people/${login}/sessions`)).status).toBe(204);
  expect(await devices()).toEqual(['of the admin']);
});

it('messages to a browser do not end when nobody is there', async () => {
  const { first } = await withTwo();
  expect((await first.call('DELETE', '/auth/session')).status).toBe(204);
  expect(await devices()).toEqual(['first', 'second']);
});

it('messages to a browser follow its session, which goes on under another id after a step-up', async () => {
  const { login, first } = await withTwo(['trading:admin']);
  const { code } = await addApp(first, clock);
  const other = `other-of-${login}`;
  await signUp(context, url, { login: other, roles: ['trading:viewer'] });
  const before = await sessionOf(first);
  await first.confirm('DELETE', `/auth/people/${other}`, undefined, code());
  const after = await sessionOf(first);
  expect(after).not.toBe(before);
  expect(await ask`select session_id from notice_device where name = 'first'`).toEqual([
    { session_id: after },
  ]);
});

it('messages to every browser end with the password and with the access', async () => {
  const { login, first } = await withTwo();
  expect(await reached()).toEqual([login, login]);
  const change = { current: PASSWORD, new: 'harbor-cactus-mirror-seven' };
  expect((await first.call('POST', '/auth/password', change)).status).toBe(204);
  expect(await reached()).toEqual([]);
  await database.sql`delete from notice_device`;
  const { login: other } = await withTwo();
  expect(await reached()).toEqual([other, other]);
  await revokeCredential(context, { name: other });
  expect(await reached()).toEqual([]);
});
