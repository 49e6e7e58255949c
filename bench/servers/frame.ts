import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/index.ts';
import { systemClock, type Clock } from '../../src/kernel/index.ts';
import { openDatabase, openSecrets, operatorContext } from '../../src/open.ts';
import { createCredential, openAuth, SCOPES } from '../../src/platform/auth/index.ts';
import { createService, type Endpoint } from '../../src/platform/http/index.ts';
import type { Db } from '../../src/platform/postgres/index.ts';
import { createLogs, createMetrics, type Logger, type Metrics } from '../../src/platform/telemetry/index.ts';

interface Parts {
  readonly db: Db;
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

/**
 * Serves endpoints behind everything a real route has: token, scope, rate limit, headers, a log line and measures.
 * Tells the parent process where, and stops at its first message.
 */
export async function serveFramed(make: (parts: Parts) => Promise<Served> | Served): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
  // Root runs the database as another account, which has to enter the folder.
  await chmod(folder, 0o755);
  const config = loadConfig({ env: {}, flags: { data: folder } });
  const opened = await openDatabase(config, { own: true, say: () => {} });
  const { database } = opened;
  const { db } = database;
  const logs = createLogs('info');
  const metrics = createMetrics();
  const publicUrl = 'http://127.0.0.1';
  const auth = await openAuth({
    database,
    secrets: await openSecrets(config),
    clock: systemClock,
    logger: logs.logger,
    tokenLifetimeMs: 3_600_000,
  });
  const served = await make({ db, clock: systemClock, logger: logs.logger, metrics, folder });
  const app = createService(
    {
      service: 'trading',
      title: 'Bench',
      summary: 'Bench',
      tags: {},
      scopes: SCOPES.trading,
      endpoints: served.endpoints,
      ignoreTrailingSlash: false,
    },
    {
      auth: auth.forService('trading', publicUrl),
      db,
      clock: systemClock,
      logs,
      metrics,
      limits: { ...config.http, readsPerMinute: 10_000_000 },
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
  process.send?.({ url, headers: { authorization: `Bearer ${token}` } });

  process.once('message', () => {
    void Promise.resolve(served.close?.())
      .then(() => app.close())
      .then(() => auth.stop())
      .then(() => opened.close())
      .then(() => rm(folder, { recursive: true, force: true }))
      .then(() => process.exit(0));
  });
}
