import type { NoticeKind } from '../define.ts';
import { createSecrets } from '../../auth/index.ts';
import { openSender } from '../../webhooks/index.ts';
import { openChat, type ChatParts } from '../chat/index.ts';
import { openPush, type PushParts } from '../push/index.ts';
import { openMail } from '../mail/index.ts';

/** A kind that concerns those in a table of the test. */
export const THING: NoticeKind = {
  name: 'thing.waits',
  summary: 'A thing waits.',
  services: ['trading'],
  texts: {
    en: { title: 'A thing waits', short: 'It is new.', full: 'It is {name}.' },
    de: { title: 'Ein Ding wartet', short: 'Es ist neu.', full: 'Es ist {name}.' },
  },
  async find({ db }, subject, among) {
    const rows = await db
      .selectFrom('credential')
      .select('name')
      .where('kind', '=', 'person')
      .where('revoked_at', 'is', null)
      .$if(among !== undefined, (rest) => rest.where('name', 'in', [...(among ?? []), '']))
      .execute();
    const people = rows.map(({ name }) => name);
    return { people, facts: { name: `<b>${subject}</b> & Cö` }, path: () => `/console/things/${subject}` };
  },
};

export const mailTo = (port: number) =>
  openMail({
    host: '127.0.0.1',
    port,
    security: 'none',
    user: '',
    password: '',
    from: 'Quaestor <quaestor@desk.example>',
  });

/** What a chat of this machine needs. */
export const CHAT_PARTS: ChatParts & PushParts = {
  secrets: createSecrets('a root secret of thirty-two bytes'),
  sender: openSender({ allowPrivateAddresses: true, timeoutMs: 5000 }),
};

export const chatOf = () => openChat(CHAT_PARTS);
export const pushOf = () => openPush(CHAT_PARTS);
