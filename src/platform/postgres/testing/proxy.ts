import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Proxy {
  /** The address through the proxy. */
  readonly url: string;
  /** Drops every connection and refuses new ones, until restored. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Keeps every connection and passes nothing on, as a link that is cut, until thawed. */
  freeze(): void;
  thaw(): void;
}

/** Changes an answer of the server, or drops the connection instead. */
type Alter = (answer: Buffer, drop: () => void) => Buffer;

/** Stands between a client and the real server, to take the server away or to alter what it says. */
export async function startProxy(target: string, alter: Alter = (answer) => answer): Promise<Proxy> {
  const { hostname: host, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect({ host, port: Number(targetPort) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          client.destroy();
          upstream.destroy();
          sockets.delete(socket);
        });
    }
    if (isFrozen) client.pause();
    client.on('data', (question) => void upstream.write(question));
    const drop = (): void => void client.destroy();
    upstream.on('data', (answer) => {
      const altered = alter(answer, drop);
      if (!client.destroyed) client.write(altered);
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () => listen(port),
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
