import type { Sealing } from '../sealing.ts';

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
