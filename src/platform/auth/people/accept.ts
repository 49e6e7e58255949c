import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalid, Problem, sha256, later, type Actor, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { endCounting } from '../accountable/index.ts';
import { hashSecret, updateCredential, type CredentialRow } from '../credentials/index.ts';
import { beginRegistration, finishRegistration, insertPasskey, type PasskeyRow } from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { passwordFaults } from './password.ts';
import { selectInvitation, takeInvitation } from './store.ts';

/** Never granted to a credential: the holder of an invitation may always use it. */
const SCOPE = 'own-invitation:accept';

interface AcceptInput {
  readonly token: string;
  readonly password?: string | undefined;
  readonly passkey?:
    | { readonly challenge: string; readonly name: string; readonly response: object }
    | undefined;
}

/** The person of an invitation; throws the same problem for a wrong, a used and an expired token. */
export async function findInvitation({ db, clock }: Context<Db>, token: string) {
  const found = await selectInvitation(db, sha256(token), clock.now()).executeTakeFirst();
  if (found === undefined) {
    throw new Problem(
      'not_found',
      'The invitation is not valid, waits for a second admin, was used or has expired. Ask for a new one.',
    );
  }
  return found;
}

export async function beginInvitedPasskey(context: Context<Db>, { site }: Identity, token: string) {
  const person = await findInvitation(context, token);
  return beginRegistration({ db: context.db, clock: context.clock, site }, person);
}

/** Sets the password or the passkey of the invited person. The invitation works once. */
export async function acceptInvitation(
  context: Context<Db>,
  identity: Identity,
  { token, password, passkey }: AcceptInput,
): Promise<CredentialRow> {
  const { clock, db, traceId, callerTraceId, signal } = context;
  const { expires_at: _expiresAt, ...person } = await findInvitation(context, token);
  if ((password === undefined) === (passkey === undefined)) {
    throw invalid({ '': ['must have either password or passkey'] });
  }
  const faults = password === undefined ? [] : await passwordFaults(person.name, password);
  if (faults.length > 0) throw invalid({ password: faults });
  const registered =
    passkey &&
    (await finishRegistration({ db, clock, site: identity.site }, person.id, {
      ...passkey,
      response: passkey.response as RegistrationResponseJSON,
    }));
  if (passkey && registered === undefined) throw invalid({ passkey: ['is not valid for this challenge'] });
  const secretHash = password === undefined ? null : await hashSecret(password);
  const actor: Actor = {
    kind: 'person',
    id: person.name,
    tenant: person.tenant,
    scopes: new Set([SCOPE]),
  };
  const { result } = await run({ actor, clock, db, traceId, callerTraceId, signal }, acceptCommand, {
    tokenHash: sha256(token),
    person,
    secretHash,
    passkey: registered,
    countsForMs: identity.countsForMs,
  });
  return result;
}

interface Accepted {
  readonly tokenHash: Buffer;
  readonly person: CredentialRow;
  readonly secretHash: string | null;
  readonly passkey: PasskeyRow | undefined;
  readonly countsForMs: number;
}

const acceptCommand = command({
  name: 'person.accept',
  scope: SCOPE,
  decide: (_state, input: Accepted, { now, newId }) => ({
    change: { ...input, now, secretId: newId() },
    audit: { subject: input.person.id, details: { with: input.passkey ? 'passkey' : 'password' } },
  }),
  async write(tx, { tokenHash, person, secretHash, passkey, secretId, now, countsForMs }) {
    const taken = await takeInvitation(tx, tokenHash, now).executeTakeFirst();
    if (taken?.credential_id !== person.id) return undefined;
    // Without a factor nobody could sign in, so that the invitation is not used up.
    if (passkey && !(await insertPasskey(tx, passkey).executeTakeFirst())) return undefined;
    await endCounting(tx, person.name, later(now, countsForMs)).execute();
    const change = { secret_id: secretId, secret_hash: secretHash, rotated_at: now };
    return updateCredential(tx, person.id, change).executeTakeFirst();
  },
});
