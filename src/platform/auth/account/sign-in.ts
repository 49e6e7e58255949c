import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectUsableCredential, type CredentialRow } from '../credentials/index.ts';
import { checkCode, finishSignIn, selectPasskeys, selectTotp } from '../factors/index.ts';
import type { Identity } from '../identity.ts';
import { startSession, type SignInMethod, type StartedSession } from '../sessions/index.ts';

interface Caller {
  readonly ip: string;
  readonly userAgent: string;
}

interface PasswordInput extends Caller {
  readonly login: string;
  readonly password: string;
  readonly code?: string | undefined;
}

interface PasskeyInput extends Caller {
  readonly challenge: string;
  readonly response: object;
}

const refused = (code: string | undefined): Problem =>
  new Problem(
    'unauthenticated',
    code === undefined
      ? 'The login or the password is wrong.'
      : 'The login, the password or the code is wrong.',
  );

/** Proves a person's password, and the code of those who have a second factor. Wrong codes count as failed attempts. */
export async function provePerson(
  context: Context<Db>,
  { attempts, secrets }: Pick<Identity, 'attempts' | 'secrets'>,
  { login, password, code, ip }: Omit<PasswordInput, 'userAgent'>,
): Promise<{ credential: CredentialRow; method: SignInMethod }> {
  const { db, clock } = context;
  let method: SignInMethod = 'password';
  const credential = await attempts.prove(context, {
    kind: 'person',
    name: login,
    secret: password,
    ip,
    async confirm({ id }) {
      if (!(await hasSecondFactor(db, id))) return true;
      if (code === undefined) {
        throw new Problem('second_factor_required', 'Send the code of your authenticator app, too.');
      }
      method = 'password and code';
      return checkCode({ db, clock, secrets }, id, code);
    },
  });
  if (credential === undefined) throw refused(code);
  return { credential, method };
}

export async function signInByPassword(
  context: Context<Db>,
  identity: Identity,
  input: PasswordInput,
): Promise<StartedSession> {
  const { service } = identity;
  const { credential, method } = await provePerson(context, identity, input);
  const { ip, userAgent } = input;
  return startSession(context, { service, credential, method, ip, userAgent });
}

/** A passkey that verified its user is two factors at once. */
export async function signInByPasskey(
  context: Context<Db>,
  { service, site }: Identity,
  { challenge, response, ip, userAgent }: PasskeyInput,
): Promise<StartedSession> {
  const { db, clock } = context;
  const signed = { challenge, response: response as AuthenticationResponseJSON };
  const login = await finishSignIn({ db, clock, site }, signed);
  const credential =
    login === undefined ? undefined : await selectUsableCredential(db, 'person', login).executeTakeFirst();
  if (credential === undefined) {
    throw new Problem('unauthenticated', 'The passkey is not known here, or took too long. Try again.');
  }
  return startSession(context, { service, credential, method: 'passkey', ip, userAgent });
}

/** Those with a passkey only can sign in with it, not with a password and no code. */
async function hasSecondFactor(db: Db, credentialId: string): Promise<boolean> {
  const totp = await selectTotp(db, credentialId).executeTakeFirst();
  if (totp?.confirmed_at) return true;
  return (await selectPasskeys(db, credentialId).executeTakeFirst()) !== undefined;
}
