import { Type } from 'typebox';

export const AUTH = Type.Object(
  {
    tokenLifetimeSeconds: Type.Integer({
      default: 300,
      minimum: 30,
      maximum: 86_400,
      description: 'How long an access token is valid.',
    }),
    countsAsHours: Type.Integer({
      default: 24,
      minimum: 1,
      maximum: 720,
      description:
        'Hours for which an account counts as the admin who created, reset, rotated or empowered it, where two people must agree.',
    }),
    issuer: Type.String({
      default: '',
      maxLength: 2048,
      description: 'URL of an external token issuer. Empty: Quaestor issues its own tokens.',
    }),
    audience: Type.String({
      default: '',
      maxLength: 2048,
      description: 'The audience of tokens from the external issuer.',
    }),
    clientId: Type.String({
      default: '',
      maxLength: 255,
      description:
        'Id of this installation at the external issuer. With it, people sign in there by OpenID Connect; its redirect addresses are publicUrl/auth/openid/callback of both services.',
    }),
    clientSecret: Type.String({
      default: '',
      maxLength: 1024,
      description: 'Secret of this installation at the external issuer.',
      'x-secret': true,
    }),
  },
  { additionalProperties: false },
);
