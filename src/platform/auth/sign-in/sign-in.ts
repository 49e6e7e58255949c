import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { scopesAt } from '../scopes.ts';
import { issueToken, type Issuer } from '../tokens/index.ts';

interface SignInInput {
  readonly issuer: Issuer;
  readonly login: string;
  readonly password: string;
  /** The address the request came from. */
  readonly ip: string;
}

export async function signIn(context: Context<Db>, { issuer, login, password, ip }: SignInInput) {
  const attempt = { kind: 'person', name: login, secret: password, ip } as const;
  const credential = await issuer.attempts.prove(context, attempt);
  if (credential === undefined) {
    throw new Problem('unauthenticated', 'The login or the password is wrong.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  const scopes = scopesAt(issuer.service, credential);
  const signedInAtMs = context.clock.now().getTime();
  return issueToken(context, { issuer, credential, scopes, grant: 'password', ip, signedInAtMs });
}
