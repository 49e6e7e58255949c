import { SignJWT } from 'jose';
import { newId, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { CredentialRow } from '../credentials/index.ts';
import type { Issuer } from '../issuer.ts';
import { ALGORITHM } from '../keys/index.ts';

interface IssueInput {
  readonly issuer: Pick<Issuer, 'url' | 'keys' | 'tokenLifetimeMs'>;
  readonly credential: CredentialRow;
  readonly scopes: readonly string[];
  /** When the person behind the credential signed in. */
  readonly signedInAtMs?: number;
}

interface IssuedToken {
  readonly text: string;
  readonly lifetimeSeconds: number;
  readonly expiresAt: Date;
}

export const TOKEN_TYPE = 'at+jwt';

/** A token that is good at the issuing service only. */
export async function issueToken({ clock }: Context<Db>, input: IssueInput): Promise<IssuedToken> {
  const { issuer, credential, scopes, signedInAtMs } = input;
  const { kid, key } = await issuer.keys.signer();
  const issuedAt = toSeconds(clock.now().getTime());
  const lifetimeSeconds = toSeconds(issuer.tokenLifetimeMs);
  const expiresAt = issuedAt + lifetimeSeconds;
  const text = await new SignJWT({
    iss: issuer.url,
    aud: issuer.url,
    sub: credential.name,
    jti: newId(),
    iat: issuedAt,
    exp: expiresAt,
    scope: scopes.join(' '),
    tenant: credential.tenant,
    secret_id: credential.secret_id,
    ...(credential.partner_uid !== null && { partner_uid: credential.partner_uid }),
    ...(signedInAtMs !== undefined && { auth_time: toSeconds(signedInAtMs) }),
  })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TOKEN_TYPE })
    .sign(key);
  return { text, lifetimeSeconds, expiresAt: new Date(expiresAt * 1000) };
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);
