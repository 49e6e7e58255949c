import { invalid, Problem } from '../../../kernel/index.ts';
import type { Poster } from '../post.ts';

/** Encrypts with a key that only this installation has. */
export interface Sealing {
  seal(purpose: string, plain: Uint8Array, boundTo: string): Buffer;
  open(purpose: string, sealed: Buffer, boundTo: string): Buffer;
}

const PURPOSE = 'notice chat';

export const sealUrl = (secrets: Sealing, id: string, url: string): Buffer =>
  secrets.seal(PURPOSE, Buffer.from(url), id);

/** Undefined if it was encrypted with another root secret. */
export function openUrl(
  secrets: Sealing,
  { id, url }: { readonly id: string; readonly url: Buffer },
): URL | undefined {
  try {
    return new URL(secrets.open(PURPOSE, url, id).toString());
  } catch {
    return undefined;
  }
}

/** Refuses a URL that messages cannot be sent to. */
export async function checkUrl(text: string, sender: Poster): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid({ url: ['must be an http:// or https:// URL'] });
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid({ url: ['must not contain a user name or password'] });
  }
  const refusal = await sender.refuse(url);
  if (refusal === undefined) return url;
  throw new Problem('unprocessable', `Messages cannot be sent to this URL: ${refusal}.`, {
    errors: { url: [refusal] },
  });
}
