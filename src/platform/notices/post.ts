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
