import { later } from '../../../kernel/index.ts';
import type { Tx } from '../../postgres/index.ts';
import { insertRevocation } from './store.ts';

/** No process may issue tokens with a longer lifetime, because revocations expire after it. */
export const LONGEST_TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** How long a token request that was in progress at the revocation may take. */
const ISSUING_MS = 60 * 60 * 1000;

/** Revokes every token issued for the secret, in every process, when the transaction commits. */
export async function revokeSecret(tx: Tx, secretId: string, now: Date): Promise<void> {
  const expiresAt = later(now, LONGEST_TOKEN_LIFETIME_MS + ISSUING_MS);
  await insertRevocation(tx, secretId, expiresAt).execute();
}

/** Revokes one token, in every process, when the transaction commits. */
export async function revokeTokenId(tx: Tx, tokenId: string, expiresAt: Date): Promise<void> {
  await insertRevocation(tx, tokenId, expiresAt).execute();
}
