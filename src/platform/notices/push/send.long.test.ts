import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createClock, SECRETS } from '../../auth/testing/fixture.ts';
import { systemClock } from '../../../kernel/index.ts';
import { startWorker } from '../../worker/index.ts';
import { noticeJobs } from '../jobs.ts';
import { notify } from '../notify.ts';
import { contextOf, openFixture, optionsFor, sendAll } from '../testing/fixture.ts';
import { openPushService } from '../testing/push-service.ts';
import { CHAT_PARTS, pushOf, THING } from '../testing/thing.ts';
import { openPush } from './connect.ts';
import { createVapid } from './vapid.ts';

const { database, sql, people, deviceFor, deliveries, reset } = await openFixture();
const { publicKey } = createVapid(CHAT_PARTS.secrets);
beforeEach(reset);

const MINUTE_MS = 60_000;

async function at(own: Parameters<typeof optionsFor>[1] = {}) {
  const clock = createClock();
  const service = await openPushService(clock, publicKey);
  const context = contextOf(database, clock);
  const options = optionsFor(0, { channels: [pushOf()], ...own });
  /** Answers every message with this status. */
  const device = async (login: string, name: string, status = 201, at = 'trading') => {
    const browser = await service.subscribe(
      name,
      (_pushed, response) => void response.writeHead(status).end(),
    );
    await deviceFor(login, { ...browser.subscription, service: at });
    return browser.received;
  };
  return {
    clock,
    service,
    device,
    notify: (subject = 't1') =>
      notify(context, options, { kind: 'thing.waits', subject, service: 'trading' }),
    send: () => sendAll(context, options),
  };
}

const states = async () =>
  (await deliveries()).map(
    ({ person, state, outcome }) => `${String(person)} ${String(state)} ${String(outcome)}`,
  );

const faults = () =>
  sql`select name, failing_since is not null as failing, last_error from notice_device order by name`;

describe('a message', () => {
  test('reaches each device of a person once, encrypted for it, and says how long it is kept', async () => {
    const { device, notify, send } = await at();
    await people('ada');
    const [phone, desk] = [await device('ada', 'phone'), await device('ada', 'desk')];
    await notify();
    await notify();
    await send();
    await send();
    const message = {
      id: expect.any(String) as string,
      title: 'A thing waits',
      text: 'It is <b>t1</b> & Cö.',
      path: '/console/things/t1',
    };
    for (const received of [phone, desk]) expect(received.map((each) => each.message)).toEqual([message]);
    expect(phone[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
      topic: expect.stringMatching(/^[\da-f]{32}$/) as string,
    });
    expect(phone[0]?.headers['topic']).not.toBe(desk[0]?.headers['topic']);
    expect(await states()).toEqual(['ada SENT 201', 'ada SENT 201']);
  });

  test.each([
    ['bare', 'Something in Quaestor concerns you', ''],
    ['short', 'A thing waits', 'It is new.'],
  ] as const)('says no more than the setting allows: %s', async (detail, title, text) => {
    const { device, notify, send } = await at({ detail });
    await people('ada');
    const received = await device('ada', 'phone');
    await notify();
    await send();
    expect(received.map(({ message }) => [message.title, message.text])).toEqual([[title, text]]);
  });

  test('fits into what push services take, however long its facts are', async () => {
    const kinds = [
      {
        ...THING,
        find: async () => ({
          people: ['ada'],
          facts: { name: '€"\u{1F600}'.repeat(2000) },
          path: () => '/x',
        }),
      },
    ];
    const { device, notify, send } = await at({ kinds });
    await people('ada');
    const received = await device('ada', 'phone');
    await notify();
    await send();
    expect(received.map(({ bytes }) => bytes <= 4096)).toEqual([true]);
  });

  test('goes to the devices of its service alone', async () => {
    const { device, notify, send } = await at();
    await people('ada');
    const other = await device('ada', 'other', 201, 'partner');
    await notify();
    await send();
    expect([other, await states()]).toEqual([[], []]);
  });

  test('obeys the kinds and quiet hours of the person, unless the kind is compulsory', async () => {
    const { device, notify, send, clock } = await at();
    await people('ada', 'grace');
    const [ada, grace] = [await device('ada', 'one'), await device('grace', 'two')];
    const now = clock.now();
    const hour = (offset: number) =>
      new Date(now.getTime() + offset * 60 * MINUTE_MS).toISOString().slice(11, 16);
    await sql`insert into notice_preference (person, muted) values ('ada', array['thing.waits'])`;
    await sql`insert into notice_preference (person, muted, quiet_from, quiet_until, time_zone)
      values ('grace', '{}', ${hour(-1)}, ${hour(1)}, 'UTC')`;
    await notify('t1');
    await send();
    expect([ada.length, grace.length]).toEqual([0, 0]);
    clock.advance(61 * MINUTE_MS);
    await send();
    expect([ada.length, grace.length]).toEqual([0, 1]);
    await sql`insert into notice_compulsory (tenant, service, kind) values ('acme', 'trading', 'thing.waits')`;
    await notify('t2');
    await send();
    expect(ada.length).toBe(1);
    await sql`delete from notice_compulsory`;
  });
});

describe('who must not read it any more gets nothing', () => {
  test.each([
    ['was revoked', (s: typeof sql) => s`update credential set revoked_at = now()`],
    ['has a new secret', (s: typeof sql) => s`update credential set secret_id = gen_random_uuid()`],
    ['has removed the device', (s: typeof sql) => s`delete from notice_device`],
  ])('a person who %s', async (_name, change) => {
    const { device, notify, send } = await at();
    await people('ada');
    const received = await device('ada', 'phone');
    await notify();
    await change(sql);
    await send();
    expect(received).toEqual([]);
    expect(await states()).toEqual([expect.stringMatching(/^ada DROPPED/)]);
  });

  test('the owner before, once somebody else has switched the messages on in the same browser', async () => {
    const { device, notify, send } = await at();
    await people('ada', 'grace');
    await device('ada', 'shared');
    await notify();
    const received = await device('grace', 'shared');
    await send();
    expect(received).toEqual([]);
    expect(await sql`select person from notice_device`).toEqual([{ person: 'grace' }]);
  });
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i ends the subscription', async (status) => {
    const { device, notify, send } = await at();
    await people('ada');
    await device('ada', 'phone', status);
    await notify();
    await send();
    expect(await states()).toEqual([`ada FAILED answered ${status}`]);
    expect(await faults()).toEqual([]);
  });

  test.each([429, 503, 401, 403])(
    'that answers %i gets the message later, and the device shows it',
    async (status) => {
      const { device, notify, send, clock } = await at();
      await people('ada');
      const received = await device('ada', 'phone', status);
      await notify();
      await send();
      expect(await states()).toEqual([`ada WAITING answered ${status}`]);
      expect(await faults()).toEqual([{ name: 'phone', failing: true, last_error: `answered ${status}` }]);
      clock.advance(MINUTE_MS);
      await send();
      expect(received.length).toBe(2);
      expect(received[0]?.headers['topic']).toBe(received[1]?.headers['topic']);
    },
  );

  test('is not tried for ever', async () => {
    const { device, notify, send } = await at();
    await people('ada');
    await device('ada', 'phone', 429);
    await notify();
    await sql`update notice_delivery set attempts = 99`;
    await send();
    expect(await states()).toEqual(['ada FAILED answered 429']);
  });

  test('that answers 500 may have taken it, so that it does not get it again', async () => {
    const { device, notify, send, clock } = await at();
    await people('ada');
    const received = await device('ada', 'phone', 500);
    await notify();
    await send();
    clock.advance(24 * 60 * MINUTE_MS);
    await send();
    expect([received.length, await states()]).toEqual([1, ['ada UNKNOWN answered 500']]);
  });

  test('that sends elsewhere is not followed', async () => {
    const { service, notify, send } = await at();
    await people('ada');
    const target = await service.subscribe('target');
    const away = await service.subscribe(
      'away',
      (_pushed, response) => void response.writeHead(307, { location: target.subscription.endpoint }).end(),
    );
    await deviceFor('ada', { ...away.subscription, service: 'trading' });
    await notify();
    await send();
    expect(target.received).toEqual([]);
    expect(await states()).toEqual([expect.stringMatching(/^ada FAILED 307/)]);
  });

  test('that hangs delays no other device, not even of the same person', async () => {
    const clock = systemClock;
    const live = await openPushService(clock, publicKey);
    const options = optionsFor(0, { channels: [pushOf()] });
    const context = contextOf(database, clock);
    await people('ada', 'grace');
    const dead = await live.subscribe('dead', () => {});
    const [own, other] = [await live.subscribe('own'), await live.subscribe('other')];
    await deviceFor('ada', { ...dead.subscription, service: 'trading' });
    await deviceFor('ada', { ...own.subscription, service: 'trading' });
    await deviceFor('grace', { ...other.subscription, service: 'trading' });
    const worker = await startWorker({
      database,
      group: 'notices',
      ...noticeJobs(options),
      // Nothing wakes a lane a second time.
      cron: [],
      atStart: [],
      concurrency: 3,
      stopTimeoutMs: 1000,
      clock,
      logger: { error() {}, warn() {}, debug() {} },
    });
    onTestFinished(() => worker.stop());
    for (const subject of ['t1', 't2', 't3']) {
      await notify(context, options, { kind: 'thing.waits', subject, service: 'trading' });
    }
    await expect
      .poll(() => [own.received.length, other.received.length], { timeout: 60_000 })
      .toEqual([3, 3]);
    expect(dead.received.length).toBeLessThan(2);
  });
});

test('a subscription of another root secret gets nothing, and the device says what to do', async () => {
  const { device, notify, send } = await at({ channels: [openPush({ ...CHAT_PARTS, secrets: SECRETS })] });
  await people('ada');
  const received = await device('ada', 'phone');
  await notify();
  await send();
  expect(received).toEqual([]);
  expect(await faults()).toEqual([
    {
      name: 'phone',
      failing: true,
      last_error: expect.stringContaining('switch the messages on again') as string,
    },
  ]);
});

test('every process has the same key, and another installation another one', () => {
  expect(createVapid(CHAT_PARTS.secrets).publicKey).toBe(publicKey);
  expect(createVapid(SECRETS).publicKey).not.toBe(publicKey);
  expect(Buffer.from(publicKey, 'base64url').length).toBe(65);
});
