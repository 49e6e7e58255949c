import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../../kernel/index.ts';
import { inject } from '../../../testing/inject.ts';
import { createClock } from '../../auth/testing/fixture.ts';
import { openSender } from '../../webhooks/index.ts';
import { frame } from '../../http/testing/app.ts';
import { notify } from '../notify.ts';
import { contextOf, openFixture, optionsFor, workOff } from '../testing/fixture.ts';
import { openMailServer } from '../testing/mail-server.ts';
import { CHAT_PARTS, THING } from '../testing/thing.ts';
import { confirmNotice, noticeEndpoints } from './index.ts';

const { database, sql, people, personOf, reset } = await openFixture();
const server = await openMailServer();
const clock = createClock();
const kinds = [THING, confirmNotice];
const options = optionsFor(server.port, { kinds });

/** `admin` has no session; everybody else is a person with one. */
function authenticate(authorization = ''): Actor {
  const id = authorization.replace('Bearer ', '');
  if (id === 'admin') return { kind: 'client', id, tenant: 'acme', scopes: new Set(['admin']) };
  return personOf(id);
}

const notices = {
  service: 'trading',
  kinds,
  grantOf: (scope: string) => scope,
  isMailConfigured: true,
  chat: CHAT_PARTS,
  push: CHAT_PARTS,
};
const app = frame(noticeEndpoints(notices), {
  db: database.db,
  clock,
  authenticate,
});
afterAll(() => app.close());

interface Body {
  readonly email: { address: string; confirmedAt: string | null; disabledAt: string | null } | null;
  readonly chat: object | null;
  readonly devices: { id: string; name: string }[];
  readonly quietHours: object | null;
  readonly kinds: { kind: string; isOn: boolean; isCompulsory: boolean; isYours: boolean }[];
  readonly errors: Record<string, string[]>;
  readonly code: string;
  readonly content: Record<string, unknown>[];
}

async function send(who: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await inject(app, {
    method,
    url: `/notices/${path}`,
    headers: { authorization: `Bearer ${who}` },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body };
}

const work = () => workOff(database, contextOf(database, clock), options);

const tokens = () =>
  server.accepted.map(({ email }) => /console\/address#([\w-]{43})/.exec(email.text ?? '')?.[1] ?? '');

beforeEach(async () => {
  await reset();
  server.accepted.length = 0;
  await people('ada', 'grace');
  await sql`delete from notice_address`;
});

describe('an address', () => {
  test('is used once the person has opened the link that was sent to it', async () => {
    await send('ada', 'PUT', 'email', { address: 'ada@home.example' });
    await work();
    expect(server.accepted.map(({ to, email }) => [to, email.subject])).toEqual([
      ['ada@home.example', 'Confirm your address'],
    ]);
    await notify(contextOf(database, clock), options, { kind: THING.name, subject: 'a', service: 'trading' });
    expect(await sql`select from notice_delivery where state = 'WAITING'`).toEqual([]);

    const [token = ''] = tokens();
    const { status, body } = await send('ada', 'POST', 'email/confirm', { token });
    expect([status, body.email]).toMatchObject([
      200,
      { address: 'ada@home.example', confirmedAt: clock.now().toISOString(), disabledAt: null },
    ]);
    await notify(contextOf(database, clock), options, { kind: THING.name, subject: 'b', service: 'trading' });
    await work();
    expect(server.accepted.at(-1)).toMatchObject({
      to: 'ada@home.example',
      email: { subject: 'A thing waits' },
    });
    clock.advance(60_000);
    const again = await send('ada', 'POST', 'email/confirm', { token });
    expect([again.status, again.body.email]).toEqual([200, body.email]);
    const wrong = await send('ada', 'POST', 'email/confirm', { token: 'k'.repeat(43) });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['token']]);
  });

  test.each([
    ['of another person', 'grace', 0],
    ['after a day', 'ada', 24 * 3_600_000],
  ])('is not confirmed by a link %s', async (_what, who, passedMs) => {
    await send('ada', 'PUT', 'email', { address: 'ada@home.example' });
    await work();
    clock.advance(passedMs);
    const [token = ''] = tokens();
    expect((await send(who, 'POST', 'email/confirm', { token })).status).toBe(400);
    expect((await send('ada', 'GET', 'settings')).body.email?.confirmedAt).toBeNull();
  });

  test('is not confirmed by the link to the one before it', async () => {
    await send('ada', 'PUT', 'email', { address: 'old@home.example' });
    await work();
    const refused = await send('ada', 'PUT', 'email', { address: 'new@home.example' });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    clock.advance(60_000);
    await send('ada', 'PUT', 'email', { address: 'new@home.example' });
    const [token = ''] = tokens();
    expect((await send('ada', 'POST', 'email/confirm', { token })).status).toBe(400);
  });

  test('gets one link, although the request is repeated', async () => {
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect((await send('ada', 'PUT', 'email', { address: 'ada@home.example' })).status).toBe(200);
    }
    await work();
    expect(server.accepted).toHaveLength(1);
  });

  test('gets nothing after its removal, which is no way to send links faster', async () => {
    await send('ada', 'PUT', 'email', { address: 'ada@home.example' });
    expect((await send('ada', 'DELETE', 'email')).status).toBe(204);
    await work();
    expect([server.accepted, (await send('ada', 'GET', 'settings')).body.email]).toEqual([[], null]);
    expect((await send('ada', 'PUT', 'email', { address: 'b@home.example' })).status).toBe(409);
    expect((await send('grace', 'DELETE', 'email')).status).toBe(404);
  });

  test.each([
    'ada',
    'a b@home.example',
    'ada@home',
    '<ada@home.example>',
    'ada@home.example\r\nBcc: x@y.example',
  ])('is refused by name if it is none: %j', async (address) => {
    const { status, body } = await send('ada', 'PUT', 'email', { address });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['address']]);
  });
});

describe('settings', () => {
  test('say what is on, and what an admin has made compulsory', async () => {
    const quietHours = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
    const chosen = await send('ada', 'PUT', 'settings', { off: ['thing.waits'], quietHours });
    expect(chosen.body).toMatchObject({ quietHours, kinds: [{ kind: 'thing.waits', isOn: false }] });
    expect(await send('admin', 'PUT', 'compulsory', { kinds: ['thing.waits'] })).toMatchObject({
      status: 200,
      body: { kinds: ['thing.waits'] },
    });
    expect((await send('ada', 'GET', 'settings')).body.kinds).toMatchObject([
      { kind: 'thing.waits', isOn: true, isCompulsory: true },
    ]);
    await send('admin', 'PUT', 'compulsory', { kinds: [] });
    expect((await send('ada', 'GET', 'settings')).body.kinds).toMatchObject([{ isOn: false }]);
  });

  test('keep what was chosen at the other service', async () => {
    await sql`insert into notice_preference (person, muted) values ('ada', array['partner.thing'])`;
    await send('ada', 'PUT', 'settings', { off: ['thing.waits'], quietHours: null });
    expect(await sql`select muted from notice_preference`).toEqual([
      { muted: ['partner.thing', 'thing.waits'] },
    ]);
  });

  test('keep each kind once, however often it is switched off', async () => {
    const hidden = { ...THING, name: 'thing.hidden', grants: ['votes'] } as const;
    const desk = frame(noticeEndpoints({ ...notices, kinds: [THING, hidden] }), {
      db: database.db,
      clock,
      authenticate,
    });
    onTestFinished(() => desk.close());
    const payload = { off: ['thing.waits', 'thing.hidden'], quietHours: null };
    const headers = { authorization: 'Bearer ada' };
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const answer = await inject(desk, { method: 'PUT', url: '/notices/settings', headers, payload });
      expect(answer.statusCode).toBe(200);
    }
    const [{ muted }] = await sql<[{ muted: string[] }]>`select muted from notice_preference`;
    expect(muted.toSorted()).toEqual(['thing.hidden', 'thing.waits']);
  });

  const QUIET = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
  test.each([
    ['a kind that is none', { off: ['weather'], quietHours: null }, 'off.0'],
    ['a kind twice', { off: ['thing.waits', 'thing.waits'], quietHours: null }, 'off'],
    ['a kind that cannot be switched off', { off: ['address.confirm'], quietHours: null }, 'off.0'],
    ['a time that is none', { off: [], quietHours: { ...QUIET, from: '24:00' } }, 'quietHours.from'],
    ['no time at all', { off: [], quietHours: { ...QUIET, until: '22:00' } }, 'quietHours.until'],
    ['an unknown time zone', { off: [], quietHours: { ...QUIET, timeZone: 'Moon' } }, 'quietHours.timeZone'],
  ])('refuse %s by name', async (_what, choice, field) => {
    const { status, body } = await send('ada', 'PUT', 'settings', choice);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  test('are for people with a session, and those of all for admins', async () => {
    expect((await send('admin', 'GET', 'settings')).status).toBe(403);
    expect((await send('ada', 'PUT', 'compulsory', { kinds: [] })).status).toBe(403);
    expect((await send('ada', 'GET', 'deliveries')).status).toBe(403);
  });
});

describe('a chat', () => {
  const HOOK = { format: 'slack', url: 'http://127.0.0.1:9/T0/secret' } as const;

  test('is kept with its URL encrypted, which nothing shows, and forgotten when it is removed', async () => {
    const { status, body } = await send('ada', 'PUT', 'chat', HOOK);
    expect([status, body.chat]).toMatchObject([
      200,
      { format: 'slack', host: '127.0.0.1:9', failingSince: null },
    ]);
    const kept = await sql`select notice_chat::text as row, encode(url, 'escape') as url from notice_chat`;
    const audited = await sql`select details::text from audit_log where action = 'notice.save-chat'`;
    expect(audited).not.toEqual([]);
    expect(JSON.stringify([body, kept, audited])).not.toContain('secret');
    expect((await send('ada', 'DELETE', 'chat')).status).toBe(204);
    expect([await sql`select from notice_chat`, (await send('ada', 'GET', 'settings')).body.chat]).toEqual([
      [],
      null,
    ]);
    expect((await send('ada', 'DELETE', 'chat')).status).toBe(404);
  });

  test('that is saved several times at once is saved, and there is one', async () => {
    const urls = Array.from({ length: 6 }, (_, n) => `http://127.0.0.1:9/T${n}`);
    const answers = await Promise.all(urls.map((url) => send('ada', 'PUT', 'chat', { ...HOOK, url })));
    expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
    expect(await sql`select person from notice_chat`).toEqual([{ person: 'ada' }]);
  });

  test.each([
    ['no URL', { ...HOOK, url: 'treasury' }, 400, 'url'],
    ['a password in the URL', { ...HOOK, url: 'https://a:b@hooks.example' }, 400, 'url'],
    ['a file', { ...HOOK, url: 'file:///etc/passwd' }, 400, 'url'],
    ['a bot without a chat', { ...HOOK, format: 'telegram' }, 400, 'recipient'],
    ['a chat without a bot', { ...HOOK, recipient: '7' }, 400, 'recipient'],
  ])('is refused by name: %s', async (_what, chat, wanted, field) => {
    const { status, body } = await send('ada', 'PUT', 'chat', chat);
    expect([status, Object.keys(body.errors)]).toEqual([wanted, [field]]);
  });

  test('of the own network is refused, of a person and of a room', async () => {
    const strict = frame(
      noticeEndpoints({
        ...notices,
        chat: { ...CHAT_PARTS, sender: openSender({ allowPrivateAddresses: false }) },
        push: { ...CHAT_PARTS, sender: openSender({ allowPrivateAddresses: false }) },
      }),
      { db: database.db, clock, authenticate },
    );
    onTestFinished(() => strict.close());
    for (const [who, method, url, body] of [
      ['ada', 'PUT', '/notices/chat', HOOK],
      ['admin', 'POST', '/notices/rooms', { ...HOOK, ...ROOM }],
    ] as const) {
      const headers = { authorization: `Bearer ${who}` };
      const answer = await inject(strict, { method, url, headers, payload: body });
      expect([answer.statusCode, Object.keys(answer.json<Body>().errors)]).toEqual([422, ['url']]);
    }
    expect(await sql`select from notice_chat`).toEqual([]);
  });

  const ROOM = { name: 'treasury', kinds: ['thing.waits'], detail: 'short', language: 'en' } as const;

  test('that several people read is for admins, of the own service', async () => {
    expect((await send('ada', 'POST', 'rooms', { ...HOOK, ...ROOM })).status).toBe(403);
    expect((await send('ada', 'GET', 'rooms')).status).toBe(403);
    const made = await send('admin', 'POST', 'rooms', { ...HOOK, ...ROOM });
    expect([made.status, JSON.stringify(made.body).includes('secret')]).toEqual([201, false]);
    expect((await send('admin', 'POST', 'rooms', { ...HOOK, ...ROOM })).status).toBe(409);
    expect((await send('admin', 'GET', 'rooms')).body).toMatchObject([ROOM]);
    const wrong = await send('admin', 'POST', 'rooms', { ...HOOK, ...ROOM, kinds: ['address.confirm'] });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['kinds.0']]);
    const [{ id }] = (await sql`select id from notice_chat`) as unknown as [{ id: string }];
    await sql`update notice_chat set service = 'partner'`;
    expect((await send('admin', 'DELETE', `rooms/${id}`)).status).toBe(404);
    await sql`update notice_chat set service = 'trading', tenant = 'other'`;
    expect((await send('admin', 'DELETE', `rooms/${id}`)).status).toBe(404);
    expect((await send('admin', 'GET', 'rooms')).body).toEqual([]);
    await sql`update notice_chat set tenant = 'acme'`;
    expect((await send('admin', 'DELETE', `rooms/${id}`)).status).toBe(204);
  });
});

const aDevice = (id: string) => ({
  name: 'phone',
  endpoint: `https://push.example/${id}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
});

describe('a device', () => {
  const sender = openSender({
    allowPrivateAddresses: false,
    resolve: async (host) => [{ address: host === 'push.example' ? '8.8.8.8' : '10.0.0.7', family: 4 }],
  });
  const strict = frame(noticeEndpoints({ ...notices, push: { ...CHAT_PARTS, sender } }), {
    db: database.db,
    clock,
    authenticate,
  });
  afterAll(() => strict.close());

  async function ask(who: string, method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const headers = { authorization: `Bearer ${who}` };
    const answer = await inject(strict, {
      method,
      url: `/notices/${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body };
  }

  test('is listed without its address until its owner removes it, and nobody else can', async () => {
    const { status, body } = await ask('ada', 'PUT', 'devices', aDevice('hidden-path'));
    expect([status, JSON.stringify(body).includes('hidden-path')]).toEqual([200, false]);
    expect(body.devices).toMatchObject([{ name: 'phone', host: 'push.example', lastSentAt: null }]);
    const again = await ask('ada', 'PUT', 'devices', { ...aDevice('hidden-path'), name: 'my phone' });
    const id = body.devices[0]?.id ?? '';
    expect(again.body.devices).toMatchObject([{ id, name: 'my phone' }]);
    expect((await ask('grace', 'GET', 'settings')).body.devices).toEqual([]);
    expect((await ask('grace', 'DELETE', `devices/${id}`)).status).toBe(404);
    expect((await ask('ada', 'DELETE', `devices/${id}`)).status).toBe(204);
    expect((await ask('ada', 'GET', 'settings')).body.devices).toEqual([]);
    const [{ kept }] = await sql<
      [{ kept: string }]
    >`select string_agg(log::text, ' ') as kept from audit_log log`;
    expect([kept.includes('push.example'), kept.includes('hidden-path')]).toEqual([true, false]);
  });

  test.each([
    ['of this machine', { endpoint: 'https://127.0.0.1/push' }, 422, 'endpoint'],
    ['of the own network', { endpoint: 'https://192.168.1.9/push' }, 422, 'endpoint'],
    ['by a name of the own network', { endpoint: 'https://inside.example/push' }, 422, 'endpoint'],
    ['without encryption', { endpoint: 'http://push.example/1' }, 400, 'endpoint'],
    ['with a password', { endpoint: 'https://a:b@push.example/1' }, 400, 'endpoint'],
    ['that is no URL', { endpoint: 'push' }, 400, 'endpoint'],
    ['with a key that is none', { p256dh: 'BCVx' }, 400, 'p256dh'],
    ['with a short secret', { auth: 'BTBZ' }, 400, 'p256dh'],
  ])('%s is refused by name', async (_what, own, wanted, field) => {
    const { status, body } = await ask('ada', 'PUT', 'devices', { ...aDevice('x'), ...own });
    expect([status, Object.keys(body.errors)]).toEqual([wanted, [field]]);
    expect(await sql`select from notice_device`).toEqual([]);
  });

  test.each([
    ['has ended', () => sql`update session set ended_at = now()`],
    ['had another password', () => sql`update credential set secret_id = gen_random_uuid()`],
  ])('is not added by a request whose session %s since it began', async (_how, end) => {
    await end();
    const { status, body } = await ask('ada', 'PUT', 'devices', aDevice('x'));
    expect([status, body.code]).toEqual([401, 'token_expired']);
    expect(await sql`select from notice_device`).toEqual([]);
  });

  test('is for people with a session, who can have ten', async () => {
    expect((await ask('admin', 'PUT', 'devices', aDevice('x'))).status).toBe(403);
    const statuses = [];
    for (let n = 1; n <= 11; n += 1)
      statuses.push((await ask('ada', 'PUT', 'devices', aDevice(`${n}`))).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 422]);
    expect((await ask('ada', 'PUT', 'devices', aDevice('10'))).status).toBe(200);
  });
});

test('deliveries are listed with their outcome, of the own tenant and service', async () => {
  await sql`insert into notice_address (person, channel, address, request_id, requested_at, confirmed_at)
    values ('ada', 'EMAIL', 'ada@home.example', gen_random_uuid(), now(), now())`;
  const context = contextOf(database, clock);
  const other = { ...context, actor: { ...context.actor, tenant: 'other' } };
  await notify(context, options, { kind: THING.name, subject: 'a', service: 'trading' });
  await notify(context, options, { kind: THING.name, subject: 'b', service: 'partner' });
  await notify(other, options, { kind: THING.name, subject: 'c', service: 'trading' });
  await work();
  const { content } = (await send('admin', 'GET', 'deliveries?state=SENT')).body;
  expect(content).toMatchObject([
    { kind: 'thing.waits', subject: 'a', person: 'ada', channel: 'EMAIL', attempts: 1, dueAt: null },
  ]);
  expect(content[0]?.['outcome']).toMatch(/^250 /);
  expect((await send('admin', 'GET', 'deliveries?state=FAILED')).body.content).toEqual([]);
});

const grantOf = (scope: string) => `desk:${scope}`;

describe('a person sees the kinds that this person can ever get', () => {
  const granted = { ...THING, name: 'thing.granted', grants: ['desk:votes'] } as const;
  const own = { ...granted, name: 'thing.own', isOfPartners: true } as const;
  const ofPartner = { scopes: new Set(['votes']), partnerUid: 'P1' };
  test.each([
    ['nobody in particular', { scopes: new Set<string>() }, ['thing.waits'], ['thing.waits']],
    ['who holds the grant', { scopes: new Set(['votes']) }, ['thing.waits', 'thing.granted'], undefined],
    ['of a partner', ofPartner, ['thing.waits', 'thing.granted', 'thing.own'], undefined],
    [
      'an admin, who decides about the others too',
      { scopes: new Set(['admin']) },
      ['thing.waits'],
      ['thing.waits', 'thing.granted', 'thing.own'],
    ],
  ])('%s', async (_who, actor, yours, shown = yours) => {
    const desk = frame(noticeEndpoints({ ...notices, kinds: [THING, granted, own], grantOf }), {
      db: database.db,
      clock,
      authenticate: () => ({ ...authenticate('Bearer ada'), ...actor }),
    });
    onTestFinished(() => desk.close());
    const answer = await inject(desk, { method: 'GET', url: '/notices/settings' });
    const { kinds: found } = answer.json() as Body;
    expect(found.map(({ kind }) => kind)).toEqual(shown);
    expect(found.filter(({ isYours }) => isYours).map(({ kind }) => kind)).toEqual(yours);
  });
});
