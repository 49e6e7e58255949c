import { SignJWT } from 'jose';
import { newId } from '../../../kernel/index.ts';
import type { CredentialRow } from '../credentials/index.ts';
import type { Issuer } from './issuer.ts';
import { TOKEN_TYPE } from './token.ts';
import { ALGORITHM } from '../keys/index.ts';

export interface TokenContent {
  readonly issuer: Pick<Issuer, 'url' | 'keys' | 'tokenLifetimeMs'>;
  readonly credential: CredentialRow;
  readonly scopes: readonly string[];
  /** When the person of the credential signed in. */
  readonly signedInAtMs?: number;
}

export interface SignedToken {
  readonly id: string;
  readonly text: string;
  readonly lifetimeSeconds: number;
  readonly expiresAt: Date;
}

/** Signs a token that is valid at the issuing service only. */
export async function signToken(
  { issuer, credential, scopes, signedInAtMs }: TokenContent,
  now: Date,
): Promise<SignedToken> {
  const { kid, key } = await issuer.keys.signer();
  const id = newId();
  const issuedAt = toSeconds(now.getTime());
  const lifetimeSeconds = toSeconds(issuer.tokenLifetimeMs);
  const expiresAt = issuedAt + lifetimeSeconds;
  const text = await new SignJWT({
    iss: issuer.url,
    aud: issuer.url,
    sub: credential.name,
    jti: id,
    iat: issuedAt,
    exp: expiresAt,
    scope: scopes.join(' '),
    tenant: credential.tenant,
    secret_id: credential.secret_id,
    ...(credential.partner_uid !== null && { partner_uid: credential.partner_uid }),
    ...(credential.owner !== null && { owner: credential.owner }),
    ...(signedInAtMs !== undefined && { auth_time: toSeconds(signedInAtMs) }),
  })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TOKEN_TYPE })
    .sign(key);
  return { id, text, lifetimeSeconds, expiresAt: new Date(expiresAt * 1000) };
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);
