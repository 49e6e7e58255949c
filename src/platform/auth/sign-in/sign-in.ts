import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { provePerson } from '../account/index.ts';
import { scopesAt } from '../scopes.ts';
import { issueToken, type Issuer } from '../tokens/index.ts';

interface SignInInput {
  readonly issuer: Issuer;
  readonly login: string;
  readonly password: string;
  /** Of those who have a second factor. */
  readonly code?: string | undefined;
  /** The address the request came from. */
  readonly ip: string;
}

export async function signIn(context: Context<Db>, { issuer, login, password, code, ip }: SignInInput) {
  const { credential } = await provePerson(context, issuer, { login, password, code, ip });
  const scopes = scopesAt(issuer.service, credential);
  const signedInAtMs = context.clock.now().getTime();
  return issueToken(context, { issuer, credential, scopes, grant: 'password', ip, signedInAtMs });
}
