import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../kernel/index.ts';
import { createClock } from '../../auth/testing/fixture.ts';
import { enqueue } from '../../jobs/index.ts';
import { openReceiver, type Respond } from '../../webhooks/testing/receiver.ts';
import { startWorker } from '../../worker/index.ts';
import { occasion } from '../define.ts';
import { noticeJobs } from '../jobs.ts';
import { notify } from '../notify.ts';
import { contextOf, openFixture, optionsFor, sendAll } from '../testing/fixture.ts';
import { CHAT_PARTS, chatOf } from '../testing/thing.ts';
import { createRoom } from './rooms.ts';
import type { NewRoom } from './schema.ts';

const { database, sql, people, chatFor, deliveries, reset } = await openFixture();
beforeEach(reset);

const MINUTE_MS = 60_000;
const ADMIN = { kind: 'client', id: 'admin', tenant: 'acme', scopes: new Set(['admin']) } as const;

function at(own: Parameters<typeof optionsFor>[1] = {}) {
  const clock = createClock();
  const context = contextOf(database, clock);
  const options = optionsFor(0, { channels: [chatOf()], ...own });
  return {
    clock,
    notify: (subject = 't1', service = 'trading') =>
      notify(context, options, { kind: 'thing.waits', subject, service }),
    send: () => sendAll(context, options),
    room: (url: string, own: Partial<NewRoom & { readonly service: string }> = {}) =>
      createRoom({ ...context, signal: context.signal, actor: ADMIN }, CHAT_PARTS, {
        name: 'treasury',
        format: 'json',
        url,
        kinds: ['thing.waits'],
        detail: 'short',
        language: 'en',
        service: 'trading',
        ...own,
      }),
  };
}

const answer =
  (status: number, body = ''): Respond =>
  (_received, response) =>
    void response.writeHead(status).end(body);

const states = async () =>
  (await deliveries()).map(({ person, state }) => `${String(person)} ${String(state)}`);

describe('a message to a chat', () => {
  const title = 'A thing waits';
  const link = 'https://trading.example.com/console/things/t1';

  test.each([
    ['slack', undefined, { text: `${title}\n\nIt is &lt;b&gt;t1&lt;/b&gt; &amp; Cö.\n\n${link}` }],
    [
      'telegram',
      '-100',
      {
        chat_id: '-100',
        text: `${title}\n\nIt is <b>t1</b> & Cö.\n\n${link}`,
        link_preview_options: { is_disabled: true },
      },
    ],
    ['json', undefined, { id: expect.any(String) as string, title, text: 'It is <b>t1</b> & Cö.', link }],
  ] as const)('is what the kind of chat takes: %s', async (format, recipient, wanted) => {
    const chat = await openReceiver(answer(200, 'ok'));
    const { notify, send } = at();
    await people('ada');
    await chatFor('ada', { format, url: chat.url, ...(recipient !== undefined && { recipient }) });
    await notify();
    await send();
    expect(
      chat.received.map(({ headers, body }) => [headers['content-type'], JSON.parse(body) as unknown]),
    ).toEqual([['application/json', wanted]]);
    expect(await states()).toEqual(['ada SENT']);
    expect(await sql`select last_sent_at is not null as sent, failing_since from notice_chat`).toEqual([
      { sent: true, failing_since: null },
    ]);
  });

  test('is sent once, although occasion and sending are repeated, in the language of the person', async () => {
    const chat = await openReceiver();
    const { notify, send } = at();
    await people('ada');
    await sql`insert into display_preference (credential_id, language) select id, 'de' from credential`;
    await chatFor('ada', { format: 'json', url: chat.url });
    await notify();
    await notify();
    await Promise.all([send(), send(), send()]);
    await notify();
    await send();
    expect(chat.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { title: 'Ein Ding wartet', text: 'Es ist <b>t1</b> & Cö.' },
    ]);
  });

  test('is not sent to whom it does not concern any more, nor to a chat that was replaced', async () => {
    const [before, after] = [await openReceiver(), await openReceiver()];
    const { notify, send } = at();
    await people('ada', 'grace');
    for (const login of ['ada', 'grace']) await chatFor(login, { format: 'json', url: before.url });
    await notify();
    await sql`update credential set revoked_at = now() where name = 'ada'`;
    await chatFor('grace', { format: 'json', url: after.url });
    await send();
    expect([before.received.length, after.received.length]).toEqual([0, 1]);
    expect(await states()).toEqual(['ada DROPPED', 'grace SENT']);
  });
});

describe('a chat that', () => {
  test('hangs delays nobody else, and shows that it fails', async () => {
    const held: { destroy: () => void }[] = [];
    const hung = await openReceiver((_received, response) => void held.push(response));
    const chat = await openReceiver();
    const { notify, send } = at();
    await people('ada', 'grace');
    await chatFor('ada', { format: 'json', url: hung.url });
    await chatFor('grace', { format: 'json', url: chat.url });
    await notify();
    const sending = send();
    await chat.until((received) => received.length === 1);
    await hung.until((received) => received.length === 1);
    await expect.poll(states).toEqual(['ada OFFERED', 'grace SENT']);
    for (const response of held) response.destroy();
    await sending;
    expect(await states()).toEqual(['ada UNKNOWN', 'grace SENT']);
    expect(await sql`select person from notice_chat where failing_since is not null`).toEqual([
      { person: 'ada' },
    ]);
  });

  test.each([
    [404, 'FAILED', true],
    [410, 'FAILED', true],
    [400, 'FAILED', false],
    [302, 'FAILED', false],
    [429, 'WAITING', false],
    [503, 'WAITING', false],
    [500, 'UNKNOWN', false],
  ])('answers %i: the message is %s, and the chat disabled: %s', async (status, state, isDisabled) => {
    const chat = await openReceiver(answer(status));
    const { notify, send } = at();
    await people('ada');
    await chatFor('ada', { format: 'slack', url: chat.url });
    await notify();
    await send();
    expect(await states()).toEqual([`ada ${state}`]);
    expect(
      await sql`select disabled_at is not null as disabled, last_error is not null as failed from notice_chat`,
    ).toEqual([{ disabled: isDisabled, failed: true }]);
  });

  test('cannot be reached gets its message later, once', async () => {
    const gone = at();
    await people('ada');
    await chatFor('ada', { format: 'slack', url: 'http://127.0.0.1:9/hook' });
    await gone.notify();
    await gone.send();
    expect(await states()).toEqual(['ada WAITING']);
    const chat = await openReceiver();
    await chatFor('ada', { format: 'slack', url: chat.url });
    gone.clock.advance(MINUTE_MS);
    await gone.send();
    await gone.send();
    expect([await states(), chat.received.length]).toEqual([['ada SENT'], 1]);
  });

  test('hangs up before it has answered may have the message, which is not sent again', async () => {
    const chat = await openReceiver((_received, response) => void response.destroy());
    const { clock, notify, send } = at();
    await people('ada');
    await chatFor('ada', { format: 'slack', url: chat.url });
    await notify();
    await send();
    clock.advance(24 * 60 * MINUTE_MS);
    await send();
    expect([await states(), chat.received.length]).toEqual([['ada UNKNOWN'], 1]);
  });

  test('was encrypted with another root secret waits until it is given again', async () => {
    const { notify, send } = at();
    await people('ada');
    await chatFor('ada', { format: 'slack', url: 'http://127.0.0.1:9/hook' });
    await sql`update notice_chat set url = decode(repeat('00', 60), 'hex')`;
    await notify();
    await send();
    expect(await deliveries()).toMatchObject([
      { state: 'WAITING', outcome: expect.stringContaining('another root secret') as string },
    ]);
  });
});

describe('a room', () => {
  test('gets what concerns anybody, once, without addresses, names and amounts', async () => {
    const chat = await openReceiver();
    const { notify, send, room } = at();
    await people('ada', 'grace');
    await room(chat.url);
    await notify();
    await notify();
    await Promise.all([send(), send()]);
    expect(chat.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { title: 'A thing waits', text: 'It is new.' },
    ]);
  });

  test.each([
    ['bare', 'full', '', 'Something in Quaestor concerns you'],
    ['short', 'full', 'It is new.', 'A thing waits'],
    ['full', 'bare', '', 'Something in Quaestor concerns you'],
    ['full', 'full', 'It is <b>t1</b> & Cö.', 'A thing waits'],
  ] as const)(
    'says what both allow: %s of the installation and %s of the room',
    async (ours, its, text, title) => {
      const chat = await openReceiver();
      const { notify, send, room } = at({ detail: ours });
      await people('ada');
      await room(chat.url, { detail: its });
      await notify();
      await send();
      expect(chat.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ title, text }]);
    },
  );

  test('gets nothing that concerns nobody any more, of another service, or that it did not ask for', async () => {
    const chat = await openReceiver();
    const { notify, send, room } = at();
    await people('ada');
    await room(chat.url);
    await room(chat.url, { name: 'others', kinds: ['thing.other'] });
    await room(chat.url, { name: 'partners', service: 'partner' });
    await notify();
    await sql`update credential set revoked_at = now()`;
    await send();
    expect([chat.received.length, (await deliveries()).map(({ state }) => String(state))]).toEqual([
      0,
      ['DROPPED'],
    ]);
  });

  test('gets nothing that is the matter of one person', async () => {
    const chat = await openReceiver();
    const [kind] = optionsFor(0).kinds;
    if (!kind) throw new Error('There must be a kind.');
    const { notify, send, room } = at({ kinds: [{ ...kind, isPrivate: true }] });
    await people('ada');
    await room(chat.url);
    await notify();
    await send();
    expect([chat.received.length, await deliveries()]).toEqual([0, []]);
  });
});

test('a chat is reached by the jobs of a worker, at once and after a wait', async () => {
  const chat = await openReceiver();
  await people('ada');
  await chatFor('ada', { format: 'slack', url: chat.url });
  const options = optionsFor(0, { channels: [chatOf()] });
  const context = contextOf(database, systemClock);
  // It was left by a worker that died.
  await notify(context, options, { kind: 'thing.waits', subject: 'old', service: 'trading' });
  const worker = await startWorker({
    database,
    group: 'chats',
    cron: [],
    atStart: [],
    ...noticeJobs(options),
    concurrency: 2,
    stopTimeoutMs: 1000,
    clock: systemClock,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
  onTestFinished(() => worker.stop());
  await enqueue(database.db, context, [occasion({ name: 'thing.waits' }, 'new', { service: 'trading' })]);
  await chat.until((received) => received.length === 2);
  await expect.poll(states).toEqual(['ada SENT', 'ada SENT']);
});
