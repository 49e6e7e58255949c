import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readAddress } from '../address.ts';
import { Pool } from '../pool.ts';
import { beginReading } from './begin.ts';
import { inBlocks } from './blocks.ts';
import type { Task } from './read.ts';

const port = parentPort;
if (!port) throw new Error('This is to be run as a thread.');
// Elsewhere a thread has no priority of its own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { url, snapshot, settings, copy } = workerData as Task;
const pool = new Pool({
  address: readAddress(url),
  size: 1,
  waitMs: 0,
  session: { application_name: 'quaestor: copy', TimeZone: 'UTC' },
});
const { sql } = await pool.hold();
await beginReading(sql, settings, snapshot);
for await (const block of inBlocks(await sql.unsafe(copy).readable())) {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
  port.postMessage(block);
  await once(port, 'message');
}
await sql.unsafe('commit');
await pool.close();
