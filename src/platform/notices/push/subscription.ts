import { invalid, noFieldErrors, refuseFieldErrors, sha256 } from '../../../kernel/index.ts';
import { checkUrl, type Poster } from '../post.ts';
import type { Sealing } from '../sealing.ts';
import { isUsable, type BrowserKeys } from './encrypt.ts';
import type { NewDevice } from './schema.ts';

const PURPOSE = 'push subscription';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface Subscription extends BrowserKeys {
  readonly url: URL;
}

/** Refuses a subscription that messages cannot be sent to, such as one of an internal address. */
export async function checkSubscription(sender: Poster, input: NewDevice): Promise<Subscription> {
  const url = await checkUrl(input.endpoint, sender, 'endpoint');
  // Browsers give no other; on this machine nobody can read what is sent.
  if (url.protocol !== 'https:' && !LOOPBACK.has(url.hostname)) {
    throw invalid({ endpoint: ['must be an https:// URL'] });
  }
  const keys = { p256dh: Buffer.from(input.p256dh, 'base64url'), auth: Buffer.from(input.auth, 'base64url') };
  const errors = noFieldErrors();
  if (!isUsable(keys)) errors['p256dh'] = ['and auth must be the keys of a push subscription'];
  refuseFieldErrors(errors);
  return { url, ...keys };
}

/** A browser is known by the address that its push service has for it. */
export const fingerprintOf = ({ href }: URL): Buffer => sha256(href);

export function sealSubscription(secrets: Sealing, id: string, { url, p256dh, auth }: Subscription): Buffer {
  const plain = [url.href, p256dh.toString('base64url'), auth.toString('base64url')];
  return secrets.seal(PURPOSE, Buffer.from(plain.join('\n')), id);
}

/** Undefined if it was encrypted with another root secret. */
export function openSubscription(secrets: Sealing, id: string, sealed: Buffer): Subscription | undefined {
  try {
    const [href = '', p256dh = '', auth = ''] = secrets.open(PURPOSE, sealed, id).toString().split('\n');
    return {
      url: new URL(href),
      p256dh: Buffer.from(p256dh, 'base64url'),
      auth: Buffer.from(auth, 'base64url'),
    };
  } catch {
    return undefined;
  }
}
