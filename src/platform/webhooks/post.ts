import type { Answer, Sender } from './send.ts';
import { sign, type Message } from './sign.ts';

interface Mail {
  readonly url: string;
  readonly message: Message;
  /** Those that sign it. */
  readonly keys: readonly Buffer[];
  readonly now: Date;
}

/** Sends a message, and none that nothing signs. */
export async function post(sender: Sender, mail: Mail, signal: AbortSignal): Promise<Answer> {
  const { url, message, keys, now } = mail;
  if (keys.length === 0) {
    return { status: undefined, error: 'its secret was sealed with another root secret: rotate it' };
  }
  const { headers, body } = sign(message, keys, now);
  return sender.post(new URL(url), headers, body, signal);
}
