import { request } from 'node:http';
import { HEADERS, sign } from '../protocol.ts';
import { CREDENTIALS } from './start.ts';

export interface Attempt {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly expires?: string;
  /** Sent instead of the body that was signed. */
  readonly tamperedBody?: string;
}

export interface Reply {
  readonly status: number;
  /** Of an error. */
  readonly code: string | undefined;
  readonly requestId: unknown;
}

/** Makes one call over the protocol of the exchange; rejects when the connection is cut. */
export function callExchange(baseUrl: string, attempt: Attempt): Promise<Reply> {
  const { method = 'GET', path = '/v1/balances', body = '', key = CREDENTIALS.key } = attempt;
  const { secret = CREDENTIALS.secret, expires = String(Date.now() + 10_000), tamperedBody = body } = attempt;
  const requestId = 'request-1';
  const headers = {
    [HEADERS.key]: key,
    [HEADERS.expires]: expires,
    [HEADERS.requestId]: requestId,
    [HEADERS.signature]: sign(secret, { method, path, expires, requestId, body }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(baseUrl + path, { method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('error', reject);
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        const { error } = JSON.parse(text) as { error?: { code: string } };
        resolve({
          status: answer.statusCode ?? 0,
          code: error?.code,
          requestId: answer.headers[HEADERS.requestId],
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(tamperedBody);
  });
}
