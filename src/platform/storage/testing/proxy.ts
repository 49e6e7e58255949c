import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { faultOf } from './verify-signature.ts';

interface ProxyOptions {
  /** The server behind it, which believes every signature. */
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The status to answer with at once, if any. */
type Refusal = (request: IncomingMessage) => number | undefined;

const refuseNothing: Refusal = () => undefined;

/** Lets only requests through that are signed as they should be. */
export async function openProxy({ port, ...keys }: ProxyOptions) {
  let refusal = refuseNothing;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks), response));
  }).listen(0, '127.0.0.1');
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const status = refusal(request);
    if (status !== undefined) return void response.writeHead(status).end();
    const fault = faultOf(request, body, keys, Date.now());
    if (fault !== undefined) {
      return void response
        .writeHead(403)
        .end(`<Error><Code>${fault}</Code><Message>${fault}</Message></Error>`);
    }
    const { method, url, headers } = request;
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers }, (passedBack) => {
      response.writeHead(passedBack.statusCode ?? 500, passedBack.headers);
      passedBack.pipe(response);
    });
    passed.end(body);
  };
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** While `action` goes on. */
    async refusing<T>(chosen: Refusal, action: () => Promise<T>): Promise<T> {
      refusal = chosen;
      return action().finally(() => (refusal = refuseNothing));
    },
  };
}
