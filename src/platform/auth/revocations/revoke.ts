import type { Tx } from '../../postgres/index.ts';
import { insertRevocation } from './store.ts';

/** No process may issue tokens that live longer: revocations are forgotten then. */
export const LONGEST_TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What a request that was on its way at the revocation may take to come to its token. */
const ISSUING_MS = 60 * 60 * 1000;

/** Ends every token got with the secret, in every process, as soon as the transaction commits. */
export async function revokeSecret(tx: Tx, secretId: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + LONGEST_TOKEN_LIFETIME_MS + ISSUING_MS);
  await insertRevocation(tx, secretId, expiresAt).execute();
}

/** Ends one token, in every process, as soon as the transaction commits. */
export async function revokeTokenId(tx: Tx, tokenId: string, expiresAt: Date): Promise<void> {
  await insertRevocation(tx, tokenId, expiresAt).execute();
}
