import { once } from 'node:events';
import { Agent, request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

export interface InjectOptions {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly payload?: string | Buffer | object;
}

interface Injected {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly rawPayload: Buffer;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- A test says what it expects.
  readonly json: <T = unknown>() => T;
}

const openings = new WeakMap<FastifyInstance, Promise<string>>();

/** Asks an application over a socket, which it need not have opened yet. */
export async function inject(app: FastifyInstance, options: InjectOptions | string): Promise<Injected> {
  const {
    method = 'GET',
    url = '/',
    headers,
    payload,
  } = typeof options === 'string' ? { url: options } : options;
  const isPlain = payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload);
  const body = isPlain ? payload : JSON.stringify(payload);
  const outgoing = ask({
    host: '127.0.0.1',
    port: await portOf(app),
    method,
    path: url,
    headers: {
      ...(!isPlain && { 'content-type': 'application/json' }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    // Nothing of it outlives the answer.
    agent: new Agent({ keepAlive: false }),
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const rawPayload = await buffer(incoming);
  const text = rawPayload.toString();
  return {
    statusCode: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: text,
    rawPayload,
    json: () => JSON.parse(text) as never,
  };
}

async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await open(app);
  return (app.server.address() as AddressInfo).port;
}

/** Once, however many ask at the same time. */
function open(app: FastifyInstance): Promise<string> {
  const opening = openings.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 });
  openings.set(app, opening);
  app.server.unref();
  return opening;
}
