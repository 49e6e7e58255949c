import { Type } from 'typebox';

export const SignIn = Type.Object(
  {
    login: Type.String({ minLength: 1, maxLength: 128, examples: ['partner'] }),
    password: Type.String({ minLength: 1, maxLength: 1_024, examples: ['correct horse battery staple'] }),
    code: Type.Optional(
      Type.String({
        minLength: 6,
        maxLength: 32,
        description: 'Of those who have a second factor: the code of the app, or a recovery code.',
        examples: ['492039'],
      }),
    ),
  },
  { title: 'SignIn', additionalProperties: false },
);

const expires_at = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });

export const SignedIn = Type.Object(
  {
    token: Type.String({ examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJwYXJ0bmVyIn0.c2lnbmF0dXJl'] }),
    expires_at,
  },
  { title: 'SignedIn' },
);

export const TokenState = Type.Object(
  {
    login: Type.String({ examples: ['partner'] }),
    partner_uid: Type.Union([Type.String(), Type.Null()], { examples: ['p-1001'] }),
    scopes: Type.Array(Type.String(), { examples: [['reports:view', 'wallets:view']] }),
    expires_at,
  },
  { title: 'TokenState' },
);
