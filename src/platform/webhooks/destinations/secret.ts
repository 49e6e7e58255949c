import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../auth/index.ts';
import type { DestinationRow } from './store.ts';

const PURPOSE = 'webhook secret';
const SECRET_BYTES = 32;

/** A new secret: as it is stored, and as the receiver is told it, once. */
export function makeSecret(secrets: Secrets, id: string): { sealed: Buffer; shown: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { sealed: secrets.seal(PURPOSE, secret, id), shown: `whsec_${secret.toString('base64')}` };
}

/** The secrets that sign at this time, the newest first. Those that were sealed with another root secret are lost. */
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
