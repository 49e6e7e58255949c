import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { pageOf, pageQuery } from '../../lists/index.ts';
import { Chat } from '../chat/index.ts';
import { Device } from '../push/index.ts';
import { DELIVERY_STATES } from '../store.ts';

const closed = { additionalProperties: false } as const;
const Time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const OptionalTime = (description: string) =>
  Type.Union([Time, Type.Null()], { description, examples: [null] });
const TimeOfDay = (example: string) =>
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    'x-form': 'a time of day such as 22:00',
    examples: [example],
  });
const Kind = plainText(64, { examples: ['withdrawal.vote'] });

const QuietHours = Type.Object(
  {
    from: TimeOfDay('22:00'),
    until: TimeOfDay('07:00'),
    timeZone: plainText(64, { description: 'A name of the IANA database.', examples: ['Europe/Berlin'] }),
  },
  closed,
);

const EmailAddress = Type.Object({
  address: Type.String({ examples: ['ada@example.com'] }),
  confirmedAt: OptionalTime('When its link was opened. Before that, only the link is sent to it.'),
  disabledAt: OptionalTime('When a server refused it. Nothing is sent to it any more.'),
  disabledBecause: Type.Union([Type.String(), Type.Null()], {
    description: 'What that server said.',
    examples: [null],
  }),
});

export const NoticeSettings = Type.Object(
  {
    isMailConfigured: Type.Boolean({
      description: 'Whether the installation can send mail: see `mail.host`.',
      examples: [true],
    }),
    email: Type.Union([EmailAddress, Type.Null()], { description: 'Where messages go.' }),
    chat: Type.Union([Chat, Type.Null()], { description: 'The chat that gets them too.' }),
    pushKey: Type.String({
      description: 'What a browser subscribes with to get messages: the `applicationServerKey`.',
      examples: ['BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'],
    }),
    devices: Type.Array(Device, { description: 'The browsers that get the messages of this service.' }),
    quietHours: Type.Union([QuietHours, Type.Null()], {
      description: 'What comes in them is sent when they have ended.',
    }),
    kinds: Type.Array(
      Type.Object({
        kind: Kind,
        summary: Type.String({ examples: ['A withdrawal waits for your vote.'] }),
        isYours: Type.Boolean({
          description:
            'Whether you can ever get it. Admins see the others too, because they decide about them.',
          examples: [true],
        }),
        isOn: Type.Boolean({ examples: [true] }),
        isPrivate: Type.Boolean({
          description: 'It is the matter of one person alone, so that no room gets it.',
          examples: [false],
        }),
        isCompulsory: Type.Boolean({
          description: 'An admin has decided that nobody can switch it off.',
          examples: [false],
        }),
      }),
      { description: 'What the person can get messages about at this service.' },
    ),
  },
  { title: 'NoticeSettings' },
);
export type NoticeSettings = Static<typeof NoticeSettings>;

export const NoticeChoice = Type.Object(
  {
    off: Type.Array(Kind, {
      maxItems: 100,
      uniqueItems: true,
      description: 'The kinds that are not sent, unless they are compulsory. All others are.',
      examples: [['withdrawal.vote-reminder']],
    }),
    quietHours: Type.Union([QuietHours, Type.Null()], { description: 'Null for none.' }),
  },
  { title: 'NoticeChoice', ...closed },
);
export type NoticeChoice = Static<typeof NoticeChoice>;

export const NewEmail = Type.Object(
  {
    address: Type.String({
      maxLength: 254,
      pattern: '^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]+@[A-Za-z0-9.-]+\\.[A-Za-z0-9-]+$',
      'x-form': 'an e-mail address',
      examples: ['ada@example.com'],
    }),
  },
  { title: 'NewNoticeEmail', ...closed },
);

export const EmailToken = Type.Object(
  {
    token: plainText(64, {
      description: 'What the link has after the `#`.',
      examples: ['k'.repeat(43)],
    }),
  },
  { title: 'NoticeEmailToken', ...closed },
);

export const CompulsoryKinds = Type.Object(
  { kinds: Type.Array(Kind, { maxItems: 100, uniqueItems: true, examples: [['withdrawal.vote']] }) },
  { title: 'CompulsoryNotices', ...closed },
);

const NoticeDelivery = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
    kind: Kind,
    subject: Type.String({
      description: 'What it is about, such as the id of a withdrawal.',
      examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    }),
    person: Type.String({
      description: 'The login, or # and the name of a room.',
      examples: ['ada@example.com'],
    }),
    channel: Type.String({ examples: ['EMAIL'] }),
    state: Type.Enum([...DELIVERY_STATES], {
      description:
        'UNKNOWN: the answer of the server was lost, so it may have arrived; it is not sent again. DROPPED: it did not concern the person any more.',
      examples: ['SENT'],
    }),
    attempts: Type.Integer({ examples: [1] }),
    dueAt: OptionalTime('When it is sent, if it waits.'),
    lastAttemptAt: OptionalTime('When it was tried last.'),
    outcome: Type.Union([Type.String(), Type.Null()], {
      description: 'What the server answered, or why there was no message.',
      examples: ['250 OK'],
    }),
    createdAt: Time,
  },
  { title: 'NoticeDelivery' },
);

export const DeliveryQuery = Type.Object(
  { ...pageQuery, state: Type.Optional(Type.Enum([...DELIVERY_STATES], { examples: ['FAILED'] })) },
  closed,
);
export const DeliveryPage = pageOf(NoticeDelivery, 'NoticeDeliveryPage');
