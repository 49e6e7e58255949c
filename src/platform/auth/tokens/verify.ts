import { errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import type { Clock } from '../../../kernel/index.ts';
import { ALGORITHM, type KeyRing } from '../keys/index.ts';
import type { Revocations } from '../revocations/index.ts';
import type { ServiceName } from '../scopes.ts';
import { expiredToken, invalidToken } from './refuse.ts';
import { readClaims, TOKEN_TYPE, type Token, type Verify } from './token.ts';

/** A token that a process of this service issued. */
export interface OwnToken extends Token {
  readonly id: string;
  readonly secretId: string;
}

interface VerifyOptions {
  readonly keys: KeyRing;
  readonly revocations: Revocations;
  readonly clock: Clock;
  readonly service: ServiceName;
  readonly issuer: string;
}

export function createVerify(options: VerifyOptions): Verify<OwnToken> {
  const { keys, revocations, clock, service, issuer } = options;
  const getKey: JWTVerifyGetKey = async ({ kid }) => {
    const key = kid === undefined ? undefined : await keys.verifier(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  const expected = { algorithms: [ALGORITHM], typ: TOKEN_TYPE, issuer, audience: issuer };
  return async (text) => {
    const claims = await verifyJwt(text, getKey, { ...expected, currentDate: clock.now() });
    const { jti: id, secret_id: secretId } = claims;
    if (typeof id !== 'string' || typeof secretId !== 'string') throw refused();
    const isRevoked = () => revocations.isRevoked(id, secretId);
    return { ...readClaims(claims, service), id, secretId, isRevoked };
  };
}

export async function verifyJwt(text: string, getKey: JWTVerifyGetKey, options: JWTVerifyOptions) {
  // Decoders ignore the unused last bits: without this check a token would have several spellings.
  const signature = text.slice(text.lastIndexOf('.') + 1);
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw refused();
  try {
    const { payload } = await jwtVerify(text, getKey, options);
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expiredToken();
    throw error instanceof errors.JOSEError ? refused(error) : error;
  }
}

const refused = (cause?: unknown) => invalidToken('The token was not issued for this service.', cause);
