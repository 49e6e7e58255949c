import { workerData } from 'node:worker_threads';
import { sendBlocks } from '../../threads/index.ts';
import { readAddress } from '../address.ts';
import { openPool } from '../pool.ts';
import { beginReading } from './begin.ts';
import type { Task } from './read-apart.ts';
import { readCopy, type Copied } from './read.ts';

await sendBlocks(read(workerData as Task));

async function* read({ url, snapshot, settings, copy }: Task): Copied {
  const { pool, close } = openPool({ address: readAddress(url), size: 1, applicationName: 'quaestor: copy' });
  const client = await pool.connect();
  await beginReading(client, settings, snapshot);
  const rows = yield* readCopy(client, copy, new AbortController().signal);
  await client.query('commit');
  client.release();
  await close();
  return rows;
}
