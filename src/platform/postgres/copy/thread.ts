import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readAddress } from '../address.ts';
import { openPool } from '../pool.ts';
import { beginReading } from './begin.ts';
import type { Message, Task } from './read-apart.ts';
import { readCopy } from './read.ts';

const port = parentPort;
if (!port) throw new Error('This is to be run as a thread.');
// Elsewhere a thread has no priority of its own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
const post = (message: Message) => port.postMessage(message);
const { url, snapshot, settings, copy } = workerData as Task;
const { pool, close } = openPool({ address: readAddress(url), size: 1, applicationName: 'quaestor: copy' });
const client = await pool.connect();
await beginReading(client, settings, snapshot);
const blocks = readCopy(client, copy, new AbortController().signal);
let next = await blocks.next();
while (!next.done) {
  post(next.value);
  await once(port, 'message');
  next = await blocks.next();
}
await client.query('commit');
client.release();
await close();
post(next.value);
