import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectUsableCredential } from '../credentials/index.ts';
import { scopesAt } from '../scopes.ts';
import { expiredToken, invalidToken, issueToken, type OwnToken, type Issuer } from '../tokens/index.ts';

const RENEWED_FOR_MS = 12 * 60 * 60 * 1000;

interface RenewInput {
  readonly issuer: Issuer;
  readonly token: OwnToken;
  /** The address the request came from. */
  readonly ip: string;
}

/** Issues a new token to a person who signed in at most 12 hours ago. */
export async function renew(context: Context<Db>, { issuer, token, ip }: RenewInput) {
  const { actor, signedInAtMs } = token;
  if (signedInAtMs === undefined) {
    throw new Problem(
      'unprocessable',
      'Tokens of clients cannot be renewed: get a new one from /oauth/token.',
    );
  }
  if (context.clock.now().getTime() - signedInAtMs > RENEWED_FOR_MS) {
    throw expiredToken('The sign-in is more than 12 hours old. Sign in again with POST /api/auth/.');
  }
  const credential = await selectUsableCredential(context.db, 'person', actor.id).executeTakeFirst();
  if (credential?.secret_id !== token.secretId) throw invalidToken('The token was revoked.');
  const scopes = scopesAt(issuer.service, credential);
  return issueToken(context, { issuer, credential, scopes, grant: 'renewal', ip, signedInAtMs });
}
