import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes every message, and tells the parent process where. */
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(204).end());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
process.once('disconnect', () => process.exit());
