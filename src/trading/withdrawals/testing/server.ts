import type { AddressInfo } from 'node:net';
import { systemClock, newTraceId, type Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { createLogs } from '../../../platform/telemetry/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import { createDirectory, openVenues } from '../../venues/index.ts';
import { reconcileAtStart, withdrawalEndpoints, withdrawalHandlers } from '../index.ts';

/** What a server is told. */
export interface ServerOptions {
  readonly databaseUrl: string;
  readonly exchangeUrl: string;
  readonly callTimeoutMs: number;
}

/** Serves withdrawals and works on them, as a process that can be killed and is quick to start. */
const { databaseUrl, exchangeUrl, callTimeoutMs } = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const actor: Actor = {
  kind: 'client',
  id: 'chaos',
  tenant: 'default',
  scopes: new Set(['venue-transfer:edit']),
};
const { logger } = createLogs('silent');
const database = connect({
  url: databaseUrl,
  poolSize: 4,
  statementTimeoutMs: 10_000,
  applicationName: 'chaos',
});
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
  env: process.env,
  db,
  clock: systemClock,
  logger,
});
const directory = createDirectory(venues, db);
await startWorker({
  database,
  clock: systemClock,
  logger,
  handlers: withdrawalHandlers(directory, { callTimeoutMs }),
  cron: [],
  concurrency: 4,
  stopTimeoutMs: 1_000,
});
await enqueue(
  db,
  { actor, db, clock: systemClock, traceId: newTraceId(), signal: new AbortController().signal },
  [reconcileAtStart],
);
const limits = {
  bodyBytes: 65_536,
  requestTimeoutMs: 5_000,
  readsPerMinute: 1_000_000,
  writesPerMinute: 1_000_000,
};
const app = frame(withdrawalEndpoints(directory), { db, authenticate: () => actor, limits });
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.((app.server.address() as AddressInfo).port);
