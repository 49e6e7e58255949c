import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../platform/postgres/index.ts';
import { inBlocks } from './blocks.ts';
import type { Task } from './read-apart.ts';
import { beginReading } from './snapshot.ts';

// Elsewhere a thread has no priority of its own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const port = parentPort;
if (!port) throw new Error('This is to be run as a thread.');
const { url, snapshot, settings, copy } = workerData as Task;
const database = connect({ url, poolSize: 1, statementTimeoutMs: 0, applicationName: 'quaestor: export' });
await database.session(async (sql) => {
  await beginReading(sql, settings, snapshot);
  for await (const block of inBlocks(await sql.unsafe(copy).readable())) {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
    port.postMessage(block);
    await once(port, 'message');
  }
  await sql.unsafe('commit');
});
await database.close();
