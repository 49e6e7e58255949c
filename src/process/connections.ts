import type { Config } from '../config/index.ts';
import { connectionsOfWorker } from '../platform/worker/index.ts';
import { poolsOf } from './database.ts';
import { WRITER_CONCURRENCY } from './jobs.ts';

/** How many connections to PostgreSQL a process opens at most. docs/operations.md has the same formula. */
export function connectionsOf({ roles, database, jobs }: Config): number {
  const { main, lists } = poolsOf(database.poolSize);
  const revocations = 1;
  const worker = roles.includes('worker') ? connectionsOfWorker(jobs.concurrency) : 0;
  // One listens to the log; the writer runs jobs.
  const partner = roles.includes('partner') ? 1 + connectionsOfWorker(WRITER_CONCURRENCY) : 0;
  return main + lists + revocations + worker + partner;
}
