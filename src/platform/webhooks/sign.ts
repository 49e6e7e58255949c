import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../auth/index.ts';
import type { DestinationRow } from './store.ts';

const PURPOSE = 'webhook secret';
const SECRET_BYTES = 32;

/** A new secret: as it is stored, and as the receiver is told it, once. */
export function makeSecret(secrets: Secrets, id: string): { sealed: Buffer; shown: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { sealed: secrets.seal(PURPOSE, secret, id), shown: `whsec_${secret.toString('base64')}` };
}

/** The secrets that sign at this time, the newest first. */
export function keysOf(secrets: Secrets, row: DestinationRow, now: Date): Buffer[] {
  const { id, secret, previous_secret, previous_until } = row;
  const isKept = previous_secret !== null && previous_until !== null && previous_until > now;
  return [secret, ...(isKept ? [previous_secret] : [])].map((sealed) => secrets.open(PURPOSE, sealed, id));
}

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
}

/** The body and the headers of a message, by the convention of Standard Webhooks. */
export function toPost(
  { id, type, at, data }: Message,
  keys: readonly Buffer[],
  now: Date,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Quaestor',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
    },
  };
}
