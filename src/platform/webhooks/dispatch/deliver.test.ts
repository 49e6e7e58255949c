import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../testing/bundle.ts';
import { thorough } from '../../../testing/effort.ts';
import { createSecrets } from '../../auth/index.ts';
import { sendAgain } from '../deliveries/index.ts';
import { createDestination, rotateSecret, testDestination } from '../destinations/index.ts';
import { sweepEvents } from './sweep.ts';
import { contextOf, openFixture, WEBHOOKS } from '../testing/fixture.ts';
import { openReceiver, type Received, type Respond } from '../testing/receiver.ts';

const { database, sql, listen, tell, deliver, states, settled, measures } = await openFixture();

beforeEach(() => sql`truncate webhook_destination, webhook_event, webhook_delivery, webhook_tally, outbox`);

const numbers = (received: readonly Received[], resource?: string): number[] =>
  received
    .filter(({ message: { data } }) => resource === undefined || data.resource === resource)
    .map(({ message: { data } }) => data.n);

/** Throws unless the official library of the convention takes it. */
const verify = ({ body, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('a message', () => {
  test('is signed so that the official library verifies it, and carries type, time and data', async () => {
    const receiver = await openReceiver();
    const { secret } = await listen(receiver.url);
    await tell('a');
    deliver();
    await settled();
    const [received] = receiver.received;
    expect(received && verify(received, secret)).toEqual({
      type: 'thing.changed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      data: { n: 1, resource: 'a' },
    });
    expect(received && (() => verify({ ...received, body: `${received.body} ` }, secret))).toThrow(
      'No matching signature',
    );
  });

  test('is signed with the old secret and the new one after a rotation, until the old one ends', async () => {
    const receiver = await openReceiver();
    const { row, secret } = await listen(receiver.url);
    const { secret: next } = await rotateSecret(contextOf(database), WEBHOOKS, { id: row.id });
    await tell('a');
    deliver();
    await settled();
    await sql`update webhook_destination set previous_until = now()`;
    await tell('b');
    await settled();
    const [during, after] = receiver.received;
    if (!during || !after) throw new Error('Not all came.');
    for (const one of [secret, next]) expect(() => verify(during, one)).not.toThrow();
    expect(() => verify(after, next)).not.toThrow();
    expect(() => verify(after, secret)).toThrow('No matching signature');
  });

  test('waits, without keeping others from theirs, while its secret is one of another root secret', async () => {
    const [lost, other] = await Promise.all([openReceiver(), openReceiver()]);
    const before = { ...WEBHOOKS, secrets: createSecrets('the root secret before the one of the tests') };
    const wanted = { url: lost.url, events: ['thing.changed'] };
    const { row } = await createDestination(contextOf(database), before, wanted);
    await listen(other.url);
    await tell('a');
    deliver();
    await other.until(({ length }) => length === 1);
    const waiting = () =>
      sql`select state, last_error from webhook_delivery where destination_id = ${row.id}`;
    const reason = expect.stringContaining('another root secret: rotate it') as string;
    await expect.poll(waiting).toEqual([{ state: 'PENDING', last_error: reason }]);
    const test = await testDestination(contextOf(database), WEBHOOKS, { id: row.id });
    expect(test).toEqual({ status: undefined, error: reason });
    expect(lost.received).toEqual([]);

    const { secret } = await rotateSecret(contextOf(database), WEBHOOKS, { id: row.id });
    await settled();
    expect(numbers(lost.received)).toEqual([1]);
    for (const received of lost.received) expect(() => verify(received, secret)).not.toThrow();
    expect(numbers(other.received)).toEqual([1]);
  });

  test('goes to all destinations that subscribe to it, and to no others', async () => {
    const [both, made, other] = await Promise.all([openReceiver(), openReceiver(), openReceiver()]);
    await listen(both.url);
    await listen(made.url, ['thing.made']);
    await listen(other.url, ['thing.made', 'thing.changed'], 'other');
    await tell('a', 1, 1, 'acme', 'thing.made');
    await tell('a', 1, 2, 'acme', 'thing.changed');
    await tell('x', 1, 3, 'acme', 'thing.lost');
    await tell('o', 1, 4, 'other');
    deliver();
    await settled();
    expect([both, made, other].map(({ received }) => numbers(received))).toEqual([[1, 2], [1], [4]]);
    expect(await sql`select from webhook_event`).toHaveLength(3);
  });

  test('is sent only after its change is committed', async () => {
    const receiver = await openReceiver();
    await listen(receiver.url);
    deliver();
    await sql.begin(async (tx) => {
      await tx`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
        values ('acme', 'thing.changed', 'thing', 'a', '{"n": 1, "resource": "a"}', now())`;
      const other = await database.session(async (own) => {
        await own.query(`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
          values ('acme', 'thing.changed', 'thing', 'b', '{"n": 2, "resource": "b"}', now())`);
        await receiver.until(({ length }) => length > 0);
        return numbers(receiver.received);
      });
      expect(other).toEqual([2]);
    });
    await settled();
    expect(numbers(receiver.received)).toEqual([2, 1]);
  });
});

test('an event that is taken while the one before it is settled is delivered too', async () => {
  const first = new EventEmitter();
  const receiver = await openReceiver(({ message: { data } }, response) => {
    if (data.n === 2) response.writeHead(204).end();
    else first.once('settle', () => response.writeHead(204).end());
  });
  await listen(receiver.url);
  await tell('a');
  deliver();
  await receiver.until(({ length }) => length === 1);
  // Takes events as slowly as a busy database would: until the first event is settled, or a second has passed.
  await sql`create function take_slowly() returns trigger language plpgsql as $$ begin
    for attempt in 1..50 loop
      exit when exists (select from webhook_delivery where state = 'DELIVERED');
      perform pg_sleep(0.02);
    end loop;
    return new;
  end $$`;
  await sql`create trigger take_slowly before insert on event_feed for each row execute function take_slowly()`;
  onTestFinished(async () => void (await sql`drop function take_slowly cascade`));
  await tell('a', 1, 2);
  const taking = () =>
    sql`select from pg_stat_activity where application_name = 'quaestor: webhooks' and wait_event = 'PgSleep'`;
  while ((await taking()).length === 0) await sql`select pg_sleep(0.005)`;
  first.emit('settle');
  await settled();
  expect(numbers(receiver.received)).toEqual([1, 2]);
});

describe('a destination that fails', () => {
  let quick: Awaited<ReturnType<typeof openReceiver>>;

  test('gets the events of each resource in order all the same, and others do not wait', async () => {
    const others: number[] = [];
    const receiver = await openReceiver(({ message: { data } }, response) => {
      if (data.resource === 'b') others.push(data.n);
      const fails = data.resource === 'a' && data.n === 1 && others.length < 3;
      response.writeHead(fails ? 503 : 200).end();
    });
    await listen(receiver.url);
    await tell('a', 3);
    await tell('b', 3);
    deliver();
    await settled();
    const received = numbers(receiver.received, 'a');
    expect(received).toEqual([...received.slice(3).map(() => 1), 1, 2, 3]);
    expect(received.length).toBeGreaterThan(3);
    expect(others).toEqual([1, 2, 3]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6);
  });

  test('is left in peace after 100 attempts: the event is parked, and the next one of its resource goes on', async () => {
    const receiver = await openReceiver(({ message: { data } }, response) => {
      response.writeHead(data.n === 1 ? 500 : 200).end();
    });
    await listen(receiver.url);
    await tell('a', 2);
    const first = deliver();
    await expect.poll(() => sql`select from webhook_delivery where attempts = 1`).toHaveLength(1);
    await first.stop();
    await sql`update webhook_delivery set attempts = 99, due_at = now() where due_at is not null`;
    deliver();
    await settled();
    expect(await states()).toEqual(['PARKED', 'DELIVERED']);
    expect(
      await sql`select attempts, last_status, last_error from webhook_delivery where state = 'PARKED'`,
    ).toEqual([{ attempts: 100, last_status: 500, last_error: 'answered 500' }]);
    expect(await measures()).toEqual({
      'quaestor_webhook_attempts_total{outcome="delivered"}': 1,
      'quaestor_webhook_attempts_total{outcome="failed"}': 1,
      'quaestor_webhook_attempts_total{outcome="parked"}': 1,
      'quaestor_webhook_deliveries{state="waiting"}': 0,
      'quaestor_webhook_deliveries{state="parked"}': 1,
      quaestor_webhook_oldest_waiting_seconds: 0,
    });
  });

  test('gets a parked message on retry, and later events keep their order', async () => {
    const receiver = await openReceiver();
    const { row } = await listen(receiver.url);
    const [parked] = await sql`insert into webhook_event (id, type, payload, created_at)
      select n, 'thing.changed', jsonb_build_object('n', n, 'resource', 'a'), now() from generate_series(1, 3) n
      returning message_id`;
    await sql`insert into webhook_delivery (destination_id, event_id, resource, state, attempts, due_at)
      values (${row.id}, 1, 'thing:a', 'PARKED', 100, null),
        (${row.id}, 2, 'thing:a', 'PENDING', 7, now() + interval '1 hour'),
        (${row.id}, 3, 'thing:a', 'PENDING', 0, null)`;
    const waiting = () => sql`select event_id, due_at from webhook_delivery where event_id > 1 order by 1`;
    const before = await waiting();
    const messageId = String(parked?.['message_id']);
    await sendAgain(contextOf(database), { id: row.id, messageId });
    deliver();
    while ((await states())[0] !== 'DELIVERED') await sql`select pg_sleep(0.02)`;
    expect(receiver.received.map(({ id, message }) => [id, message.data.n])).toEqual([[messageId, 1]]);
    expect(await waiting()).toEqual(before);
  });

  test.each<[string, Respond]>([
    ['does not answer at all', () => {}],
    ['answers a byte at a time', (_received, response) => void response.writeHead(200).write('.')],
    ['answers 500', (_received, response) => void response.writeHead(500).end()],
    [
      'leads back to this machine',
      (_received, response) => void response.writeHead(307, { location: quick.url }).end(),
    ],
    ['closes the connection', (_received, response) => void response.destroy()],
  ])('never delays another: one that %s', async (_what, respond) => {
    const bad = await openReceiver(respond);
    quick = await openReceiver();
    await listen(bad.url);
    await listen(quick.url);
    await tell('a', 5);
    await tell('b', 5);
    deliver();
    await quick.until(({ length }) => length === 10);
    await bad.until(({ length }) => length > 0);
    // Nothing but the first of each resource has gone there, and again perhaps.
    expect(new Set(numbers(bad.received))).toEqual(new Set([1]));
    expect([numbers(quick.received, 'a'), numbers(quick.received, 'b')]).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    expect(quick.received).toHaveLength(10);
  });
});

test('the age of waiting events is measured without a running delivery', async () => {
  await listen('http://127.0.0.1:1/');
  await sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
    values ('acme', 'thing.changed', 'thing', 'a', '{}', now() - interval '1 hour')`;
  const inOutbox = await measures();
  expect(inOutbox['quaestor_webhook_oldest_waiting_seconds']).toBeGreaterThanOrEqual(3600);
  expect(inOutbox['quaestor_webhook_deliveries{state="waiting"}']).toBe(0);
  const deliveries = deliver();
  while ((await states()).length === 0) await sql`select pg_sleep(0.02)`;
  await deliveries.stop();
  const atDestination = await measures();
  expect(atDestination['quaestor_webhook_oldest_waiting_seconds']).toBeGreaterThanOrEqual(3600);
  expect(atDestination['quaestor_webhook_deliveries{state="waiting"}']).toBe(1);
});

test('of several processes one delivers, and each event comes once', async () => {
  const receiver = await openReceiver();
  await listen(receiver.url);
  const first = deliver();
  deliver();
  await tell('a', 20);
  await settled();
  await first.stop();
  await tell('a', 20, 21);
  await settled();
  expect(numbers(receiver.received)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

thorough(
  'a process that is killed in the middle loses nothing, and what comes twice has the same id',
  async () => {
    const RESOURCES = ['a', 'b', 'c', 'd', 'e'];
    const killed = new EventEmitter();
    const receiver = await openReceiver((_received, response) => {
      // In the middle of a batch, before anything of it could be noted.
      if (receiver.received.length === 33) killed.emit('now');
      else response.writeHead(200).end();
    });
    await listen(receiver.url);
    for (const resource of RESOURCES) await tell(resource, 20);
    const program = await bundle(join(import.meta.dirname, '../testing/crash.ts'));
    onTestFinished(program.remove);
    const args = [program.path, database.url, 'a root secret that only the tests know'];
    const child = spawn(process.execPath, args);
    killed.once('now', () => child.kill('SIGKILL'));
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'exit');
    deliver();
    await settled();

    const seen = new Set<string>();
    const inOrder = receiver.received.filter(({ id }) => !seen.has(id) && seen.add(id));
    expect(inOrder).toHaveLength(100);
    for (const resource of RESOURCES) {
      expect(numbers(inOrder, resource)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    }
    expect(receiver.received.length).toBeGreaterThan(100);
  },
);

test('events are forgotten after 30 days, and no others', async () => {
  const receiver = await openReceiver();
  await listen(receiver.url);
  await tell('a', 2);
  deliver();
  await settled();
  await sql`update webhook_event set created_at = now() - interval '31 days' where id = (select min(id) from webhook_event)`;
  await sweepEvents(contextOf(database));
  expect(await states()).toEqual(['DELIVERED']);
});

test('an event is sent although the one before it was forgotten while it waited', async () => {
  const receiver = await openReceiver();
  const { row } = await listen(receiver.url);
  await sql`update webhook_destination set paused = true`;
  await tell('a', 2);
  const deliveries = deliver();
  while ((await states()).length < 2) await sql`select pg_sleep(0.02)`;
  await deliveries.stop();
  await sql`update webhook_event set created_at = now() - interval '31 days' where id = (select min(id) from webhook_event)`;
  await sweepEvents(contextOf(database));
  await sql`update webhook_destination set paused = false where id = ${row.id}`;
  deliver();
  await settled();
  expect(numbers(receiver.received)).toEqual([2]);
});

test('events for streams are kept for a day, and the newest for longer', async () => {
  await sql`truncate event_feed`;
  const tellOf = (hours: number) => sql`insert into event_feed (tenant, type, payload, created_at)
    values ('acme', 'thing.changed', '{}', now() - ${hours} * interval '1 hour')`;
  const kept = async () =>
    (
      await sql`select round(extract(epoch from now() - created_at) / 3600)::int as hours from event_feed order by seq`
    ).map(({ hours }) => hours as number);
  for (const hours of [49, 25, 23]) await tellOf(hours);
  await sweepEvents(contextOf(database));
  expect(await kept()).toEqual([23]);
  await sql`update event_feed set created_at = now() - interval '30 hours'`;
  await sweepEvents(contextOf(database));
  expect(await kept()).toEqual([30]);
});
