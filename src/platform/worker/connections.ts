import { Pool, type PoolClient } from 'pg';
import { readAddress, type Database } from '../postgres/index.ts';
import type { Logger } from '../telemetry/index.ts';

interface ConnectionOptions {
  readonly database: Pick<Database, 'url'>;
  /** The number of concurrent jobs. */
  readonly concurrency: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** One for each job, one to listen and one to store results. */
export const connectionsOfWorker = (concurrency: number): number => concurrency + 2;

/** Adds error listeners: graphile-worker removes its own when it stops, and an unhandled error ends the process. */
export function openConnections({ database, concurrency, logger }: ConnectionOptions): Pool {
  const pool = new WorkerPool({ ...readAddress(database.url), max: connectionsOfWorker(concurrency) });
  const warn = (error: Error): void => logger.warn({ err: error }, 'the worker lost a connection');
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  return pool;
}

type Release = (error?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * If the connection on which graphile-worker listens is lost while it stops, graphile-worker releases it twice. The
 * second release would throw where nobody can catch it, and end the process.
 */
class WorkerPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | void {
    if (callback === undefined) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (reason) => {
        if (isReleased) return;
        isReleased = true;
        release(reason);
      });
    });
  }
}
