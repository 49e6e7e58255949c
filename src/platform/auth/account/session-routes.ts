import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../http/index.ts';
import type { Db } from '../../postgres/index.ts';
import { countRecoveryCodes, selectPasskeys, selectTotp } from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { AUTH_TAG } from '../tag.ts';
import {
  COOKIE,
  endOtherSessions,
  endOwnSession,
  listSessions,
  SessionEntry,
  startSession,
  type SessionToken,
  type StartedSession,
} from '../sessions/index.ts';
import { callerOf, OF_BROWSER, signedIn, signedOut } from './browser.ts';
import { confirmProof, describeProof, ownSession } from './confirm.ts';
import { Preferences, readPreferences, savePreferences } from './preferences/index.ts';
import * as schema from './schema.ts';

const Id = Type.Object({
  id: Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
});

/** The endpoints with which people see and end their own sessions, and confirm steps. */
export function sessionEndpoints(identity: Identity): Endpoint[] {
  const { service, revocations, sessions } = identity;
  return [
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
        const [passkeys, totp, codes, preferences] = await Promise.all([
          selectPasskeys(db, credentialId).execute(),
          selectTotp(db, credentialId).executeTakeFirst(),
          countRecoveryCodes(db, credentialId).executeTakeFirstOrThrow(),
          readPreferences(db, credentialId),
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
            preferences,
          },
        };
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/auth/preferences',
      operation: 'savePreferences',
      tag: AUTH_TAG,
      summary: 'Choose language and time zone of the console',
      description: 'They follow the person to every browser and to both services.',
      scope: 'any token',
      body: Preferences,
      answers: { 200: { description: 'As they are now.', schema: Preferences } },
      errors: ['forbidden'],
      handle: async (context, { body }) => ({ status: 200, body: await savePreferences(context, body) }),
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
        await endOwnSession(context, { credentialId, id, revocations, devices: 'none' });
        return signedOut(service);
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
        await endOtherSessions(context, { credentialId, revocations });
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
        await endOwnSession(context, { credentialId, id: params.id, revocations, devices: 'theirs' });
        return { status: 204 };
      },
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
        return signedIn(service, await renewSession(context, callerOf(ip, headers)), context);
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
