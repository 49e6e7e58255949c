import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** `pass`; `hold` the request for ever; `lose` it, or its answer; or answer otherwise without asking. */
type Way =
  | 'pass'
  | 'hold request'
  | 'lose request'
  | 'lose answer'
  | { readonly status: number; readonly body: string };

/** Stands before a service, and treats requests for withdrawals as a test asks. */
export async function openProxy(target: () => string) {
  /** With every request for a withdrawal as it was sent. */
  const state: { way: Way; created: number; asked: string[] } = { way: 'pass', created: 0, asked: [] };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET', headers } = request;
    const sent = await buffer(request);
    const isAsked = method === 'POST' && url.includes('/withdrawals');
    if (isAsked) state.asked.push(sent.toString());
    const way = isAsked ? state.way : 'pass';
    if (way === 'hold request') return;
    if (way === 'lose request') return void request.socket.destroy();
    if (typeof way === 'object')
      return void response.writeHead(way.status, { 'content-type': 'application/json' }).end(way.body);
    const answer = await fetch(`${target()}${url}`, {
      method,
      headers: Object.entries(headers)
        .filter(([name]) => name === 'authorization' || name === 'content-type')
        .map(([name, value]): [string, string] => [name, String(value)]),
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    });
    const text = await answer.text();
    if (answer.status === 201) state.created += 1;
    if (way === 'lose answer') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
