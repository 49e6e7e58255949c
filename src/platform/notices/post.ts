import { invalid, Problem } from '../../kernel/index.ts';
import type { Outcome } from './channel.ts';

interface Answer {
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly error: string | undefined;
}

/** Sends to permitted addresses only. */
export interface Poster {
  /** Returns why nothing can be sent to the URL, or undefined. */
  refuse(url: URL): Promise<string | undefined>;
  post(
    url: URL,
    headers: Record<string, string>,
    body: string | Buffer,
    signal: AbortSignal,
    options: { readonly beforeBody: () => Promise<boolean> },
  ): Promise<Answer>;
}

/** The other side says that nobody takes messages there, or not from this sender. */
const GONE = new Set([401, 403, 404, 410]);
/** It has taken nothing, and may do so later. */
const BUSY = new Set([408, 429, 503]);

/** Only an answer proves what became of a message that was offered, and some answers do not. */
export function judge({ status, error = '' }: Answer, isOffered: boolean): Outcome {
  if (status === undefined) return { kind: isOffered ? 'unknown' : 'later', error };
  if (status >= 200 && status < 300) return { kind: 'sent', answer: String(status) };
  if (BUSY.has(status)) return { kind: 'later', error };
  if (status >= 500) return { kind: 'unknown', error };
  return { kind: 'refused', error, isAddress: GONE.has(status) };
}

/** Refuses a URL that messages cannot be sent to. */
export async function checkUrl(text: string, sender: Poster, field = 'url'): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid({ [field]: ['must be an http:// or https:// URL'] });
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid({ [field]: ['must not contain a user name or password'] });
  }
  const refusal = await sender.refuse(url);
  if (refusal === undefined) return url;
  throw new Problem('unprocessable', `Messages cannot be sent to this URL: ${refusal}.`, {
    errors: { [field]: [refusal] },
  });
}
