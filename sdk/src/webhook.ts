import { WebhookSignatureError } from './errors/index.ts';
import type { operations } from './generated/types.ts';

/** A message to a webhook destination. `switch (event.type)` narrows its data. */
export type WebhookEvent = {
  [Type in EventType]: operations[Type]['requestBody']['content']['application/json'];
}[EventType];

/** Only the messages to webhooks have names with a point, such as `withdrawal.created`. */
type EventType = Extract<keyof operations, `${string}.${string}`>;

export interface VerifyOptions {
  /** How many seconds the message may be old, or ahead of this clock: 300 unless given. */
  readonly tolerance?: number;
  /** The present, in milliseconds since 1970. */
  readonly nowMs?: number;
}

type HeaderSource = Headers | Readonly<Record<string, string | string[] | undefined>>;

const TOLERANCE_SECONDS = 300;

/**
 * Checks the signature of a webhook as Standard Webhooks specifies and returns its event. Pass the body as it was
 * received, before JSON is parsed, and the secret of the destination (`whsec_…`).
 * @example const event = await verifyWebhook(request.headers, rawBody, process.env.WEBHOOK_SECRET)
 */
export async function verifyWebhook(
  headers: HeaderSource,
  body: string | Uint8Array,
  secret: string,
  { tolerance = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > tolerance) {
    throw new WebhookSignatureError(`The timestamp of the message is more than ${tolerance} seconds away.`);
  }
  const encoder = new TextEncoder();
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = encoder.encode(`${id}.${timestamp}.${text}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase64(secret.replace(/^whsec_/, '')),
    algorithm,
    false,
    ['verify'],
  );
  for (const signature of signatures.split(' ')) {
    const [version, digest = ''] = signature.split(',');
    // WebCrypto compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify(algorithm, key, fromBase64(digest), content))) {
      return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookSignatureError('No signature of the message is right.');
}

function headerOf(headers: HeaderSource, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  const value = Array.isArray(found) ? found[0] : found;
  if (value === undefined || value === null) {
    throw new WebhookSignatureError(`The message has no header ${name}.`);
  }
  return value;
}

/** Text that is not base64 matches no signature. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
