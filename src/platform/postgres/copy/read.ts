import { addAbortSignal } from 'node:stream';
import type { ClientBase } from 'pg';
import { to } from 'pg-copy-streams';

/** What COPY writes, in blocks of whole or partial rows. Returns the number of rows. */
export type Copied = AsyncGenerator<Uint8Array, number, undefined>;

/** After a failure the connection is to be closed. */
export async function* readCopy(client: ClientBase, copy: string, signal: AbortSignal): Copied {
  const stream = client.query(to(copy));
  for await (const block of addAbortSignal(signal, stream)) yield block as Buffer;
  // The count comes after the last row.
  await client.query('select');
  return stream.rowCount;
}
