import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
  readonly message: {
    readonly type: string;
    readonly data: { readonly n: number; readonly resource: string };
  };
}

export type Respond = (received: Received, response: ServerResponse) => void;

const accept: Respond = (_received, response) => void response.writeHead(204).end();

const sleepOn = (): void => {};

/** A real server that keeps what it is sent. */
export async function openReceiver(respond: Respond = accept) {
  const received: Received[] = [];
  let wake = sleepOn;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { headers, url: path = '' } = request;
      const message = JSON.parse(body === '' ? '{}' : body) as Received['message'];
      const one = { path, headers, body, id: String(headers['webhook-id']), message };
      received.push(one);
      respond(one, response);
      wake();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Resolves when so much has arrived. */
    async until(isEnough: (received: readonly Received[]) => boolean): Promise<void> {
      while (!isEnough(received)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
