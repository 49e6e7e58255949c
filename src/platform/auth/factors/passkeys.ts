import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { newId, later, type Clock } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import {
  insertChallenge,
  selectPasskey,
  selectPasskeys,
  takeChallenge,
  usePasskey,
  type PasskeyRow,
} from './store.ts';

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** The site that passkeys belong to. */
export interface Site {
  /** The public origin of the service. */
  readonly origin: string;
  /** Its host name: a passkey works for one host name only. */
  readonly id: string;
}

interface PasskeyOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly site: Site;
}

export const siteOf = (publicUrl: string): Site => {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, id: hostname };
};

interface Person {
  readonly id: string;
  readonly name: string;
}

/** What the browser needs to create a passkey, and the id of its challenge. */
export async function beginRegistration(options: PasskeyOptions, { id, name }: Person) {
  const known = await selectPasskeys(options.db, id).execute();
  const publicKey = await generateRegistrationOptions({
    rpName: 'Quaestor',
    rpID: options.site.id,
    userName: name,
    userID: new Uint8Array(Buffer.from(id)),
    excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { challenge: await store(options, 'register', publicKey.challenge, id), publicKey };
}

interface Registration {
  readonly challenge: string;
  readonly response: RegistrationResponseJSON;
  readonly name: string;
}

/** The passkey that the browser created; undefined if it is not valid for this challenge. */
export async function finishRegistration(
  { db, clock, site }: PasskeyOptions,
  personId: string,
  { challenge, response, name }: Registration,
): Promise<PasskeyRow | undefined> {
  const now = clock.now();
  const expected = await takeChallenge(db, challenge, 'register', personId, now).executeTakeFirst();
  if (expected === undefined || isFramed(response.response?.clientDataJSON)) return undefined;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: expected.challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined) return undefined;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    id,
    credential_id: personId,
    name,
    public_key: Buffer.from(publicKey),
    counter: String(counter),
    transports,
    created_at: now,
    last_used_at: null,
  };
}

/** What the browser needs to sign in with any passkey of this site, and the id of its challenge. */
export async function beginSignIn(options: PasskeyOptions) {
  const publicKey = await generateAuthenticationOptions({
    rpID: options.site.id,
    userVerification: 'required',
  });
  return { challenge: await store(options, 'sign-in', publicKey.challenge, null), publicKey };
}

/** The login of the person whose passkey signed the challenge, or undefined. */
export async function finishSignIn(
  options: PasskeyOptions,
  { challenge, response }: { readonly challenge: string; readonly response: AuthenticationResponseJSON },
): Promise<string | undefined> {
  const { db, clock } = options;
  const expected = await takeChallenge(db, challenge, 'sign-in', null, clock.now()).executeTakeFirst();
  return expected && (await verifyAssertion(options, expected.challenge, response))?.login;
}

/** What the browser needs to sign this very challenge with a passkey of this person. */
export async function beginConfirmation({ db, site }: PasskeyOptions, personId: string, challenge: Buffer) {
  const passkeys = await selectPasskeys(db, personId).execute();
  return generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
    challenge: new Uint8Array(challenge),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
  });
}

/** The passkey whose signature of the challenge this is; undefined if it is not valid. */
export async function verifyAssertion(
  { db, clock, site }: PasskeyOptions,
  challenge: Buffer,
  response: AuthenticationResponseJSON,
) {
  const passkey = await selectPasskey(db, response.id).executeTakeFirst();
  if (passkey === undefined || isFramed(response.response?.clientDataJSON)) return undefined;
  const { id, public_key, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
  }).catch(() => ({ verified: false, authenticationInfo: { newCounter: 0 } }));
  if (!verified) return undefined;
  const used = usePasskey(db, id, String(authenticationInfo.newCounter), clock.now());
  return (await used.executeTakeFirst()) && passkey;
}

/** Whether a page of another origin had this one in a frame, where it could trick the person into confirming. */
function isFramed(clientData: unknown): boolean {
  try {
    const json = Buffer.from(String(clientData), 'base64url').toString();
    return (JSON.parse(json) as { crossOrigin?: unknown }).crossOrigin === true;
  } catch {
    return true;
  }
}

async function store(
  { db, clock }: PasskeyOptions,
  purpose: 'register' | 'sign-in',
  challenge: string,
  credentialId: string | null,
): Promise<string> {
  const id = newId();
  await insertChallenge(db, {
    id,
    challenge: Buffer.from(challenge, 'base64url'),
    purpose,
    credential_id: credentialId,
    expires_at: later(clock.now(), CHALLENGE_LIFETIME_MS),
  }).execute();
  return id;
}
