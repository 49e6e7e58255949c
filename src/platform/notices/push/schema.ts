import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';

const KEY = '^[A-Za-z0-9_-]+$';
const time = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description, examples: [null] });
const name = plainText(64, { description: 'What people call it.', examples: ['Chrome on Linux'] });

export const NewDevice = Type.Object(
  {
    name,
    endpoint: plainText(2048, {
      description:
        'Where its push service takes messages, as the browser gives it: an https:// URL with a public address. It is kept encrypted and never shown.',
      examples: ['https://push.example.com/send/dGhlLWJyb3dzZXI'],
    }),
    p256dh: Type.String({
      pattern: KEY,
      maxLength: 100,
      'x-form': 'base64url',
      description: 'Its public key. Only it can read what is sent.',
      examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
    }),
    auth: Type.String({
      pattern: KEY,
      maxLength: 64,
      'x-form': 'base64url',
      description: 'Its secret.',
      examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
    }),
  },
  {
    title: 'NewNoticeDevice',
    additionalProperties: false,
    examples: [
      {
        name: 'Chrome on Linux',
        endpoint: 'https://push.example.com/send/dGhlLWJyb3dzZXI',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    ],
  },
);
export type NewDevice = Static<typeof NewDevice>;

const id = Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] });
export const DeviceId = Type.Object({ id });

export const Device = Type.Object({
  id,
  name,
  host: Type.String({ description: 'Its push service.', examples: ['push.example.com'] }),
  fingerprint: Type.String({
    description: 'The SHA-256 of its endpoint, by which a browser knows itself.',
    examples: ['47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
  }),
  createdAt: Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] }),
  lastSentAt: time('When its push service took a message last.'),
  failingSince: time('Since when it takes none.'),
  lastError: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it took none.',
    examples: [null],
  }),
});
