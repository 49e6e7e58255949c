import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Handle = (request: Received, response: ServerResponse) => void | Promise<void>;

/** A server on this machine until the test ends. It keeps what it has received. */
export async function serve(handle: Handle): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((message, response) => {
    const chunks: Uint8Array[] = [];
    message.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(request);
      void handle(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers a problem as the services do. */
export function answerProblem(
  response: ServerResponse,
  status: number,
  code: string,
  { headers = {}, ...members }: { headers?: Record<string, string>; [member: string]: unknown } = {},
): void {
  const problem = {
    type: `/problems/${code}`,
    title: code,
    status,
    detail: `It is ${code}.`,
    instance: '/',
    code,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    ...members,
  };
  answerJson(response, status, problem, { 'content-type': 'application/problem+json', ...headers });
}

/** A connection that is cut before the answer. */
export function cut(response: ServerResponse): void {
  response.destroy();
}
