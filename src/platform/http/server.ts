import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

interface ServerLimits {
  readonly requestTimeoutMs: number;
}

/** Makes the server that Fastify listens with. */
export function createServerFactory({ requestTimeoutMs }: ServerLimits) {
  const sockets = new Set<Socket>();

  function serverFactory(handler: RequestListener): Server {
    const server = createServer(
      {
        keepAliveTimeout: 75_000,
        requestTimeout: requestTimeoutMs,
        headersTimeout: requestTimeoutMs,
        // Node looks for slow requests only this often.
        connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
      },
      handler,
    );
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    return server;
  }

  /** Node does not count a connection as idle before its first request; browsers open some in advance. */
  function closeUnusedConnections(): void {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return { serverFactory, closeUnusedConnections };
}
