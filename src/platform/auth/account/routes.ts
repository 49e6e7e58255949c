import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../http/index.ts';
import type { Db } from '../../postgres/index.ts';
import { beginSignIn, countRecoveryCodes, selectPasskeys, selectTotp } from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { AUTH_TAG } from '../oauth/index.ts';
import { acceptInvitation, beginInvitedPasskey, findInvitation } from '../people/index.ts';
import {
  CONSOLE_HEADER,
  endOwnSessions,
  listSessions,
  refuseForgery,
  SessionEntry,
  startSession,
  writeCookie,
  type SessionToken,
  type StartedSession,
} from '../sessions/index.ts';
import { confirmProof, describeProof, ownSession } from './confirm.ts';
import * as factors from './factors.ts';
import * as schema from './schema.ts';
import { signInByPasskey, signInByPassword } from './sign-in.ts';

/** Headers that show that a request comes from a page of this service. */
const FROM_CONSOLE = {
  origin: { description: 'The public address of this service.', example: 'https://trading.example.com' },
  [CONSOLE_HEADER]: { description: 'Any value: other sites cannot send it.', example: '1' },
} as const;
const OF_BROWSER = {
  ...FROM_CONSOLE,
  'user-agent': { description: 'Shown in the list of sessions.', example: 'Mozilla/5.0' },
} as const;
const COOKIE = {
  'set-cookie': {
    description: 'The session, for this host only.',
    example: '__Host-quaestor-trading=…; HttpOnly; Secure; SameSite=Strict; Path=/',
  },
};

interface BrowserHeaders {
  readonly origin?: string | undefined;
  readonly [CONSOLE_HEADER]?: string | undefined;
  readonly 'user-agent'?: string | undefined;
}

const callerOf = (ip: string, headers: BrowserHeaders) => ({ ip, userAgent: headers['user-agent'] ?? '' });

const Id = Type.Object({
  id: Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
});

/** The endpoints with which people sign in with a browser and manage their own account. */
export function accountEndpoints(identity: Identity): Endpoint[] {
  const { service, site, revocations, sessions } = identity;

  const signedIn = ({ token, endsAt }: StartedSession, { clock }: Context<Db>) => {
    const seconds = Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000);
    return { status: 204, headers: { 'set-cookie': writeCookie(service, token, seconds) } };
  };
  const signedOut = { status: 204, headers: { 'set-cookie': writeCookie(service, '', 0) } };
  const SIGNED_IN = { 204: { description: 'Signed in.', schema: null, headers: COOKIE } };

  return [
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
        refuseForgery(headers, site.origin);
        const input = { ...body, ...callerOf(ip, headers) };
        return signedIn(await signInByPassword(context, identity, input), context);
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
      async handle({ db, clock }, { headers }) {
        refuseForgery(headers, site.origin);
        return { status: 201, body: await beginSignIn({ db, clock, site }) };
      },
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
        refuseForgery(headers, site.origin);
        const input = { ...body, ...callerOf(ip, headers) };
        return signedIn(await signInByPasskey(context, identity, input), context);
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
      async handle(context, { body, headers }) {
        refuseForgery(headers, site.origin);
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
      async handle(context, { body, headers }) {
        refuseForgery(headers, site.origin);
        return { status: 201, body: await beginInvitedPasskey(context, identity, body.token) };
      },
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
        refuseForgery(headers, site.origin);
        const credential = await acceptInvitation(context, identity, body);
        const method = body.passkey ? 'passkey' : 'password';
        const input = { service, credential, method, ...callerOf(ip, headers) } as const;
        return signedIn(await startSession(context, input), context);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/auth/session',
      operation: 'showAccount',
      tag: AUTH_TAG,
      summary: 'Show the signed-in person and the session',
      scope: 'any token',
      answers: { 200: { description: 'The account.', schema: schema.Account } },
      errors: ['forbidden'],
      async handle(context) {
        const { actor, db } = context;
        const { credentialId } = ownSession(context);
        const token = sessions.tokenOf(actor);
        const [passkeys, totp, codes] = await Promise.all([
          selectPasskeys(db, credentialId).execute(),
          selectTotp(db, credentialId).executeTakeFirst(),
          countRecoveryCodes(db, credentialId).executeTakeFirstOrThrow(),
        ]);
        return {
          status: 200,
          body: {
            login: actor.id,
            tenant: actor.tenant,
            partnerUid: actor.partnerUid ?? null,
            roles: token.roles,
            scopes: [...actor.scopes],
            session: sessionState(token),
            secondFactors: {
              passkeys: passkeys.length,
              app: totp !== undefined && totp.confirmed_at !== null,
              recoveryCodes: Number(codes.codes),
            },
          },
        };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/session',
      operation: 'signOut',
      tag: AUTH_TAG,
      summary: 'Sign out',
      scope: 'any token',
      answers: { 204: { description: 'The session has ended.', schema: null, headers: COOKIE } },
      errors: ['forbidden'],
      async handle(context) {
        const { id, credentialId } = ownSession(context);
        await endOwnSessions(context, { credentialId, ids: [id], revocations });
        return signedOut;
      },
    }),
    endpoint({
      method: 'GET',
      path: '/auth/sessions',
      operation: 'listSessions',
      tag: AUTH_TAG,
      summary: 'List the own sessions',
      scope: 'any token',
      answers: { 200: { description: 'All sessions.', schema: Type.Array(SessionEntry) } },
      errors: ['forbidden'],
      async handle(context) {
        return { status: 200, body: await listSessions(context, ownSession(context).credentialId) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/sessions',
      operation: 'endOtherSessions',
      tag: AUTH_TAG,
      summary: 'End all own sessions but this one',
      scope: 'any token',
      answers: { 204: { description: 'They have ended.', schema: null } },
      errors: ['forbidden'],
      async handle(context) {
        const { credentialId } = ownSession(context);
        const all = await listSessions(context, credentialId);
        const ids = all.filter(({ isCurrent }) => !isCurrent).map((session) => session.id);
        await endOwnSessions(context, { credentialId, ids, revocations });
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/sessions/:id',
      operation: 'endSession',
      tag: AUTH_TAG,
      summary: 'End one of the own sessions',
      scope: 'any token',
      params: Id,
      answers: { 204: { description: 'It has ended.', schema: null } },
      errors: ['forbidden'],
      async handle(context, { params }) {
        const { credentialId } = ownSession(context);
        await endOwnSessions(context, { credentialId, ids: [params.id], revocations });
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/password',
      operation: 'changePassword',
      tag: AUTH_TAG,
      summary: 'Change the own password',
      description: 'Ends all sessions and tokens of the person. Sign in again.',
      scope: 'any token',
      body: schema.PasswordChange,
      answers: { 204: { description: 'Changed.', schema: null, headers: COOKIE } },
      errors: ['forbidden', 'conflict'],
      async handle(context, { body, ip }) {
        await factors.changePassword(context, identity, { ...body, ip });
        return signedOut;
      },
    }),
    endpoint({
      method: 'GET',
      path: '/auth/passkeys',
      operation: 'listPasskeys',
      tag: AUTH_TAG,
      summary: 'List the own passkeys',
      scope: 'any token',
      answers: { 200: { description: 'All passkeys.', schema: Type.Array(schema.PasskeyEntry) } },
      errors: ['forbidden'],
      async handle(context) {
        const rows = await selectPasskeys(context.db, ownSession(context).credentialId).execute();
        return { status: 200, body: rows.map(toPasskey) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/passkeys/challenges',
      operation: 'beginPasskey',
      tag: AUTH_TAG,
      summary: 'Begin to add a passkey',
      scope: 'any token',
      answers: { 201: { description: 'For `navigator.credentials.create`.', schema: schema.PasskeyOptions } },
      errors: ['forbidden', 'step_up_required', 'unprocessable'],
      handle: async (context) => ({ status: 201, body: await factors.beginPasskey(context, identity) }),
    }),
    endpoint({
      method: 'POST',
      path: '/auth/passkeys',
      operation: 'addPasskey',
      tag: AUTH_TAG,
      summary: 'Add a passkey',
      scope: 'any token',
      body: schema.NewPasskey,
      answers: { 201: { description: 'Added.', schema: schema.PasskeyEntry } },
      errors: ['forbidden', 'conflict'],
      handle: async (context, { body }) => ({
        status: 201,
        body: toPasskey(await factors.addPasskey(context, identity, body)),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/passkeys/:id',
      operation: 'removePasskey',
      tag: AUTH_TAG,
      summary: 'Remove a passkey',
      scope: 'any token',
      params: Type.Object({ id: Type.String({ maxLength: 1_024, examples: ['AQIDBA'] }) }),
      answers: { 204: { description: 'Removed.', schema: null } },
      errors: ['forbidden', 'step_up_required'],
      async handle(context, { params }) {
        await factors.removePasskey(context, params.id);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/app',
      operation: 'beginApp',
      tag: AUTH_TAG,
      summary: 'Begin to add an authenticator app',
      scope: 'any token',
      answers: { 201: { description: 'The secret for the app.', schema: schema.AppSecret } },
      errors: ['forbidden', 'step_up_required', 'conflict'],
      handle: async (context) => ({ status: 201, body: await factors.beginApp(context, identity) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/auth/app',
      operation: 'confirmApp',
      tag: AUTH_TAG,
      summary: 'Confirm the authenticator app with a code',
      scope: 'any token',
      body: schema.AppCode,
      answers: { 200: { description: 'The app is a second factor now.', schema: schema.RecoveryCodes } },
      errors: ['forbidden', 'conflict'],
      handle: async (context, { body }) => ({
        status: 200,
        body: { recoveryCodes: await factors.confirmApp(context, identity, body.code) },
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/app',
      operation: 'removeApp',
      tag: AUTH_TAG,
      summary: 'Remove the authenticator app',
      scope: 'any token',
      answers: { 204: { description: 'Removed.', schema: null } },
      errors: ['forbidden', 'step_up_required', 'not_found'],
      async handle(context) {
        await factors.removeApp(context);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/recovery-codes',
      operation: 'renewRecoveryCodes',
      tag: AUTH_TAG,
      summary: 'Replace the recovery codes',
      scope: 'any token',
      answers: { 201: { description: 'The new codes.', schema: schema.RecoveryCodes } },
      errors: ['forbidden', 'step_up_required', 'unprocessable'],
      handle: async (context) => ({
        status: 201,
        body: { recoveryCodes: await factors.renewRecoveryCodes(context) },
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/auth/proofs/:id',
      operation: 'showProof',
      tag: AUTH_TAG,
      summary: 'Show what a step needs to be confirmed',
      scope: 'any token',
      params: Id,
      answers: { 200: { description: 'What is confirmed, and how.', schema: schema.ProofOptions } },
      errors: ['forbidden', 'unprocessable'],
      handle: async (context, { params }) => ({
        status: 200,
        body: await describeProof(context, identity, params.id),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/auth/proofs/:id',
      operation: 'confirmProof',
      tag: AUTH_TAG,
      summary: 'Confirm a step with a second factor',
      description:
        'Send the step again with the header `x-quaestor-proof` and this id. The session continues with a new cookie.',
      scope: 'any token',
      headers: OF_BROWSER,
      params: Id,
      body: schema.Confirmation,
      answers: { 204: { description: 'Confirmed.', schema: null, headers: COOKIE } },
      errors: ['forbidden'],
      async handle(context, { params, body, headers, ip }) {
        await confirmProof(context, identity, { id: params.id, ...body });
        return signedIn(await renewSession(context, callerOf(ip, headers)), context);
      },
    }),
  ];

  /** The same session with a new token: the old one has no value after the step-up. */
  async function renewSession(
    context: Context<Db>,
    caller: { ip: string; userAgent: string },
  ): Promise<StartedSession> {
    const { id, credentialId } = ownSession(context);
    const { secretId, method, signedInAtMs, endsAt } = sessions.tokenOf(context.actor);
    const { id: name, tenant } = context.actor;
    const started = await startSession(context, {
      service,
      credential: { id: credentialId, name, tenant, secret_id: secretId },
      method,
      ...caller,
      replaces: { id, signedInAt: new Date(signedInAtMs), endsAt },
    });
    revocations.add(id, endsAt.getTime());
    return started;
  }
}

const sessionState = ({ actor, method, signedInAtMs, expiresAtMs, endsAt }: SessionToken) => ({
  id: actor.session.id,
  method,
  signedInAt: new Date(signedInAtMs).toISOString(),
  idleUntil: new Date(expiresAtMs).toISOString(),
  endsAt: endsAt.toISOString(),
});

interface Named {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const toPasskey = ({ id, name, created_at, last_used_at }: Named) => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});
