import { join } from 'node:path';
import { systemClock } from '../../../kernel/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { openLocalStorage, type Storage } from '../../../platform/storage/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import { exportHandlers } from '../index.ts';

/** A process that writes exports until it is killed; told to die, it kills itself in the middle of the first. */
const [url = '', folder = '', fate] = process.argv.slice(2);
const database = connect({ url, poolSize: 3, statementTimeoutMs: 10_000, applicationName: 'crash' });
const storage = openLocalStorage({ folder: join(folder, 'files'), secret: Buffer.alloc(32), publicUrl: '' });
const dying: Storage = { ...storage, put: (key, content) => storage.put(key, untilDeath(content)) };
const logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

async function* untilDeath(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const block of content) {
    yield block;
    process.kill(process.pid, 'SIGKILL');
  }
}

await startWorker({
  database,
  handlers: exportHandlers({
    database,
    storage: fate === 'die' ? dying : storage,
    workFolder: join(folder, 'work'),
    logger,
  }),
  cron: [],
  concurrency: 1,
  stopTimeoutMs: 1000,
  clock: systemClock,
  logger,
});
