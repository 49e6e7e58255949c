import { join } from 'node:path';
import { systemClock } from '../../../kernel/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { openLocalStorage, type Storage } from '../../../platform/storage/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import { exportJobs } from '../index.ts';

/** A process that writes exports until it is killed. With `stop` it waits in the middle of the first one. */
const [url = '', folder = '', mode] = process.argv.slice(2);
const database = connect({ url, poolSize: 3, statementTimeoutMs: 10_000, applicationName: 'crash' });
const storage = openLocalStorage({ folder: join(folder, 'files'), secret: Buffer.alloc(32), publicUrl: '' });
const stopping: Storage = { ...storage, put: (key, content) => storage.put(key, beginningOf(content)) };
const logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

async function* beginningOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let blocks = 0;
  for await (const block of content) {
    yield block;
    blocks += 1;
    if (blocks < 3) continue;
    process.stdout.write('The beginning is written.');
    await new Promise(() => {});
  }
}

await startWorker({
  database,
  handlers: exportJobs({
    database,
    storage: mode === 'stop' ? stopping : storage,
    workFolder: join(folder, 'work'),
    logger,
  }).handlers,
  cron: [],
  group: 'test',
  atStart: [],
  concurrency: 1,
  stopTimeoutMs: 1000,
  clock: systemClock,
  logger,
});
