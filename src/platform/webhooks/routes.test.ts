import { Type } from 'typebox';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { frame } from '../http/testing/app.ts';
import { openSender } from './index.ts';
import { defineEvent } from '../events/index.ts';
import { actorOf, openFixture, WEBHOOKS } from './testing/fixture.ts';
import { openReceiver } from './testing/receiver.ts';
import { webhookEndpoints } from './index.ts';
import { inject } from '../../testing/inject.ts';

const { database, sql, deliver, settled } = await openFixture();
const receiver = await openReceiver();
const EVENTS = ['withdrawal.created', 'export.failed'];
const SCOPES = ['venue-transfer:view', 'exports:view'] as const;
const definitions = EVENTS.map((type, index) =>
  defineEvent({
    type,
    summary: 'It happened.',
    scope: SCOPES[index] ?? 'exports:view',
    payload: Type.Object({}),
  }),
);

interface Body {
  id: string;
  secret?: string;
  code: string;
  errors: Record<string, string[]>;
  content: Record<string, unknown>[];
  etag: string;
  paused: boolean;
  totalElements: number;
  nextCursor: string | null;
}

function serve(sender = WEBHOOKS.sender, service = 'trading') {
  const app = frame(webhookEndpoints({ ...WEBHOOKS, sender }, definitions), {
    service,
    db: database.db,
    authenticate: (authorization = '') => {
      const actor = actorOf(authorization === 'Bearer stranger' ? 'other' : 'acme');
      if (authorization === 'Bearer viewer') return { ...actor, scopes: new Set(['exports:view']) };
      const readable = authorization === 'Bearer editor' ? ['exports:view'] : SCOPES;
      return { ...actor, scopes: new Set([...actor.scopes, ...readable]) };
    },
  });
  afterAll(() => app.close());
  return async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    actor = 'desk',
    headers = {},
  ) => {
    const answer = await inject(app, {
      method,
      url: `/notification/v1/destinations${path}`,
      headers: { authorization: `Bearer ${actor}`, ...headers },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body };
  };
}

const send = serve();
const create = () => send('POST', '', { url: receiver.url, events: EVENTS });

beforeEach(() => sql`truncate webhook_destination, webhook_event, webhook_delivery, outbox`);

test('a creation or rotation with an Idempotency-Key happens once, and its secret is not stored for a repeat', async () => {
  const body = { url: receiver.url, events: EVENTS };
  const createKeyed = () => send('POST', '', body, 'desk', { 'idempotency-key': 'c1' });
  const created = await createKeyed();
  expect(created.status).toBe(201);
  const refusal = { status: 409, body: { code: 'secret_shown_once', subject: created.body.id } };
  expect(await createKeyed()).toMatchObject(refusal);
  const rotate = () =>
    send('POST', `/${created.body.id}/rotate`, undefined, 'desk', { 'idempotency-key': 'r1' });
  expect((await rotate()).body.secret).toMatch(/^whsec_/);
  expect(await rotate()).toMatchObject(refusal);
  expect((await send('GET', '')).body).toHaveLength(1);
  expect(await sql`select answer from idempotency_claim`).toEqual([{ answer: null }, { answer: null }]);
});

const SOME_ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';

test('a destination is made, shown, listed and removed; its secret is shown only once', async () => {
  const { status, body } = await create();
  expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_[\w+/]{43}=$/)]);
  const { secret: _secret, ...shown } = body;
  expect(shown).toMatchObject({
    url: receiver.url,
    events: EVENTS,
    paused: false,
    previousSecretUntil: null,
  });
  expect((await send('GET', `/${body.id}`)).body).toEqual(shown);
  expect((await send('GET', '')).body).toEqual([shown]);
  expect((await send('DELETE', `/${body.id}`)).status).toBe(204);
  expect((await send('GET', '')).body).toEqual([]);
  const audit =
    await sql`select action, details::text from audit_log where subject_id = ${body.id} order by id`;
  expect(audit.map(({ action }) => action as string)).toEqual(['webhook.create', 'webhook.remove']);
  expect(JSON.stringify(audit)).not.toContain('whsec');
});

test.each([
  ['no address', { url: undefined }, 400, 'url'],
  ['an address that is none', { url: 'desk' }, 400, 'url'],
  ['a scheme that is not of the web', { url: 'ftp://desk.example/' }, 400, 'url'],
  ['a character that no address holds', { url: `${receiver.url}\u0000` }, 400, 'url'],
  ['a line break in the address', { url: `${receiver.url}\r\n` }, 400, 'url'],
  ['a password in the address', { url: 'https://a:b@desk.example/' }, 400, 'url'],
  ['no events', { events: [] }, 400, 'events'],
  ['an unknown event', { events: ['weather.changed'] }, 400, 'events.0'],
  ['an unknown member', { secret: 'mine' }, 400, 'secret'],
])('%s is refused by name', async (_what, change, status, field) => {
  const answer = await send('POST', '', { url: receiver.url, events: EVENTS, ...change });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]]);
});

test('a destination for events needs the scope that reads what they carry', async () => {
  const refused = await send('POST', '', { url: receiver.url, events: EVENTS }, 'editor');
  expect([refused.status, refused.body]).toMatchObject([
    403,
    {
      code: 'forbidden',
      detail: 'Events of the type withdrawal.created need the scope venue-transfer:view.',
    },
  ]);
  expect((await send('GET', '')).body).toEqual([]);
  const allowed = await send('POST', '', { url: receiver.url, events: ['export.failed'] }, 'editor');
  expect(allowed.status).toBe(201);
});

test('an address of this machine is refused unless the operator allows it', async () => {
  const guarded = serve(openSender({ allowPrivateAddresses: false }));
  for (const url of [receiver.url, 'http://[::1]:80/', 'http://localhost/', 'http://169.254.169.254/']) {
    const { status, body } = await guarded('POST', '', { url, events: EVENTS });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'unprocessable', ['url']]);
  }
});

test('there is a bound on how many there are', async () => {
  const { body } = await create();
  await sql`insert into webhook_destination
    select gen_random_uuid(), tenant, url, events, secret, null, null, created_by, created_at
    from webhook_destination, generate_series(1, 49) where id = ${body.id}`;
  expect((await create()).status).toBe(422);
});

describe('nobody reaches what is not theirs', () => {
  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['GET', '/history'],
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['POST', `/deliveries/${SOME_ID}/retry`],
  ] as const)('%s …/{id}%s', async (method, path) => {
    const { body } = await create();
    expect((await send(method, `/${body.id}${path}`, undefined, 'stranger')).status).toBe(404);
    expect((await send(method, `/${body.id}${path}`, undefined, 'viewer')).status).toBe(403);
  });
});

test('a service neither sees nor changes nor counts the destinations of the other', async () => {
  const other = serve(WEBHOOKS.sender, 'partner');
  const { body } = await create();
  const { body: theirs } = await other('POST', '', { url: receiver.url, events: EVENTS });
  const ids = async (call: typeof send) =>
    ((await call('GET', '')).body as unknown as Body[]).map(({ id }) => id);
  expect([await ids(send), await ids(other)]).toEqual([[body.id], [theirs.id]]);
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['GET', '/history'],
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['POST', `/deliveries/${SOME_ID}/retry`],
  ] as const) {
    const change = method === 'PATCH' ? { paused: true } : undefined;
    expect((await other(method, `/${body.id}${path}`, change)).status).toBe(404);
  }
  await sql`insert into webhook_destination (id, tenant, url, events, secret, created_by, created_at)
    select gen_random_uuid(), tenant, url, events, secret, created_by, created_at
    from webhook_destination, generate_series(1, 49) where id = ${body.id}`;
  expect((await create()).status).toBe(422);
  expect((await other('POST', '', { url: receiver.url, events: EVENTS })).status).toBe(201);
});

test('a test call is sent at once, signed, and answered with what came of it', async () => {
  const { body } = await create();
  expect((await send('POST', `/${body.id}/test`)).body).toEqual({
    delivered: true,
    status: 204,
    error: null,
  });
  const last = receiver.received.at(-1);
  expect(last?.message.type).toBe('webhook.test');
  expect(() =>
    new Webhook(body.secret ?? '').verify(last?.body ?? '', last?.headers as Record<string, string>),
  ).not.toThrow();
  const gone = await send('POST', '', { url: 'http://127.0.0.1:1/', events: EVENTS });
  expect((await send('POST', `/${gone.body.id}/test`)).body).toMatchObject({
    delivered: false,
    status: null,
  });
});

test('a rotation shows the new secret and how long the old one still signs', async () => {
  const { body } = await create();
  const rotated = await send('POST', `/${body.id}/rotate`);
  expect(rotated.status).toBe(200);
  expect(rotated.body.secret).not.toBe(body.secret);
  expect(rotated.body).toMatchObject({ previousSecretUntil: expect.any(String) as string });
});

test('deliveries are listed with what came of them', async () => {
  const { body } = await create();
  await sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
    values ('acme', 'export.failed', 'export', '7', '{}', now())`;
  deliver();
  await settled();
  const { body: page } = await send('GET', `/${body.id}/deliveries?state=DELIVERED`);
  expect(page).toMatchObject({
    totalElements: 1,
    content: [
      {
        type: 'export.failed',
        resource: 'export:7',
        state: 'DELIVERED',
        attempts: 1,
        nextAttemptAt: null,
        lastStatus: 204,
        lastError: null,
      },
    ],
  });
  expect((await send('GET', `/${body.id}/deliveries?state=PARKED`)).body.totalElements).toBe(0);
  const ofType = async (type: string) => {
    const { body: found } = await send('GET', `/${body.id}/deliveries?type=${type}`);
    return [found.totalElements, found.content.length];
  };
  expect(await ofType('export.failed')).toEqual([1, 1]);
  expect(await ofType('export.completed')).toEqual([0, 0]);
});

/** Stores deliveries of events of this time, each with its state and attempts. */
async function happened(id: string, at: Date, states: readonly (readonly [string, number])[]) {
  for (const [state, attempts] of states) {
    await sql`with event as (
        insert into webhook_event (id, type, payload, created_at)
        select coalesce(max(id), 7000) + 1, 'export.failed', '{}', ${at} from webhook_event returning id
      )
      insert into webhook_delivery (destination_id, event_id, resource, state, attempts)
      select ${id}, id, 'export:' || id, ${state}, ${attempts} from event`;
  }
}

describe('the history of a destination', () => {
  interface Slot {
    readonly from: string;
    readonly delivered: number;
    readonly pending: number;
    readonly parked: number;
    readonly failedAttempts: number;
  }
  const historyOf = async (id: string, query = '') =>
    (await send('GET', `/${id}/history${query}`)).body as unknown as Slot[];

  test('counts by day and by hour what was received, waits and was given up, and the attempts that failed', async () => {
    const [{ body }, { body: other }] = [await create(), await create()];
    const dayMs = 86_400_000;
    const threeDaysAgo = new Date(Date.now() - 3 * dayMs);
    const today = new Date();
    await happened(body.id, threeDaysAgo, [
      ['DELIVERED', 1],
      ['DELIVERED', 4],
      ['PARKED', 100],
    ]);
    await happened(body.id, today, [['PENDING', 2]]);
    await happened(body.id, new Date(Date.now() - 40 * dayMs), [['PARKED', 100]]);
    await happened(other.id, today, [['PARKED', 100]]);

    const days = await historyOf(body.id);
    expect(days).toHaveLength(30);
    expect(days.map(({ from }) => from)).toEqual(days.map(({ from }) => from).toSorted());
    const on = (at: Date) =>
      days.find(({ from }) => from === `${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
    expect(on(threeDaysAgo)).toMatchObject({ delivered: 2, pending: 0, parked: 1, failedAttempts: 103 });
    expect(on(today)).toMatchObject({ delivered: 0, pending: 1, parked: 0, failedAttempts: 2 });
    expect(days.filter(({ delivered, pending, parked }) => delivered + pending + parked > 0)).toHaveLength(2);

    const hours = await historyOf(body.id, '?by=hour');
    expect(hours).toHaveLength(48);
    const shown = hours.filter(({ failedAttempts }) => failedAttempts > 0);
    expect(shown).toEqual([
      {
        from: `${today.toISOString().slice(0, 13)}:00:00.000Z`,
        delivered: 0,
        pending: 1,
        parked: 0,
        failedAttempts: 2,
      },
    ]);
  });

  test('is all zeros before the first event', async () => {
    const { body } = await create();
    const sums = (await historyOf(body.id)).map(
      ({ delivered, pending, parked, failedAttempts }) => delivered + pending + parked + failedAttempts,
    );
    expect(sums).toEqual(Array.from({ length: 30 }, () => 0));
  });

  test('refuses another unit by name', async () => {
    const { body } = await create();
    const refused = await send('GET', `/${body.id}/history?by=week`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['by']]);
  });
});

test('a cursor leads to every parked delivery once, though others are sent meanwhile', async () => {
  const { body } = await create();
  await sql`with event as (
      insert into webhook_event (id, type, payload, created_at)
      select 9000 + n, 'export.failed', '{}', now() from generate_series(1, 5) n returning id
    )
    insert into webhook_delivery (destination_id, event_id, resource, state, attempts)
    select ${body.id}, id, 'export:' || id, 'PARKED', 9 from event`;
  const seen: string[] = [];
  for (let cursor: string | null = '*'; cursor !== null;) {
    const path = `/${body.id}/deliveries?state=PARKED&pageSize=2&cursor=${cursor}`;
    const { body: page } = await send('GET', path);
    expect(page.totalElements).toBe(5);
    seen.push(...page.content.map(({ resource }) => String(resource)));
    // What has been read leaves the filter: by page numbers the rest would move up and two would be missed.
    await sql`update webhook_delivery set state = 'DELIVERED' where resource = any(${seen})`;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([9005, 9004, 9003, 9002, 9001].map((id) => `export:${id}`));
});

test('what was given up or delivered is sent again whenever somebody asks for it, and that is audited', async () => {
  const [{ body }, { body: other }] = [await create(), await create()];
  await sql`insert into webhook_event (id, type, payload, created_at) values (1, 'export.failed', '{}', now())`;
  await sql`insert into webhook_delivery (destination_id, event_id, resource, state, attempts, last_status, last_error)
    values (${body.id}, 1, 'export:7', 'PARKED', 100, 500, 'answered 500')`;
  const [parked] = (await send('GET', `/${body.id}/deliveries?state=PARKED`)).body.content;
  const path = `/${body.id}/deliveries/${String(parked?.['messageId'])}/retry`;

  const refused = async (at: string, actor?: string) => {
    const answer = await send('POST', at, undefined, actor);
    return [answer.status, answer.body.code];
  };
  expect(await refused(path, 'stranger')).toEqual([404, 'not_found']);
  expect(await refused(path, 'viewer')).toEqual([403, 'forbidden']);
  expect(await refused(path.replace(body.id, other.id))).toEqual([404, 'not_found']);
  expect(await refused(`/${body.id}/deliveries/${SOME_ID}/retry`)).toEqual([404, 'not_found']);
  expect(await refused(`/${body.id}/deliveries/7/retry`)).toEqual([400, 'validation_failed']);

  const retried = await send('POST', path);
  expect([retried.status, retried.body]).toEqual([
    202,
    { ...parked, state: 'PENDING', attempts: 0, nextAttemptAt: expect.any(String) as string },
  ]);
  // It is due already, so that it is sent once.
  expect((await send('POST', path)).status).toBe(202);
  const before = receiver.received.length;
  const arrived = () => receiver.received.slice(before).map(({ id }) => id);
  deliver();
  await settled();
  expect(arrived()).toEqual([parked?.['messageId']]);
  expect((await send('POST', path)).body).toMatchObject({ state: 'PENDING', attempts: 0 });
  deliver();
  await settled();
  expect(arrived()).toEqual([parked?.['messageId'], parked?.['messageId']]);

  await sql`update webhook_delivery set state = 'PENDING', attempts = 3, due_at = now() + interval '10 minutes'
    where destination_id = ${body.id}`;
  expect((await send('POST', path)).body).toMatchObject({ state: 'PENDING', attempts: 3 });
  deliver();
  await settled();
  expect(arrived()).toHaveLength(3);
  await sql`update webhook_delivery set state = 'PENDING', due_at = null where destination_id = ${body.id}`;
  expect(await refused(path)).toEqual([409, 'invalid_transition']);
  expect(
    await sql`select actor_id, details from audit_log where action = 'webhook.retry' and subject_id = ${body.id} order by id`,
  ).toEqual(
    [100, 0, 1, 3].map((attempts) => ({
      actor_id: 'desk',
      details: { messageId: parked?.['messageId'], attempts },
    })),
  );
});

describe('a change of a destination', () => {
  test('changes what is given and leaves the rest, with an audit entry', async () => {
    const { body } = await create();
    const other = await openReceiver();
    const changed = await send('PATCH', `/${body.id}`, { url: other.url });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { url: other.url, events: EVENTS, paused: false },
    ]);
    expect(changed.body.secret).toBeUndefined();
    const fewer = await send('PATCH', `/${body.id}`, { events: ['export.failed'], paused: true });
    expect(fewer.body).toMatchObject({ url: other.url, events: ['export.failed'], paused: true });
    expect((await send('GET', `/${body.id}`)).body).toEqual(fewer.body);
    const [, entry] = await sql`select details from audit_log where action = 'webhook.change' order by id`;
    expect(entry).toEqual({ details: { url: other.url, events: ['export.failed'], paused: true } });
  });

  test('to paused makes events wait; resumed, they are sent to the URL of that time, in order', async () => {
    const { body } = await create();
    await send('PATCH', `/${body.id}`, { paused: true });
    await sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
      select 'acme', 'export.failed', 'export', 'e', jsonb_build_object('n', n), now() from generate_series(1, 3) n`;
    deliver();
    const pending = () => sql`select count(*)::int as rows from webhook_delivery where attempts = 0`;
    await expect.poll(pending).toEqual([{ rows: 3 }]);
    const other = await openReceiver();
    await send('PATCH', `/${body.id}`, { url: other.url, paused: false });
    await settled();
    expect(other.received.map(({ message: { data } }) => data.n)).toEqual([1, 2, 3]);
  });

  test('that somebody read before another change is refused, and a repeat is answered again', async () => {
    const { body } = await create();
    const change = (to: object, headers: object) => send('PATCH', `/${body.id}`, to, 'desk', headers);
    const [pause, key] = [{ paused: true }, { 'idempotency-key': 'pause-1' }];
    const paused = await change(pause, { 'if-match': body.etag, ...key });
    expect([paused.status, paused.body.paused]).toEqual([200, true]);
    expect(paused.body.etag).not.toBe(body.etag);
    const late = await change({ events: ['export.failed'] }, { 'if-match': body.etag });
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    expect((await send('GET', `/${body.id}`)).body).toEqual(paused.body);
    expect((await change({ paused: false }, { 'if-match': paused.body.etag })).status).toBe(200);
    expect((await change(pause, { 'if-match': body.etag, ...key })).body).toEqual(paused.body);
    expect((await send('GET', `/${body.id}`)).body).toMatchObject({ paused: false });
  });

  test.each([
    ['nothing', {}, 400, ''],
    ['a URL that is none', { url: 'desk' }, 400, 'url'],
    ['no events', { events: [] }, 400, 'events'],
    ['an unknown event', { events: ['withdrawal.paid'] }, 400, 'events.0'],
    ['a word for paused', { paused: 'yes' }, 400, 'paused'],
    ['an unknown member', { secret: 'x' }, 400, 'secret'],
  ])('to %s is refused', async (_what, change, status, field) => {
    const { body } = await create();
    const answer = await send('PATCH', `/${body.id}`, change);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]]);
  });

  test('is refused to others, and where it would send what the caller cannot read', async () => {
    const { body } = await create();
    const change = (actor: string, to: object) => send('PATCH', `/${body.id}`, to, actor);
    expect((await change('stranger', { paused: true })).status).toBe(404);
    expect((await change('viewer', { paused: true })).status).toBe(403);
    // The editor cannot read withdrawals, which the destination receives.
    expect((await change('editor', { url: receiver.url })).status).toBe(403);
    expect((await change('editor', { events: ['withdrawal.created'] })).status).toBe(403);
    expect((await change('editor', { events: ['export.failed'] })).status).toBe(200);
    const guarded = serve(openSender({ allowPrivateAddresses: false }));
    expect((await guarded('PATCH', `/${body.id}`, { url: receiver.url })).body.errors).toHaveProperty('url');
  });
});

const tell = () => sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
  values ('acme', 'withdrawal.created', 'withdrawal', 'w', '{"n": 7}', now())`;
const attempted = () =>
  sql`select message_id from webhook_delivery join webhook_event on id = event_id where attempts > 0`;

describe('the bodies of a delivery', () => {
  test('are what was sent, byte for byte, and the beginning of what was answered', async () => {
    const talkative = await openReceiver(
      (_received, response) => void response.writeHead(200).end(`a\0b${'x'.repeat(10_000)}`),
    );
    const { body } = await send('POST', '', { url: talkative.url, events: EVENTS });
    await tell();
    deliver();
    await settled();
    const [received] = talkative.received;
    const path = `/${body.id}/deliveries/${received?.id}`;
    const shown = await send('GET', path);
    expect(shown).toMatchObject({
      status: 200,
      body: {
        state: 'DELIVERED',
        request: { body: received?.body },
        response: { status: 200, body: `a\ufffdb${'x'.repeat(4093)}` },
      },
    });
    expect(JSON.stringify(shown.body)).not.toMatch(/whsec|v1,/);
    expect((await send('GET', path, undefined, 'stranger')).status).toBe(404);
    expect((await send('GET', path, undefined, 'editor')).status).toBe(403);
    expect((await send('GET', `/${body.id}/deliveries/${SOME_ID}`)).status).toBe(404);
  });

  test('have no response where none came', async () => {
    const { body } = await send('POST', '', { url: 'http://127.0.0.1:9/', events: EVENTS });
    await tell();
    deliver();
    await expect.poll(async () => (await attempted()).length).toBe(1);
    const [event] = await attempted();
    const { body: shown } = await send('GET', `/${body.id}/deliveries/${String(event?.['message_id'])}`);
    expect(shown).toMatchObject({ response: null, lastStatus: null });
  });
});
