import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FramedResponse } from './framed-response.ts';

/** What all calls of an application share about its life. */
export interface Life {
  /** Whether it takes no more connections: each answer is then the last one of its own. */
  isEnding: boolean;
}

type FramedServer = Server<typeof IncomingMessage, typeof FramedResponse>;

/** A server with the endpoints of one service. */
export class HttpApp {
  readonly server: FramedServer;
  readonly #life: Life;
  readonly #sockets = new Set<Socket>();

  constructor(server: FramedServer, life: Life) {
    this.server = server;
    this.#life = life;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Gives the address under which it answers; port 0 lets the system choose one. */
  async listen({ host, port }: { host: string; port: number }): Promise<string> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    const { address, family, port: chosen } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
  }

  /** Resolves when all requests under way are answered. */
  async close(): Promise<void> {
    this.#life.isEnding = true;
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    // Node takes a connection that never asked anything, as browsers open in advance, for one that still will.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    await closed;
  }
}
