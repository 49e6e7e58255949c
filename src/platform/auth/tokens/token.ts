import type { JWTPayload } from 'jose';
import type { Actor } from '../../../kernel/index.ts';
import { scopesOf, type ServiceName } from '../scopes.ts';
import { invalidToken } from './refuse.ts';

/** What a token of good signature says. */
export interface Token {
  readonly actor: Actor;
  readonly expiresAtMs: number;
  /** When the person signed in; clients do not sign in. */
  readonly signedInAtMs: number | undefined;
  isRevoked(): boolean | Promise<boolean>;
}

/** Takes the text of a token; throws a Problem when it is not one to be trusted. */
export type Verify<T extends Token> = (text: string) => Promise<T>;

/** Reads the claims that our own and an external issuer's tokens carry alike. */
export function readClaims(claims: JWTPayload, service: ServiceName): Omit<Token, 'isRevoked'> {
  const { sub, exp, scope, tenant, partner_uid: partnerUid, auth_time: authTime } = claims;
  if (
    typeof sub !== 'string' ||
    exp === undefined ||
    typeof scope !== 'string' ||
    typeof tenant !== 'string'
  ) {
    throw invalidToken('The token must have the claims sub, exp, scope and tenant.');
  }
  const isPerson = typeof authTime === 'number';
  return {
    actor: {
      kind: isPerson ? 'person' : 'client',
      id: sub,
      tenant,
      scopes: new Set(scopesOf(service, scope.split(' '))),
      partnerUid: typeof partnerUid === 'string' ? partnerUid : undefined,
    },
    expiresAtMs: exp * 1000,
    signedInAtMs: isPerson ? authTime * 1000 : undefined,
  };
}
