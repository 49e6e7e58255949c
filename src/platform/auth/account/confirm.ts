import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { invalid, Problem, sha256, type Actor, type Context } from '../../../kernel/index.ts';
import type { JsonObject } from '../../audit/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectProof, setEvidence } from '../../proofs/index.ts';
import {
  beginConfirmation,
  checkAppCode,
  selectPasskeys,
  selectTotp,
  verifyAssertion,
} from '../factors/index.ts';
import type { Identity } from '../identity.ts';

type OwnSession = NonNullable<Actor['session']>;

/** The session of the caller. */
export function ownSession({ actor }: Context<Db>): OwnSession {
  if (actor.session) return actor.session;
  throw new Problem('forbidden', 'This is for people who have signed in with a browser session.');
}

/** What the person is asked to confirm, and with which factors they can. */
export async function describeProof(context: Context<Db>, { site }: Identity, id: string) {
  const { db, clock } = context;
  const { credentialId } = ownSession(context);
  const { subject, challenge } = await findProof(context, id);
  const [passkeys, totp] = await Promise.all([
    selectPasskeys(db, credentialId).execute(),
    selectTotp(db, credentialId).executeTakeFirst(),
  ]);
  const app = totp !== undefined && totp.confirmed_at !== null;
  if (passkeys.length === 0 && !app) {
    throw new Problem('unprocessable', 'Add a passkey or an authenticator app to your account first.');
  }
  const publicKey =
    passkeys.length > 0 ? await beginConfirmation({ db, clock, site }, credentialId, challenge) : null;
  return { approves: JSON.parse(subject) as JsonObject, publicKey, app };
}

interface ConfirmInput {
  readonly id: string;
  readonly response?: object | undefined;
  readonly code?: string | undefined;
}

/** Records that the person has confirmed exactly this with a second factor. */
export async function confirmProof(
  context: Context<Db>,
  identity: Identity,
  { id, response, code }: ConfirmInput,
): Promise<void> {
  const { db, clock } = context;
  if ((response === undefined) === (code === undefined)) {
    throw invalid({ '': ['must have either response or code'] });
  }
  const { challenge } = await findProof(context, id);
  const evidence =
    code === undefined
      ? await assertionEvidence(context, identity, challenge, response as AuthenticationResponseJSON)
      : await codeEvidence(context, identity, code);
  if (evidence === undefined) {
    throw new Problem('unauthenticated', 'The confirmation is not valid. Try again.');
  }
  const stored = await setEvidence(db, id, JSON.stringify(evidence), clock.now()).executeTakeFirst();
  if (stored === undefined) throw unknownProof();
}

const unknownProof = (): Problem =>
  new Problem('not_found', 'There is no such request for confirmation, or it has expired.');

async function findProof(context: Context<Db>, id: string) {
  const { credentialId } = ownSession(context);
  const proof = await selectProof(context.db, id, credentialId, context.clock.now()).executeTakeFirst();
  if (proof === undefined) throw unknownProof();
  const { subject, nonce } = proof;
  // What is signed depends on every digit of what is confirmed.
  return { subject, challenge: sha256(`${nonce.toString('hex')} ${subject}`) };
}

async function assertionEvidence(
  context: Context<Db>,
  { site }: Identity,
  challenge: Buffer,
  response: AuthenticationResponseJSON,
): Promise<JsonObject | undefined> {
  const { db, clock } = context;
  const passkey = await verifyAssertion({ db, clock, site }, challenge, response);
  if (passkey?.credential_id !== ownSession(context).credentialId) return undefined;
  const { clientDataJSON, authenticatorData, signature } = response.response;
  return { factor: 'passkey', passkey: passkey.id, clientDataJSON, authenticatorData, signature };
}

async function codeEvidence(
  context: Context<Db>,
  { secrets }: Identity,
  code: string,
): Promise<JsonObject | undefined> {
  const { db, clock } = context;
  const accepted = await checkAppCode({ db, clock, secrets }, ownSession(context).credentialId, code);
  return accepted ? { factor: 'app' } : undefined;
}
