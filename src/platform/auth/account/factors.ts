import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalid, Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db, Tx } from '../../postgres/index.ts';
import { hashSecret, lockCredential, updateCredential } from '../credentials/index.ts';
import {
  beginRegistration,
  checkAppCode,
  confirmTotp,
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotp,
  finishRegistration,
  hashRecoveryCode,
  insertPasskey,
  insertRecoveryCodes,
  insertTotp,
  makeRecoveryCodes,
  makeTotp,
  selectPasskeys,
  selectTotp,
  type PasskeyRow,
} from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { passwordFaults } from '../people/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { ownSession } from './confirm.ts';

/** Never granted to a credential: people always manage their own factors. */
const SCOPE = 'own-factors:edit';
const MAX_PASSKEYS = 10;

const asSelf = (context: Context<Db>): Context<Db> => ({
  ...context,
  signal: context.signal,
  actor: { ...context.actor, scopes: new Set([SCOPE]) },
});

interface OwnFactors {
  readonly passkeys: readonly PasskeyRow[];
  readonly hasApp: boolean;
}

async function readFactors(db: Db | Tx, credentialId: string): Promise<OwnFactors> {
  const passkeys = await selectPasskeys(db, credentialId).execute();
  const totp = await selectTotp(db, credentialId).executeTakeFirst();
  return { passkeys, hasApp: totp !== undefined && totp.confirmed_at !== null };
}

/** A person who has a factor confirms changes with it. The first one needs only the session. */
const withFactor =
  <Input extends object>(describe: (input: Input) => { [name: string]: string }) =>
  ({ passkeys, hasApp }: OwnFactors, input: Input) =>
    passkeys.length > 0 || hasApp ? describe(input) : undefined;

/** A new passkey or app begins with a proof, so that a stolen session cannot add one. */
const beginCommand = command({
  name: 'factor.begin',
  scope: SCOPE,
  lock: (tx, { credentialId }: Beginning) => readFactors(tx, credentialId),
  approves: withFactor(({ kind }: Beginning) => ({ add: kind })),
  decide: ({ passkeys }, { credentialId, kind }) => {
    if (kind === 'passkey' && passkeys.length >= MAX_PASSKEYS) {
      throw new Problem('unprocessable', `A person can have at most ${MAX_PASSKEYS} passkeys.`);
    }
    return { change: undefined, audit: { subject: credentialId, details: { kind } } };
  },
  write: async () => ({}),
});

interface Beginning {
  readonly credentialId: string;
  readonly kind: 'passkey' | 'app';
}

export async function beginPasskey(context: Context<Db>, { site }: Identity) {
  const { credentialId } = ownSession(context);
  const { db, clock, actor } = context;
  await run(asSelf(context), beginCommand, { credentialId, kind: 'passkey' });
  return beginRegistration({ db, clock, site }, { id: credentialId, name: actor.id });
}

interface NewPasskey {
  readonly challenge: string;
  readonly name: string;
  readonly response: object;
}

export async function addPasskey(
  context: Context<Db>,
  { site }: Identity,
  { challenge, name, response }: NewPasskey,
): Promise<PasskeyRow> {
  const { credentialId } = ownSession(context);
  const { db, clock } = context;
  const registered = { challenge, name, response: response as RegistrationResponseJSON };
  const passkey = await finishRegistration({ db, clock, site }, credentialId, registered);
  if (passkey === undefined) throw invalid({ response: ['is not valid for this challenge'] });
  return (await run(asSelf(context), addPasskeyCommand, passkey)).result;
}

const addPasskeyCommand = command({
  name: 'factor.add-passkey',
  scope: SCOPE,
  decide: (_state, passkey: PasskeyRow) => {
    const { id, name, credential_id } = passkey;
    return { change: passkey, audit: { subject: credential_id, details: { passkey: id, name } } };
  },
  write: async (tx, passkey) => (await insertPasskey(tx, passkey).executeTakeFirst()) && passkey,
});

export async function removePasskey(context: Context<Db>, id: string): Promise<void> {
  const { credentialId } = ownSession(context);
  await run(asSelf(context), removePasskeyCommand, { id, credentialId });
}

const removePasskeyCommand = command({
  name: 'factor.remove-passkey',
  scope: SCOPE,
  lock: (tx, { credentialId }: { id: string; credentialId: string }) => readFactors(tx, credentialId),
  approves: withFactor(({ id }: { id: string; credentialId: string }) => ({ id })),
  decide({ passkeys }, { id, credentialId }) {
    const passkey = passkeys.find((known) => known.id === id);
    if (passkey === undefined) throw new Problem('not_found', 'There is no such passkey.');
    return {
      change: { id, credentialId },
      audit: { subject: credentialId, details: { passkey: id, name: passkey.name } },
    };
  },
  write: (tx, { id, credentialId }) => deletePasskey(tx, credentialId, id).executeTakeFirst(),
});

/** A new secret for an authenticator app. It is a factor only once a code of the app confirms it. */
export async function beginApp(context: Context<Db>, { secrets }: Identity) {
  const { credentialId } = ownSession(context);
  await run(asSelf(context), beginCommand, { credentialId, kind: 'app' });
  const { secret, uri, sealed } = makeTotp(secrets, credentialId, context.actor.id, 'Quaestor');
  const stored = await insertTotp(context.db, credentialId, sealed).executeTakeFirst();
  if (stored === undefined) {
    throw new Problem('conflict', 'You have an authenticator app already. Remove it first.');
  }
  return { secret, uri };
}

/** Makes the app a second factor, and returns new recovery codes. */
export async function confirmApp(
  context: Context<Db>,
  { secrets }: Identity,
  code: string,
): Promise<string[]> {
  const { credentialId } = ownSession(context);
  const { db, clock } = context;
  const isNew = true;
  if (!(await checkAppCode({ db, clock, secrets }, credentialId, code, { isNew }))) {
    throw invalid({ code: ['is not a code of the app, or was used before'] });
  }
  const codes = makeRecoveryCodes();
  await run(asSelf(context), confirmAppCommand, { credentialId, hashes: codes.map(hashRecoveryCode) });
  return codes;
}

interface NewCodes {
  readonly credentialId: string;
  readonly hashes: readonly Buffer[];
}

const confirmAppCommand = command({
  name: 'factor.add-app',
  scope: SCOPE,
  decide: (_state, input: NewCodes, { now }) => ({
    change: { ...input, now },
    audit: { subject: input.credentialId, details: {} },
  }),
  async write(tx, { credentialId, hashes, now }) {
    const confirmed = await confirmTotp(tx, credentialId, now).executeTakeFirst();
    if (confirmed) await replaceCodes(tx, { credentialId, hashes });
    return confirmed;
  },
});

export async function removeApp(context: Context<Db>): Promise<void> {
  await run(asSelf(context), removeAppCommand, ownSession(context));
}

const removeAppCommand = command({
  name: 'factor.remove-app',
  scope: SCOPE,
  lock: (tx, { credentialId }: { credentialId: string }) => readFactors(tx, credentialId),
  approves: withFactor((_input: { credentialId: string }) => ({ app: 'remove' })),
  decide({ hasApp }, { credentialId }) {
    if (!hasApp) throw new Problem('not_found', 'You have no authenticator app.');
    return { change: { credentialId }, audit: { subject: credentialId, details: {} } };
  },
  async write(tx, { credentialId }) {
    await deleteRecoveryCodes(tx, credentialId).execute();
    return deleteTotp(tx, credentialId).executeTakeFirst();
  },
});

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(context: Context<Db>): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const { credentialId } = ownSession(context);
  await run(asSelf(context), renewCommand, { credentialId, hashes: codes.map(hashRecoveryCode) });
  return codes;
}

const renewCommand = command({
  name: 'factor.renew-recovery-codes',
  scope: SCOPE,
  lock: (tx, { credentialId }: NewCodes) => readFactors(tx, credentialId),
  approves: withFactor((_input: NewCodes) => ({ recoveryCodes: 'renew' })),
  decide({ hasApp }, input) {
    if (!hasApp)
      throw new Problem('unprocessable', 'Recovery codes replace an authenticator app: add one first.');
    return { change: input, audit: { subject: input.credentialId, details: {} } };
  },
  async write(tx, input) {
    await replaceCodes(tx, input);
    return {};
  },
});

async function replaceCodes(tx: Tx, { credentialId, hashes }: NewCodes): Promise<void> {
  await deleteRecoveryCodes(tx, credentialId).execute();
  await insertRecoveryCodes(tx, credentialId, hashes).execute();
}

/** Changes the caller's password and ends all their sessions and tokens. */
export async function changePassword(
  context: Context<Db>,
  { attempts }: Identity,
  input: { readonly current: string; readonly new: string; readonly ip: string },
): Promise<void> {
  const { id: name } = context.actor;
  ownSession(context);
  const faults = await passwordFaults(name, input.new);
  if (faults.length > 0) throw invalid({ new: faults });
  const person = await attempts.prove(context, { kind: 'person', name, secret: input.current, ip: input.ip });
  if (person === undefined) throw invalid({ current: ['is not your password'] });
  const { id, secret_id: oldSecretId } = person;
  const change = { id, name, oldSecretId, hash: await hashSecret(input.new) };
  await run(asSelf(context), changePasswordCommand, change);
}

interface NewPassword {
  readonly id: string;
  readonly name: string;
  readonly oldSecretId: string;
  readonly hash: string;
}

const changePasswordCommand = command({
  name: 'person.change-password',
  scope: SCOPE,
  lock: (tx, { name }: NewPassword) => lockCredential(tx, name).executeTakeFirst(),
  decide({ secret_id }, { id, oldSecretId, hash }, { now, newId }) {
    if (secret_id !== oldSecretId)
      throw new Problem('conflict', 'The password was changed at the same time.');
    return { change: { id, oldSecretId, hash, now, secretId: newId() }, audit: { subject: id, details: {} } };
  },
  async write(tx, { id, oldSecretId, hash, now, secretId }) {
    await revokeSecret(tx, oldSecretId, now);
    const change = { secret_id: secretId, secret_hash: hash, rotated_at: now };
    return updateCredential(tx, id, change).executeTakeFirst();
  },
});
