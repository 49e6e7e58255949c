import { randomBytes } from 'node:crypto';
import { Problem, newId } from '../../../kernel/index.ts';
import { hashSecret } from './hash.ts';
import type { CredentialRow } from './store.ts';

/** What may be shown of a credential. */
export interface Credential {
  readonly id: string;
  readonly kind: 'client' | 'person';
  /** The client id, or the login of a person. */
  readonly name: string;
  readonly tenant: string;
  readonly partnerUid: string | undefined;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly rotatedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export interface CredentialWithSecret {
  readonly credential: Credential;
  /** Shown this once: only its hash is kept. */
  readonly secret: string;
}

export const isName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$/.test(text);

export function toCredential(row: CredentialRow): Credential {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    tenant: row.tenant,
    partnerUid: row.partner_uid ?? undefined,
    scopes: row.scopes,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}

export async function makeSecret() {
  const secret = randomBytes(32).toString('base64url');
  return { secret, stored: { secret_id: newId(), secret_hash: await hashSecret(secret) } };
}

export function refuseRevoked({ name, revoked_at }: CredentialRow): void {
  if (revoked_at === null) return;
  throw new Problem('invalid_transition', `${name} was revoked at ${revoked_at.toISOString()}.`);
}
