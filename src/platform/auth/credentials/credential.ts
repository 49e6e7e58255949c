import { randomBytes } from 'node:crypto';
import { newId } from '../../../kernel/index.ts';
import { entityTag } from '../../http/index.ts';
import { hashSecret } from './hash.ts';
import type { CredentialRow } from './store.ts';

/** A credential without its secret. */
export interface Credential {
  readonly id: string;
  readonly kind: 'client' | 'person';
  /** The client id, or the login of a person. */
  readonly name: string;
  readonly tenant: string;
  readonly partnerUid: string | undefined;
  readonly scopes: readonly string[];
  /** Of a person. */
  readonly roles: readonly string[];
  /** The person who answers for a client. */
  readonly owner: string | undefined;
  readonly createdAt: string;
  readonly rotatedAt: string | null;
  readonly revokedAt: string | null;
}

export interface CredentialWithSecret {
  readonly credential: Credential;
  /** Cannot be shown again: only its hash is stored. */
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
    roles: row.roles,
    owner: row.owner ?? undefined,
    createdAt: row.created_at.toISOString(),
    rotatedAt: row.rotated_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

/** Of what admins edit. */
export const etagOf = ({ scopes, roles }: Pick<Credential, 'scopes' | 'roles'>): string =>
  entityTag({ scopes, roles });

export async function makeSecret() {
  const secret = randomBytes(32).toString('base64url');
  return { secret, stored: { secret_id: newId(), secret_hash: await hashSecret(secret) } };
}
