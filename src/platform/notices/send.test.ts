import { beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../auth/testing/fixture.ts';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Line } from './channel.ts';
import type { Matter, NoticeKind } from './define.ts';
import { sendDue } from './send.ts';
import { notify } from './notify.ts';
import { contextOf, openFixture, optionsFor } from './testing/fixture.ts';
import { openMailServer, refusal } from './testing/mail-server.ts';
import { mailTo, THING } from './testing/thing.ts';

const { database, sql, people, deliveries, reset } = await openFixture();
beforeEach(reset);

const OCCASION = { kind: 'thing.waits', subject: 't1', service: 'trading' };
const EMAIL = { channel: 'EMAIL' };
const MINUTE_MS = 60_000;

function at(port: number, own: Parameters<typeof optionsFor>[1] = {}) {
  const clock = createClock();
  const context = contextOf(database, clock);
  const options = optionsFor(port, own);
  return {
    clock,
    notify: (subject = 't1') => notify(context, options, { ...OCCASION, subject }),
    send: () => sendDue(context, options, EMAIL),
  };
}

const states = async () => (await deliveries()).map(({ person, state }) => `${person} ${state}`);

const links = (text = '') => text.match(/https?:[^\s"<]+/g);

describe('a message', () => {
  test('is read back by an independent parser: both bodies, one link, and a stable id', async () => {
    const server = await openMailServer();
    const { notify, send } = at(server.port);
    await people('ada');
    await notify();
    await send();
    const [row] = await sql`select id from notice_delivery`;
    const [received] = server.accepted;
    expect(received?.to).toBe('ada@people.example');
    const { email } = received ?? {};
    expect(email).toMatchObject({
      messageId: `<${String(row?.['id'])}@desk.example>`,
      from: { name: 'Quaestor', address: 'quaestor@desk.example' },
      to: [{ address: 'ada@people.example' }],
      subject: 'A thing waits',
    });
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(email?.text).toContain('It is <b>t1</b> & Cö.');
    expect(email?.html).toContain('It is &lt;b&gt;t1&lt;/b&gt; &amp; Cö.');
    expect([links(email?.text), links(email?.html)]).toEqual([
      ['https://trading.example.com/console/things/t1'],
      ['https://trading.example.com/console/things/t1'],
    ]);
    expect(email?.html).not.toMatch(/<(form|button|input|img|script)/i);
    expect(email?.attachments).toEqual([]);
  });

  test.each([
    ['full', 'A thing waits', true, true],
    ['short', 'A thing waits', false, true],
    ['bare', 'Something in Quaestor concerns you', false, false],
  ] as const)('says as much as the installation allows: %s', async (detail, subject, hasName, hasText) => {
    const server = await openMailServer();
    const { notify, send } = at(server.port, { detail });
    await people('ada');
    await notify();
    await send();
    const { email } = server.accepted[0] ?? {};
    expect(email?.subject).toBe(subject);
    const all = `${email?.text}${email?.html}`.replaceAll(/https?:[^\s"<]+/g, '');
    expect([all.includes('t1'), all.includes('It is')]).toEqual([hasName, hasText]);
  });
});

describe('each person gets one message for an occasion', () => {
  test('although the occasion and the sending are repeated', async () => {
    const server = await openMailServer();
    const { notify, send } = at(server.port);
    await people('ada', 'grace');
    await notify();
    await notify();
    await Promise.all([send(), send(), send()]);
    await notify();
    await send();
    expect(server.accepted.map(({ to }) => to).toSorted()).toEqual([
      'ada@people.example',
      'grace@people.example',
    ]);
    expect(await states()).toEqual(['ada SENT', 'grace SENT']);
  });

  test('and nobody gets one whom it does not concern any more when it is sent', async () => {
    const server = await openMailServer();
    const { notify, send } = at(server.port);
    await people('ada', 'grace');
    await notify();
    await sql`update credential set revoked_at = now() where name = 'ada'`;
    await send();
    expect(server.accepted.map(({ to }) => to)).toEqual(['grace@people.example']);
    expect(await deliveries()).toMatchObject([
      { person: 'ada', state: 'DROPPED', outcome: 'It does not concern the person any more.' },
      { person: 'grace', state: 'SENT' },
    ]);
  });

  test('except those without a confirmed address, and those who do not want the kind', async () => {
    const server = await openMailServer();
    const { notify, send } = at(server.port);
    await people('ada', 'grace', 'linus');
    await sql`update notice_address set confirmed_at = null where person = 'ada'`;
    await sql`insert into notice_preference (person, muted) values ('grace', array['thing.waits'])`;
    await notify();
    await send();
    expect(server.accepted.map(({ to }) => to)).toEqual(['linus@people.example']);
    await sql`insert into notice_compulsory (tenant, service, kind) values ('acme', 'trading', 'thing.waits')`;
    await notify('t2');
    await send();
    expect(server.accepted.map(({ to }) => to).toSorted()).toEqual([
      'grace@people.example',
      'linus@people.example',
      'linus@people.example',
    ]);
  });

  test('after the quiet hours of the person', async () => {
    const server = await openMailServer();
    const { clock, notify, send } = at(server.port);
    await people('ada');
    await sql`insert into notice_preference (person, muted, quiet_from, quiet_until, time_zone)
      values ('ada', '{}', '12:30', '14:00', 'Europe/Berlin')`;
    await notify();
    await send();
    expect(await states()).toEqual(['ada WAITING']);
    clock.advance(59 * MINUTE_MS);
    await send();
    expect(await states()).toEqual(['ada WAITING']);
    clock.advance(MINUTE_MS);
    await send();
    expect(await states()).toEqual(['ada SENT']);
  });
});

test('without a channel nothing is made or sent', async () => {
  const { notify, send } = at(0, { channels: [] });
  await people('ada');
  await notify();
  await send();
  expect(await deliveries()).toEqual([]);
});

describe('a server that', () => {
  test('refuses an address disables it, and others get their messages', async () => {
    const server = await openMailServer({
      onRecipient: (address) => (address.startsWith('ada') ? refusal(550, 'No such user') : undefined),
    });
    const { notify, send } = at(server.port);
    await people('ada', 'grace');
    await notify();
    await send();
    const outcome = expect.stringContaining('550 No such user') as string;
    expect(await deliveries()).toMatchObject([
      { person: 'ada', state: 'FAILED', attempts: 1, outcome },
      { person: 'grace', state: 'SENT' },
    ]);
    expect(
      await sql`select person, disabled_because from notice_address where disabled_at is not null`,
    ).toEqual([{ person: 'ada', disabled_because: outcome }]);
    await notify('t2');
    await send();
    expect(await states()).toEqual(['ada FAILED', 'grace SENT', 'grace SENT']);
  });

  test('is busy gets the message later, once', async () => {
    let isBusy = true;
    const server = await openMailServer({
      onMessage: async () => (isBusy ? refusal(451, 'Try later') : undefined),
    });
    const { clock, notify, send } = at(server.port);
    await people('ada');
    await notify();
    await send();
    expect(await deliveries()).toMatchObject([
      { state: 'WAITING', attempts: 1, outcome: expect.stringContaining('451 Try later') as string },
    ]);
    isBusy = false;
    clock.advance(29_000);
    await send();
    expect(await states()).toEqual(['ada WAITING']);
    clock.advance(1_000);
    await send();
    expect([await states(), server.accepted.length]).toEqual([['ada SENT'], 1]);
  });

  test('cannot be reached loses nothing', async () => {
    const gone = at(1);
    await people('ada', 'grace');
    await gone.notify();
    await gone.send();
    expect(await states()).toEqual(['ada WAITING', 'grace WAITING']);
    const server = await openMailServer();
    const back = at(server.port);
    back.clock.advance(MINUTE_MS);
    await back.send();
    expect(await states()).toEqual(['ada SENT', 'grace SENT']);
  });

  test('hangs up before it has answered may have the message, which is not sent again', async () => {
    const server = await openMailServer({
      onMessage: async (_received, { cut }) => {
        cut();
        return undefined;
      },
    });
    const { clock, notify, send } = at(server.port);
    await people('ada');
    await notify();
    await send();
    clock.advance(24 * 60 * MINUTE_MS);
    await send();
    expect([await states(), server.accepted.length]).toEqual([['ada UNKNOWN'], 1]);
  });

  test('hangs up before the message gets it later', async () => {
    let isFirst = true;
    const server = await openMailServer({
      onRecipient: () => (isFirst ? refusal(421, 'Going down') : undefined),
    });
    const { clock, notify, send } = at(server.port);
    await people('ada');
    await notify();
    await send();
    isFirst = false;
    clock.advance(MINUTE_MS);
    await send();
    expect([await states(), server.accepted.length]).toEqual([['ada SENT'], 1]);
  });
});

const fail = (): never => {
  throw new Error('Spoilt.');
};

const bySubject = () => sql`
  select subject, state, outcome from notice_delivery join notice on notice.id = notice_id order by subject`;

describe('a message that cannot be made is tried again, and the others are sent', () => {
  test.each<[string, (matter: Matter) => Matter, string]>([
    ['because what it is about cannot be read', fail, 'Spoilt.'],
    ['because its screen cannot be found', (matter) => ({ ...matter, path: fail }), 'Spoilt.'],
    ['because what it says cannot be read', (matter) => ({ ...matter, load: fail }), 'Spoilt.'],
    ['because a fact is missing', (matter) => ({ ...matter, facts: {} }), 'The template has {name}'],
  ])('%s', async (_why, spoil, outcome) => {
    const server = await openMailServer();
    let isSpoilt = true;
    const kind: NoticeKind = {
      ...THING,
      async find(context, subject, among) {
        const matter = await THING.find(context, subject, among);
        return matter && isSpoilt && subject === 't1' && among ? spoil(matter) : matter;
      },
    };
    const { clock, notify, send } = at(server.port, { kinds: [kind] });
    await people('ada');
    for (const subject of ['t1', 't2', 't3']) await notify(subject);
    await send();
    expect(await bySubject()).toMatchObject([
      { subject: 't1', state: 'WAITING', outcome: expect.stringContaining(outcome) as string },
      { subject: 't2', state: 'SENT' },
      { subject: 't3', state: 'SENT' },
    ]);
    isSpoilt = false;
    clock.advance(MINUTE_MS);
    await send();
    expect(await bySubject()).toMatchObject([{ state: 'SENT' }, { state: 'SENT' }, { state: 'SENT' }]);
    expect(server.accepted).toHaveLength(3);
  });

  test('because its channel has no form for it', async () => {
    const server = await openMailServer();
    const mail = mailTo(server.port);
    const open = async (context: Context<Db>): Promise<Line> => {
      const line = await mail.open(context);
      return {
        close: () => line.close(),
        send: async (message, offer) => (message.text.includes('t1') ? fail() : line.send(message, offer)),
      };
    };
    const { notify, send } = at(server.port, { channels: [{ ...mail, open }] });
    await people('ada');
    for (const subject of ['t1', 't2']) await notify(subject);
    await send();
    expect(await bySubject()).toMatchObject([
      { subject: 't1', state: 'WAITING', outcome: 'Spoilt.' },
      { subject: 't2', state: 'SENT' },
    ]);
  });
});

test('a worker that was too slow cannot send what another has taken', async () => {
  const [slow, quick] = [await openMailServer(), await openMailServer()];
  const first = at(slow.port);
  const second = at(quick.port);
  second.clock.advance(2 * MINUTE_MS);
  await people('ada');
  await first.notify();
  const options = optionsFor(slow.port);
  const mail = mailTo(slow.port);
  const hung = {
    ...options,
    channels: [
      {
        ...mail,
        async open(context: Context<Db>) {
          const line = await mail.open(context);
          // Meanwhile the other worker takes and sends it.
          await second.send();
          return line;
        },
      },
    ],
  };
  await sendDue(contextOf(database, first.clock), hung, EMAIL);
  expect([slow.accepted.length, quick.accepted.length]).toEqual([0, 1]);
  expect(await deliveries()).toMatchObject([{ state: 'SENT', attempts: 2 }]);
});
