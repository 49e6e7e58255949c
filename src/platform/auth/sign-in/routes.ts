import { endpoint, type Endpoint } from '../../http/index.ts';
import { AUTH_TAG } from '../tag.ts';
import { revokeToken, type Issuer } from '../tokens/index.ts';
import { renew } from './renew.ts';
import { SignIn, SignedIn, TokenState } from './schema.ts';
import { signIn } from './sign-in.ts';

/** The endpoints with which people get, check, renew and revoke their tokens. */
export function signInEndpoints(issuer: Issuer): Endpoint[] {
  const { inspect } = issuer.authenticator;
  return [
    endpoint({
      method: 'POST',
      path: '/api/auth/',
      operation: 'signIn',
      tag: AUTH_TAG,
      summary: 'Sign in with login and password',
      description:
        'After three consecutive failures from one address, further attempts with the login wait up to 10 seconds, one at a time; the correct password is then accepted.',
      scope: 'public',
      body: SignIn,
      answers: { 200: { description: 'The token.', schema: SignedIn } },
      errors: ['unauthenticated', 'second_factor_required'],
      handle: async (context, { body, ip }) => signedIn(await signIn(context, { issuer, ...body, ip })),
    }),
    endpoint({
      method: 'GET',
      path: '/api/auth/token/',
      operation: 'checkToken',
      tag: AUTH_TAG,
      summary: 'Show the scopes and expiry of the token',
      scope: 'any token',
      answers: { 200: { description: 'The token is valid.', schema: TokenState } },
      handle: async (_context, { headers }) => {
        const { actor, expiresAtMs } = await inspect(headers.authorization);
        return {
          status: 200,
          body: {
            login: actor.id,
            partner_uid: actor.partnerUid ?? null,
            scopes: [...actor.scopes],
            expires_at: new Date(expiresAtMs).toISOString(),
          },
        };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/auth/token/',
      operation: 'renewToken',
      tag: AUTH_TAG,
      summary: 'Renew the token',
      description: 'Possible for 12 hours after the sign-in; then the person must sign in again.',
      scope: 'any token',
      answers: { 200: { description: 'The new token.', schema: SignedIn } },
      errors: ['unprocessable'],
      handle: async (context, { headers, ip }) => {
        const token = await inspect(headers.authorization);
        return signedIn(await renew(context, { issuer, token, ip }));
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/api/auth/token/',
      operation: 'endToken',
      tag: AUTH_TAG,
      summary: 'Revoke the token',
      scope: 'any token',
      answers: { 204: { description: 'The token is revoked.', schema: null } },
      handle: async (context, { headers }) => {
        const token = await inspect(headers.authorization);
        await revokeToken(context, { issuer, token });
        return { status: 204 };
      },
    }),
  ];
}

const signedIn = ({ text, expiresAt }: { text: string; expiresAt: Date }) => ({
  status: 200,
  body: { token: text, expires_at: expiresAt.toISOString() },
});
