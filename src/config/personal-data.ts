import { Type } from 'typebox';

/** What names and describes people. */
export const PERSONAL_DATA = Type.Object(
  {
    keys: Type.Array(
      Type.String({
        pattern: '^[a-z0-9-]{1,16}=[A-Za-z0-9+/_=-]{32,256}$',
        'x-form': 'an id of small letters and digits, =, and at least 32 random characters',
      }),
      {
        default: [],
        maxItems: 10,
        description:
          'Keys that encrypt who receives withdrawals and disbursements, as `id=key`, where `openssl rand -base64 32` makes a key. The first one encrypts, all of them decrypt, the last one makes the hashes. Without one such data is refused. Generated in demo mode.',
        'x-secret': true,
      },
    ),
    keepDays: Type.Integer({
      default: 1826,
      minimum: 1,
      maximum: 36_500,
      description:
        'Days for which it is kept who received a withdrawal or a disbursement, counted from its last change. What belongs to a saved destination stays with it.',
    }),
  },
  { additionalProperties: false },
);
