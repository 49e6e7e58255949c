import type { JWTPayload } from 'jose';
import { IDENTIFIER_FORM, isIdentifier, Problem, type Actor } from '../../../kernel/index.ts';
import { SCOPES, scopesAt, type ServiceName } from '../scopes.ts';
import { invalidToken } from './refuse.ts';

export const TOKEN_TYPE = 'at+jwt';

/** The content of a token with a valid signature. */
export interface Token {
  readonly actor: Actor;
  readonly expiresAtMs: number;
  /** When the person signed in; clients do not sign in. */
  readonly signedInAtMs: number | undefined;
  isRevoked(): boolean | Promise<boolean>;
}

/** Verifies a token; throws a Problem if it is not valid. */
export type Verify<T extends Token> = (text: string) => Promise<T>;

/**
 * Reads the claims of our own tokens, or of an external issuer's. Our own contain the scopes of the service they were
 * issued for; an external issuer's are valid at both services, so they contain grants.
 */
export function readClaims(
  claims: JWTPayload,
  service: ServiceName,
  externalIssuer?: string,
): Omit<Token, 'isRevoked'> {
  const { sub, exp, scope, tenant, partner_uid, owner, auth_time: authTime } = claims;
  if (exp === undefined || typeof scope !== 'string' || !isPlainText(sub) || !isPlainText(tenant)) {
    throw invalidToken('The token must have the claims sub, exp, scope and tenant.');
  }
  const partnerUid = readPartner(partner_uid);
  if (service === 'trading' && partnerUid !== undefined) {
    throw new Problem('forbidden', 'A credential of a partner cannot use the trading service.');
  }
  const scopes = scope.split(' ');
  const isPerson = typeof authTime === 'number';
  return {
    actor: {
      kind: isPerson ? 'person' : 'client',
      id: externalIssuer === undefined ? sub : `${externalIssuer}#${sub}`,
      tenant,
      scopes: new Set(
        externalIssuer === undefined
          ? scopes.filter((name) => Object.hasOwn(SCOPES[service], name))
          : scopesAt(service, { scopes, partner_uid: partnerUid }),
      ),
      partnerUid,
      // An external issuer has no such claim: the subject is the one identity of a person and its programs.
      owner: externalIssuer === undefined && isPlainText(owner) ? owner : undefined,
    },
    expiresAtMs: exp * 1000,
    signedInAtMs: isPerson ? authTime * 1000 : undefined,
  };
}

function readPartner(claim: unknown): string | undefined {
  if (claim === undefined || claim === null) return undefined;
  if (typeof claim !== 'string' || !isIdentifier(claim)) {
    throw invalidToken(`The claim partner_uid must be ${IDENTIFIER_FORM}.`);
  }
  return claim;
}

/** PostgreSQL cannot store a zero byte, and UTF-8 cannot tell two lone surrogates apart. */
const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

const isPlainText = (claim: unknown): claim is string => typeof claim === 'string' && PLAIN_TEXT.test(claim);
