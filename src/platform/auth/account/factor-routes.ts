import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../../http/index.ts';
import { selectPasskeys } from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { AUTH_TAG } from '../tag.ts';
import { COOKIE } from '../sessions/index.ts';
import { signedOut } from './browser.ts';
import { ownSession } from './confirm.ts';
import { changePassword } from './change-password.ts';
import * as factors from './own-factors/index.ts';
import * as schema from './schema.ts';

/** The endpoints with which people manage their own password, passkeys, app and recovery codes. */
export function factorEndpoints(identity: Identity): Endpoint[] {
  return [
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
        await changePassword(context, identity, { ...body, ip });
        return signedOut(identity.service);
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
      location: '/auth/passkeys/{id}',
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
      params: Type.Object({ id: schema.PasskeyId }),
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
  ];
}

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
