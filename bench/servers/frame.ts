import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/index.ts';
import { systemClock, type Clock } from '../../src/kernel/index.ts';
import { openDatabase, openSecrets, operatorContext } from '../../src/process/index.ts';
import { createCredential, openAuth, SCOPES } from '../../src/platform/auth/index.ts';
import { createMetricsApp, createService, type Endpoint } from '../../src/platform/http/index.ts';
import type { Database } from '../../src/platform/postgres/index.ts';
import { createLogs, createMetrics, type Logger, type Metrics } from '../../src/platform/telemetry/index.ts';

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** For files, until the end. */
  readonly folder: string;
}

interface Served {
  readonly endpoints: Endpoint[];
  readonly close?: () => Promise<void>;
}

interface FrameOptions {
  readonly logLevel: 'info' | 'silent';
  /** Scopes of the callers' token; by default those that only read. */
  readonly scopes?: readonly string[];
}

interface Frame extends Parts {
  readonly url: string;
  readonly metricsUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const READ_ONLY = Object.keys(SCOPES.trading).filter((scope) => scope.endsWith(':view'));

/** Serves endpoints behind everything a real route has: token, scope, rate limit, headers, a log line and measures. */
export async function openFrame(
  { logLevel, scopes = READ_ONLY }: FrameOptions,
  make: (parts: Parts) => Promise<Served> | Served,
): Promise<Frame> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
  // Root runs the database as another account, which has to enter the folder.
  await chmod(folder, 0o755);
  const config = loadConfig({ env: {}, flags: { data: folder } });
  const opened = await openDatabase(config, { own: true, say: () => {} });
  const { database } = opened;
  const { db } = database;
  const logs = createLogs(logLevel);
  const metrics = createMetrics();
  const publicUrl = 'http://127.0.0.1';
  const auth = await openAuth({
    database,
    secrets: await openSecrets(config),
    clock: systemClock,
    logger: logs.logger,
    tokenLifetimeMs: 3_600_000,
    countsForMs: 0,
  });
  const parts = { database, clock: systemClock, logger: logs.logger, metrics, folder };
  const served = await make(parts);
  const limits = {
    ...config.http,
    maxConnectionsPerSource: config.http.maxConnections,
    readsPerMinute: 10_000_000,
    writesPerMinute: 10_000_000,
  };
  const metricsApp = createMetricsApp({ db, clock: systemClock, logs, metrics, limits, probes: {} });
  const app = createService(
    {
      service: 'trading',
      title: 'Bench',
      summary: 'Bench',
      tags: {},
      scopes: SCOPES.trading,
      endpoints: served.endpoints,
    },
    {
      auth: auth.forService('trading', publicUrl),
      db,
      clock: systemClock,
      logs,
      metrics,
      limits,
      trustProxies: [],
      publicUrl,
      version: '0',
      probes: {},
    },
  );
  const { credential, secret } = await createCredential(operatorContext(db), {
    kind: 'client',
    name: 'bench',
    tenant: 'default',
    scopes,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credential.name,
      client_secret: secret,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return {
    ...parts,
    url,
    metricsUrl: `${await metricsApp.listen({ port: 0, host: '127.0.0.1' })}/metrics`,
    headers: { authorization: `Bearer ${token}` },
    async close() {
      await served.close?.();
      await app.close();
      await metricsApp.close();
      await auth.stop();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Serves until the parent process, which gets the addresses, sends a message. */
export async function serveFramed(make: (parts: Parts) => Promise<Served> | Served): Promise<void> {
  const { url, metricsUrl, headers, close } = await openFrame({ logLevel: 'info' }, make);
  process.send?.({ url, metricsUrl, headers });
  process.once('message', () => void close().then(() => process.exit(0)));
}
