import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { Problem } from '../../../kernel/index.ts';
import { Exchanges } from './exchanges.ts';
import { answerRaw, rawFault } from './raw-fault.ts';
import { sourceOf } from '../source.ts';

export interface ServerLimits {
  /** The time limit to receive a request, and to produce its response. */
  readonly requestTimeoutMs: number;
  /** How long a client may leave sent data unread. */
  readonly writeTimeoutMs: number;
  readonly maxConnections: number;
  /** Does not apply to trusted proxies. */
  readonly maxConnectionsPerSource: number;
}

const KEEP_ALIVE_MS = 75_000;

/** Creates the server for Fastify, with limits on connections and their requests. */
export function createServerFactory(limits: ServerLimits, trustProxies: readonly string[]) {
  const { requestTimeoutMs, writeTimeoutMs, maxConnections, maxConnectionsPerSource } = limits;
  const isProxy = compile([...trustProxies]);
  const exchanges = new Exchanges();
  const sockets = new Map<Socket, string>();
  const perSource = new Map<string, number>();

  function serverFactory(handler: RequestListener): Server {
    const server = createServer(
      {
        keepAliveTimeout: KEEP_ALIVE_MS,
        requestTimeout: requestTimeoutMs,
        headersTimeout: requestTimeoutMs,
        // How often Node checks for slow requests.
        connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
        // `rejectMalformedHead` checks it and answers with a problem.
        requireHostHeader: false,
      },
      exchanges.oneByOne(handler),
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
    if (sockets.size >= maxConnections) return reject(socket, 'There are too many connections.');
    if (count > maxConnectionsPerSource && !isProxy(address, 0)) {
      return reject(socket, 'There are too many connections from this address.');
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

  /** Called after a time without reads and writes. */
  function endUnlessBusy(socket: Socket): void {
    if (socket.writableLength === 0 && !socket.writableEnded && !exchanges.isIdle(socket)) {
      socket.setTimeout(writeTimeoutMs);
    } else {
      socket.destroy();
    }
  }

  /** Answers input that Node rejects before there is a request, unless a response is being sent. */
  function answerClientError(error: Error & { code?: string }, socket: Socket): void {
    if (error.code !== 'ECONNRESET' && socket.writable && exchanges.awaitsAnswer(socket)) {
      answerRaw(rawFault(error.code), socket);
    } else {
      socket.destroy();
    }
  }

  /** Node does not treat a connection as idle before its first request; browsers open some in advance. */
  function closeUnusedConnections(): void {
    for (const socket of sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  return { serverFactory, answerClientError, closeUnusedConnections };
}

function reject(socket: Socket, detail: string): void {
  answerRaw(new Problem('unavailable', detail, { headers: { 'retry-after': '1' } }), socket);
  socket.destroySoon();
}
