import { createHmac } from 'node:crypto';

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
}

/** Returns the body and headers of a message, signed as Standard Webhooks specifies. */
export function sign(
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
