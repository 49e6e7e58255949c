import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { Problem } from '../../kernel/index.ts';
import { Pipelines } from './pipelines.ts';
import { answerRaw, rawFault } from './raw-fault.ts';
import { sourceOf } from './source.ts';

export interface ServerLimits {
  /** How long a request may take to arrive, and an answer to be made. */
  readonly requestTimeoutMs: number;
  /** How long a client may leave what is sent to it unread. */
  readonly writeTimeoutMs: number;
  readonly maxConnections: number;
  /** Does not apply to trusted proxies. */
  readonly maxConnectionsPerSource: number;
}

const KEEP_ALIVE_MS = 75_000;

/** Makes the server that Fastify listens with. It bounds connections and what each of them may hold. */
export function createServerFactory(limits: ServerLimits, trustProxies: readonly string[]) {
  const { requestTimeoutMs, writeTimeoutMs, maxConnections, maxConnectionsPerSource } = limits;
  const isProxy = compile([...trustProxies]);
  const pipelines = new Pipelines();
  const sockets = new Map<Socket, string>();
  const perSource = new Map<string, number>();

  function serverFactory(handler: RequestListener): Server {
    const server = createServer(
      {
        keepAliveTimeout: KEEP_ALIVE_MS,
        requestTimeout: requestTimeoutMs,
        headersTimeout: requestTimeoutMs,
        // Node looks for slow requests only this often.
        connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
        // Checked where it can be answered with a problem.
        requireHostHeader: false,
      },
      pipelines.inSequence(handler),
    );
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connection', admit);
    server.setTimeout(writeTimeoutMs, endUnlessBusy);
    return server;
  }

  function admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const source = sourceOf(address);
    const count = (perSource.get(source) ?? 0) + 1;
    if (sockets.size >= maxConnections) return refuse(socket, 'There are too many connections.');
    if (count > maxConnectionsPerSource && !isProxy(address, 0)) {
      return refuse(socket, 'There are too many connections from this address.');
    }
    sockets.set(socket, source);
    perSource.set(source, count);
    socket.once('close', () => release(socket, source));
  }

  function release(socket: Socket, source: string): void {
    sockets.delete(socket);
    const count = (perSource.get(source) ?? 0) - 1;
    if (count > 0) perSource.set(source, count);
    else perSource.delete(source);
  }

  /** Called when nothing was read or written for a while. */
  function endUnlessBusy(socket: Socket): void {
    if (socket.writableLength === 0 && !socket.writableEnded && !pipelines.isIdle(socket)) {
      socket.setTimeout(writeTimeoutMs);
    } else {
      socket.destroy();
    }
  }

  /** Answers what Node refuses before there is a request, unless an answer is under way. */
  function answerClientError(error: Error & { code?: string }, socket: Socket): void {
    if (error.code !== 'ECONNRESET' && socket.writable && pipelines.awaitsAnswer(socket)) {
      answerRaw(rawFault(error.code), socket);
    } else {
      socket.destroy();
    }
  }

  /** Node does not count a connection as idle before its first request; browsers open some in advance. */
  function closeUnusedConnections(): void {
    for (const socket of sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  return { serverFactory, answerClientError, closeUnusedConnections };
}

function refuse(socket: Socket, detail: string): void {
  answerRaw(new Problem('unavailable', detail, { headers: { 'retry-after': '1' } }), socket);
  socket.destroySoon();
}
