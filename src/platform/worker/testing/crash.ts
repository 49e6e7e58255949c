import { systemClock } from '../../../kernel/index.ts';
import { handle } from '../../jobs/index.ts';
import { connect } from '../../postgres/index.ts';
import { startWorker } from '../index.ts';
import { echo, SILENT } from './jobs.ts';

/** A process that takes a job and dies in the middle of it. */
const [url = '', lifetimeMs = '6000'] = process.argv.slice(2);
const database = connect({ url, poolSize: 2, statementTimeoutMs: 5000, applicationName: 'crash' });
const die = handle(echo, async () => {
  process.kill(process.pid, 'SIGKILL');
});
await startWorker({
  database,
  handlers: [die],
  cron: [],
  group: 'test',
  lifetimeMs: Number(lifetimeMs),
  atStart: [],
  concurrency: 1,
  stopTimeoutMs: 1000,
  clock: systemClock,
  logger: SILENT,
});
