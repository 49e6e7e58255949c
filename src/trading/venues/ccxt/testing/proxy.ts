import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy that opens tunnels for those who know its password. */
export async function startProxy() {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  let onHeld: (() => void) | undefined;
  const server = createServer();
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    const password = Buffer.from('me:word').toString('base64');
    if (request.headers['proxy-authorization'] !== `Basic ${password}`)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (onHeld) return onHeld();
    const target = request.url ?? '';
    tunnels.push(target);
    const { hostname, port } = new URL(`http://${target}`);
    const upstream = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: (password = 'word'): string =>
      `http://me:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    /** From now on a tunnel that is asked for is neither opened nor refused. */
    hold(onAsked: () => void): void {
      onHeld = onAsked;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
