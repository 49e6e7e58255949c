import { endpoint, type Endpoint } from '../../http/index.ts';
import { beginSignIn } from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { AUTH_TAG } from '../tag.ts';
import { acceptInvitation, beginInvitedPasskey, findInvitation } from '../people/index.ts';
import { COOKIE, refuseForgery, startSession } from '../sessions/index.ts';
import { callerOf, FROM_CONSOLE, OF_BROWSER, signedIn } from './browser.ts';
import * as schema from './schema.ts';
import { signInByPasskey, signInByPassword } from './sign-in.ts';

const SIGNED_IN = { 204: { description: 'Signed in.', schema: null, headers: COOKIE } };

/** The endpoints with which people sign in with a browser. */
export function browserSignInEndpoints(identity: Identity): Endpoint[] {
  const { service, site } = identity;
  const endpoints = [
    endpoint({
      method: 'POST',
      path: '/auth/sign-in',
      operation: 'signInByPassword',
      tag: AUTH_TAG,
      summary: 'Sign in with a password in a browser',
      description:
        'Sets the cookie of a session that ends after 30 minutes without a request, and after 12 hours. Those who have a second factor also send a code.',
      scope: 'public',
      headers: OF_BROWSER,
      body: schema.SignInByPassword,
      answers: SIGNED_IN,
      errors: ['unauthenticated', 'second_factor_required', 'forbidden'],
      async handle(context, { body, headers, ip }) {
        const input = { ...body, ...callerOf(ip, headers) };
        return signedIn(service, await signInByPassword(context, identity, input), context);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/passkey-challenges',
      operation: 'beginPasskeySignIn',
      tag: AUTH_TAG,
      summary: 'Begin a sign-in with a passkey',
      scope: 'public',
      headers: FROM_CONSOLE,
      answers: { 201: { description: 'For `navigator.credentials.get`.', schema: schema.PasskeyOptions } },
      errors: ['forbidden'],
      handle: async ({ db, clock }) => ({ status: 201, body: await beginSignIn({ db, clock, site }) }),
    }),
    endpoint({
      method: 'POST',
      path: '/auth/sign-in/passkey',
      operation: 'signInByPasskey',
      tag: AUTH_TAG,
      summary: 'Sign in with a passkey',
      scope: 'public',
      headers: OF_BROWSER,
      body: schema.SignInByPasskey,
      answers: SIGNED_IN,
      errors: ['unauthenticated', 'forbidden'],
      async handle(context, { body, headers, ip }) {
        const input = { ...body, ...callerOf(ip, headers) };
        return signedIn(service, await signInByPasskey(context, identity, input), context);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/invitations/show',
      operation: 'showInvitation',
      tag: AUTH_TAG,
      summary: 'Show whom an invitation is for',
      scope: 'public',
      headers: FROM_CONSOLE,
      body: schema.InvitationToken,
      answers: { 200: { description: 'The invitation is valid.', schema: schema.InvitationState } },
      errors: ['not_found', 'forbidden'],
      async handle(context, { body }) {
        const { name: login, roles, expires_at } = await findInvitation(context, body.token);
        return { status: 200, body: { login, roles, expiresAt: expires_at.toISOString() } };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/invitations/passkey-challenges',
      operation: 'beginInvitedPasskey',
      tag: AUTH_TAG,
      summary: 'Begin to create the passkey of an invited person',
      scope: 'public',
      headers: FROM_CONSOLE,
      body: schema.InvitationToken,
      answers: { 201: { description: 'For `navigator.credentials.create`.', schema: schema.PasskeyOptions } },
      errors: ['not_found', 'forbidden'],
      handle: async (context, { body }) => ({
        status: 201,
        body: await beginInvitedPasskey(context, identity, body.token),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/auth/invitations/accept',
      operation: 'acceptInvitation',
      tag: AUTH_TAG,
      summary: 'Accept an invitation with an own password or a passkey',
      description: 'The invitation works once, for 24 hours. The person is signed in.',
      scope: 'public',
      headers: OF_BROWSER,
      body: schema.Acceptance,
      answers: SIGNED_IN,
      errors: ['not_found', 'conflict', 'forbidden'],
      async handle(context, { body, headers, ip }) {
        const credential = await acceptInvitation(context, identity, body);
        const method = body.passkey ? 'passkey' : 'password';
        const input = { service, credential, method, ...callerOf(ip, headers) } as const;
        return signedIn(service, await startSession(context, input), context);
      },
    }),
  ];
  return endpoints.map((endpoint) => onlyFromConsole(endpoint, site.origin));
}

/** Another site must not sign a person in as somebody else. */
const onlyFromConsole = (endpoint: Endpoint, origin: string): Endpoint => ({
  ...endpoint,
  handle(context, request) {
    refuseForgery(request.headers, origin);
    return endpoint.handle(context, request);
  },
});
