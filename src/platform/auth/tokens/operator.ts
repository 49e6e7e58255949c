import { decodeProtectedHeader, SignJWT } from 'jose';
import { newId, type Clock } from '../../../kernel/index.ts';
import type { ServiceName } from '../scopes.ts';
import type { Secrets } from '../secrets.ts';
import { readClaims, type Token, type Verify } from './token.ts';
import { verifyJwt, type OwnToken } from './verify.ts';

const TYPE = 'operator+jwt';
const ALGORITHM = 'HS256';
const ISSUER = 'quaestor command line';
const TENANT = 'default';
/** A request needs its token only when it arrives. */
const LIFETIME_SECONDS = 60;

const keyOf = (secrets: Secrets): Buffer => secrets.derive('operator tokens');

interface OperatorToken {
  readonly secrets: Secrets;
  readonly service: ServiceName;
  /** The operating-system user. */
  readonly user: string;
  /** What the command needs, and nothing else. */
  readonly scopes: readonly string[];
  readonly now: Date;
}

/**
 * Signs a token for a command that calls a service. Its key is derived from the root secret: a command that has it could
 * do everything without the service too. It is valid whichever issuer the service trusts.
 */
export function signOperatorToken({ secrets, service, user, scopes, now }: OperatorToken): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: scopes.join(' '), tenant: TENANT })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(service)
    .setSubject(user)
    .setJti(newId(now))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .sign(keyOf(secrets));
}

interface OperatorOptions {
  readonly secrets: Secrets;
  readonly service: ServiceName;
  readonly clock: Clock;
}

/** Accepts tokens of commands beside those that `verify` accepts. */
export function acceptOperators<T extends Token>(
  verify: Verify<T>,
  { secrets, service, clock }: OperatorOptions,
): Verify<T | OwnToken> {
  const key = keyOf(secrets);
  const expected = { algorithms: [ALGORITHM], typ: TYPE, issuer: ISSUER, audience: service };
  return async (text) => {
    if (typeOf(text) !== TYPE) return verify(text);
    const claims = await verifyJwt(text, async () => key, { ...expected, currentDate: clock.now() });
    const { actor, ...rest } = readClaims(claims, service);
    const token = { id: claims.jti ?? '', secretId: '', isRevoked: () => false };
    return { ...rest, ...token, actor: { ...actor, kind: 'operator' } };
  };
}

function typeOf(text: string): string | undefined {
  try {
    return decodeProtectedHeader(text).typ;
  } catch {
    return undefined;
  }
}
