import { createHmac } from 'node:crypto';

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
}

/** The body of a message, as it is sent and signed. */
export const bodyOf = ({ type, at, data }: Omit<Message, 'id'>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** Returns the body and headers of a message, signed as Standard Webhooks specifies. */
export function sign(
  message: Message,
  keys: readonly Buffer[],
  now: Date,
): { headers: Record<string, string>; body: string } {
  const { id } = message;
  const body = bodyOf(message);
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
