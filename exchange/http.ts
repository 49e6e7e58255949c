import type { IncomingMessage } from 'node:http';

/** Undefined if the body is too large. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export const success = (body: object): Answer => ({ status: 200, body: JSON.stringify(body) });

export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: JSON.stringify({ error: { code, message } }),
});
