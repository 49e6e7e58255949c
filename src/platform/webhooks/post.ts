import type { Answer, Sender } from './send.ts';
import { sign, type Message } from './sign.ts';

interface SignedPost {
  readonly url: string;
  readonly message: Message;
  readonly keys: readonly Buffer[];
  readonly now: Date;
}

/** Signs and sends a message. Without a usable secret, nothing is sent. */
export async function post(sender: Sender, request: SignedPost, signal: AbortSignal): Promise<Answer> {
  const { url, message, keys, now } = request;
  if (keys.length === 0) {
    return { status: undefined, error: 'the secret was encrypted with another root secret: rotate it' };
  }
  const { headers, body } = sign(message, keys, now);
  return sender.post(new URL(url), headers, body, signal);
}
