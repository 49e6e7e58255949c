import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../auth/index.ts';
import type { DestinationRow } from './store.ts';

const PURPOSE = 'webhook secret';
const SECRET_BYTES = 32;

/** Creates a secret: encrypted for storage, and in the form that the receiver needs. */
export function makeSecret(secrets: Secrets, id: string): { sealed: Buffer; shown: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { sealed: secrets.seal(PURPOSE, secret, id), shown: `whsec_${secret.toString('base64')}` };
}

/** Returns the secrets that sign now, newest first, without those encrypted with another root secret. */
export function keysOf(secrets: Secrets, row: DestinationRow, now: Date): Buffer[] {
  const { id, secret, previous_secret, previous_until } = row;
  const isKept = previous_secret !== null && previous_until !== null && previous_until > now;
  return [secret, ...(isKept ? [previous_secret] : [])].flatMap((sealed) => {
    try {
      return [secrets.open(PURPOSE, sealed, id)];
    } catch {
      return [];
    }
  });
}
