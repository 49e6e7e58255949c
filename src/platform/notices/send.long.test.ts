import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { killAt } from '../../testing/kill-at.ts';
import { createClock } from '../auth/testing/fixture.ts';
import { sendDue } from './send.ts';
import { notify } from './notify.ts';
import { contextOf, openFixture, optionsFor, sendAll } from './testing/fixture.ts';
import { openReceiver } from '../webhooks/testing/receiver.ts';
import { openMailServer } from './testing/mail-server.ts';
import { openPushService } from './testing/push-service.ts';
import { CHAT_PARTS, chatOf, pushOf } from './testing/thing.ts';
import { createVapid } from './push/index.ts';

const { database, sql, people, chatFor, deviceFor, reset } = await openFixture();
beforeEach(reset);

const MINUTE_MS = 60_000;
const CRASH = join(import.meta.dirname, 'testing/crash.ts');

const states = async () =>
  (await sql<{ state: string }[]>`select state from notice_delivery`).map(({ state }) => state);

/** What arrives, and what is known of it, if a worker is killed at a moment. */
const MOMENTS = [
  ['before it connects', 'SENT', 1],
  ['before it offers the message', 'SENT', 1],
  ['when it has offered the message', 'UNKNOWN', 0],
  ['before the server answers', 'UNKNOWN', 1],
  ['before it notes the answer', 'UNKNOWN', 1],
] as const;

test.each(MOMENTS)(
  'a message by mail whose worker is killed %s is %s in the end, and has arrived %i times',
  async (moment, state, times) => {
    const reached = new EventEmitter();
    let arrived = 0;
    const server = await openMailServer({
      onMessage: async () => {
        arrived += 1;
        if (moment !== 'before the server answers') return undefined;
        reached.emit('now');
        return new Promise(() => {});
      },
    });
    const clock = createClock();
    const context = contextOf(database, clock);
    const options = optionsFor(server.port);
    const send = () => sendDue(context, options, { channel: 'EMAIL' });
    await people('ada');
    await notify(context, options, { kind: 'thing.waits', subject: 't1', service: 'trading' });
    await killAt(reached, CRASH, [
      database.url,
      'EMAIL',
      String(server.port),
      moment,
      clock.now().toISOString(),
    ]);
    await send();
    expect(await states()).toEqual([expect.stringMatching(/^(TAKEN|OFFERED)$/)]);
    clock.advance(2 * MINUTE_MS);
    await send();
    expect([await states(), arrived]).toEqual([[state], times]);
    clock.advance(24 * 60 * MINUTE_MS);
    await send();
    expect(arrived).toBe(times);
  },
);

test.each(MOMENTS)(
  'a message to a device whose worker is killed %s is %s in the end, and has arrived %i times',
  async (moment, state, times) => {
    const reached = new EventEmitter();
    const clock = createClock();
    const service = await openPushService(clock, createVapid(CHAT_PARTS.secrets).publicKey);
    const { subscription, received } = await service.subscribe('phone', (_pushed, response) => {
      if (moment === 'before the server answers') reached.emit('now');
      else response.writeHead(201).end();
    });
    const context = contextOf(database, clock);
    const options = optionsFor(0, { channels: [pushOf()] });
    const send = () => sendAll(context, options);
    await people('ada');
    await deviceFor('ada', { ...subscription, service: 'trading' });
    await notify(context, options, { kind: 'thing.waits', subject: 't1', service: 'trading' });
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from notice_device`;
    await killAt(reached, CRASH, [database.url, 'PUSH', '0', moment, clock.now().toISOString(), id]);
    clock.advance(2 * MINUTE_MS);
    await send();
    expect([await states(), received.length]).toEqual([[state], times]);
    clock.advance(24 * 60 * MINUTE_MS);
    await send();
    expect(received.length).toBe(times);
  },
);

test.each(MOMENTS)(
  'a message to a chat whose worker is killed %s is %s in the end, and has arrived %i times',
  async (moment, state, times) => {
    const reached = new EventEmitter();
    const chat = await openReceiver((_received, response) => {
      if (moment === 'before the server answers') reached.emit('now');
      else response.writeHead(200).end('ok');
    });
    const clock = createClock();
    const context = contextOf(database, clock);
    const options = optionsFor(0, { channels: [chatOf()] });
    const send = () => sendDue(context, options, { channel: 'CHAT', person: 'ada' });
    await people('ada');
    await chatFor('ada', { format: 'slack', url: chat.url });
    await notify(context, options, { kind: 'thing.waits', subject: 't1', service: 'trading' });
    await killAt(reached, CRASH, [database.url, 'CHAT', '0', moment, clock.now().toISOString()]);
    clock.advance(2 * MINUTE_MS);
    await send();
    expect([await states(), chat.received.length]).toEqual([[state], times]);
    clock.advance(24 * 60 * MINUTE_MS);
    await send();
    expect(chat.received.length).toBe(times);
  },
);
