import type { AddressInfo } from 'node:net';
import { systemClock, type Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { createLogs } from '../../../platform/telemetry/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import { createDirectory, openVenues } from '../../venues/index.ts';
import { CREDENTIALS } from '../../../../exchange/testing/start.ts';
import { withdrawalEndpoints, withdrawalJobs } from '../index.ts';

export interface ServerOptions {
  readonly databaseUrl: string;
  /** Of the exchange that is the venue `aurora`. */
  readonly exchangeUrl: string;
  readonly callTimeoutMs: number;
}

/** So short that under load processes lose leases that they use. */
const LEASE_MS = 500;

const SCOPES: Readonly<Record<string, string>> = {
  load: 'venue-transfer:edit',
  voter: 'approvals:edit',
  screener: 'screening:edit',
};

/** Whoever the token names. */
function actorOf(authorization = 'Bearer load'): Actor {
  const id = authorization.slice('Bearer '.length);
  return {
    kind: 'client',
    id,
    tenant: 'default',
    scopes: new Set(['venue-transfer:view', SCOPES[id] ?? '']),
  };
}

/** Serves withdrawals and works on them: what matters of a server, and quick to start. */
export async function serveWithdrawals({ databaseUrl: url, exchangeUrl, callTimeoutMs }: ServerOptions) {
  const { logger } = createLogs('silent');
  const clock = systemClock;
  const database = connect({ url, poolSize: 4, statementTimeoutMs: 10_000, applicationName: 'load' });
  const { db } = database;
  const venues = await openVenues({
    settings: [
      {
        tenant: 'default',
        account: 'MAIN',
        code: 'aurora',
        kind: 'simulated',
        exchange: exchangeUrl,
        credentials: 'env:VENUE',
      },
    ],
    env: { VENUE_KEY: CREDENTIALS.key, VENUE_SECRET: CREDENTIALS.secret },
    db,
    clock,
    logger,
  });
  const directory = createDirectory(venues, db);
  const jobs = withdrawalJobs(directory, { callTimeoutMs, leaseMs: LEASE_MS });
  const worker = await startWorker({
    database,
    clock,
    logger,
    group: 'test',
    handlers: jobs.handlers,
    cron: [],
    atStart: jobs.atStart ?? [],
    lifetimeMs: LEASE_MS,
    concurrency: 4,
    stopTimeoutMs: 1_000,
  });
  const limits = {
    bodyBytes: 65_536,
    requestTimeoutMs: 5_000,
    readsPerMinute: 1_000_000,
    writesPerMinute: 1_000_000,
  };
  const app = frame(withdrawalEndpoints(directory), { db, authenticate: actorOf, limits });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: (app.server.address() as AddressInfo).port,
    async stop() {
      await Promise.all([app.close(), worker.stop()]);
      await venues.close();
      await database.close();
    },
  };
}
