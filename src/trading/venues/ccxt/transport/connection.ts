import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import type { Call } from '../../port/index.ts';
import { DIRECT, MAX_CONNECTIONS, type Reach } from './reach.ts';

const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/** A request as ccxt hands it to its transport. */
export interface WireRequest {
  readonly method: string;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: string | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Carries one request to the exchange within the bounds of a call. */
export interface Connection {
  /** `onSend` is called directly before the request may be sent; if it throws, nothing is sent. */
  send(url: URL, request: WireRequest, call: Call, onSend: () => void): Promise<WireAnswer>;
  close(): void;
}

export function openConnection(now: () => Date, reach: Reach = DIRECT): Connection {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
  };
  const sendings = { 'http:': httpRequest, 'https:': httpsRequest };
  return {
    send: (own, request, { deadline, signal }, onSend) =>
      new Promise((resolve, reject) => {
        const url = reach.rest(own);
        const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
        const { method, headers = {}, body } = request;
        const agent = reach.proxy?.rest ?? agents[protocol];
        const outgoing = sendings[protocol](url, { method, headers, agent });
        const waitMs = deadline.getTime() - now().getTime();
        const timer = setTimeout(() => fail(new Error('The venue did not answer in time.')), waitMs);
        const giveUp = (): void => fail(new Error('The call was cancelled.'));
        signal?.addEventListener('abort', giveUp);

        function settle(): void {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
        }
        /** The connection goes with the request: a late answer must not meet the next request on it. */
        function fail(error: Error): void {
          settle();
          reject(error);
          outgoing.destroy();
        }

        // A process that was stopped while it connected must not send afterwards, when nobody expects it any more.
        const send = (): void => {
          if (now() >= deadline)
            return fail(new Error('The deadline had passed before the request was sent.'));
          try {
            onSend();
          } catch (error) {
            return fail(error as Error);
          }
          outgoing.end(body);
        };
        outgoing.once('socket', (socket) => {
          if (!socket.connecting) send();
          else socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', send);
        });
        // In words of our own: the library would put the signed address into its message.
        outgoing.on('error', (error) => fail(new Error(`The connection failed: ${error.message}.`)));
        outgoing.on('close', () => fail(new Error('The connection was closed without an answer.')));
        outgoing.on('response', (answer) => {
          collect(answer, fail, (text) => {
            settle();
            const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
            resolve({ status, statusText, headers: answer.headers, body: text });
          });
        });
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
      reach.proxy?.rest.destroy();
    },
  };
}

function collect(answer: IncomingMessage, fail: (error: Error) => void, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > ANSWER_LIMIT_BYTES) fail(new Error('The answer is too large.'));
    else chunks.push(chunk);
  });
  answer.on('error', fail);
  answer.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}
