import type { Socket } from 'node:net';
import { Client } from 'pg';
import { readAddress } from '../../src/platform/postgres/index.ts';

/** The last message of an answer: the server is ready for the next statement. */
const READY = Buffer.from('Z\0\0\0\u0005I', 'latin1');

/**
 * How many bytes PostgreSQL sends for a COPY to standard output. Nothing is done with them but to add up how many
 * came, so that the time it takes is the server's own.
 */
export async function countCopied(url: string, copy: string): Promise<number> {
  const client = new Client(readAddress(url));
  await client.connect();
  await client.query('set statement_timeout = 0');
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject);
    stream.on('data', (chunk) => {
      bytes += chunk.length;
      // No text holds these signs, so that they are nothing but the end.
      if (chunk.subarray(-READY.length).equals(READY)) resolve();
    });
    stream.write(toQuery(copy));
  });
  await client.end();
  return bytes;
}

function toQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from('Q\0\0\0\0', 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
