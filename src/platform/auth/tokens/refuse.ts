import { Problem } from '../../../kernel/index.ts';

export const noToken = (): Problem =>
  new Problem('unauthenticated', 'Send a token in the header: `Authorization: Bearer <token>`.');

export const invalidToken = (detail: string, cause?: unknown): Problem =>
  new Problem('unauthenticated', detail, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    cause,
  });

export const expiredToken = (detail = 'The token has expired. Get a new one.'): Problem =>
  new Problem('token_expired', detail, {
    headers: {
      'www-authenticate': 'Bearer error="invalid_token", error_description="The token has expired"',
    },
  });
