import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { DETAILS } from '../compose.ts';
import { LANGUAGES } from '../languages.ts';
import { FORMATS } from './formats.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description, examples: [null] });

const format = Type.Enum([...FORMATS], {
  description:
    'What the chat takes. slack: `{"text"}`, which Mattermost and others take too; telegram: `sendMessage` of a bot; json: `{"id", "title", "text", "link"}`.',
  examples: ['slack'],
});

const target = {
  format,
  url: plainText(2048, {
    description:
      'The incoming webhook of the chat; of Telegram, `https://api.telegram.org/bot<token>/sendMessage`. It must have a public address. It is kept encrypted and never shown.',
    examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
  }),
  recipient: Type.Optional(
    plainText(64, { description: 'Of Telegram: the id of the chat.', examples: ['-1001234567890'] }),
  ),
};

const state = {
  format,
  host: Type.String({ description: 'Where its messages go.', examples: ['hooks.slack.com'] }),
  recipient: Type.Union([Type.String(), Type.Null()], {
    description: 'Of Telegram: the id of the chat.',
    examples: [null],
  }),
  lastSentAt: time('When it took a message last.'),
  failingSince: time('Since when it takes none.'),
  lastError: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it took none.',
    examples: [null],
  }),
  disabledAt: time('When it said that nobody takes messages there. Nothing is sent to it any more.'),
};

const kinds = Type.Array(plainText(64, { examples: ['access.confirm'] }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'What it gets.',
});
const name = plainText(64, { description: 'What people call it.', examples: ['treasury'] });
const language = Type.Enum([...LANGUAGES], { description: 'Of its messages.', examples: ['en'] });
const detail = Type.Enum([...DETAILS], {
  description: 'What its messages say: never more than `mail.detail` allows.',
  examples: ['short'],
});

const EXAMPLE = { format: 'slack', url: 'https://hooks.slack.com/services/T000/B000/XXXX' };

export const NewChat = Type.Object(target, { title: 'NewNoticeChat', ...closed, examples: [EXAMPLE] });
export type NewChat = Static<typeof NewChat>;

export const Chat = Type.Object(state);

export const NewRoom = Type.Object(
  { name, ...target, kinds, detail, language },
  {
    title: 'NewNoticeRoom',
    ...closed,
    examples: [{ name: 'treasury', ...EXAMPLE, kinds: ['access.confirm'], detail: 'short', language: 'en' }],
  },
);
export type NewRoom = Static<typeof NewRoom>;

const id = Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] });
export const RoomId = Type.Object({ id });
export const Room = Type.Object({ id, name, ...state, kinds, detail, language }, { title: 'NoticeRoom' });
export const Rooms = Type.Array(Room, { title: 'NoticeRooms' });
