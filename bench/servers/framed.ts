import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { loadConfig } from '../../src/config/index.ts';
import { systemClock } from '../../src/kernel/index.ts';
import { openDatabase, openSecrets, operatorContext } from '../../src/open.ts';
import { createCredential, openAuth, SCOPES } from '../../src/platform/auth/index.ts';
import { createService, endpoint } from '../../src/platform/http/index.ts';
import { createLogs, createMetrics } from '../../src/platform/telemetry/index.ts';

/** A no-op behind everything a real route has: token, scope, rate limit, headers, a log line and measures. */
const noop = endpoint({
  method: 'GET',
  path: '/noop',
  operation: 'noop',
  tag: 'Bench',
  summary: 'Nothing',
  scope: 'venues:view',
  answers: { 200: { description: 'Nothing.', schema: Type.Object({ ok: Type.Boolean() }) } },
  handle: () => Promise.resolve({ status: 200, body: { ok: true } }),
});

const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
// Root runs the database as another account, which has to enter the folder.
await chmod(data, 0o755);
const config = loadConfig({ env: {}, flags: { data } });
const { database, close } = await openDatabase(config, { own: true, say: () => {} });
const context = operatorContext(database.db);
const logs = createLogs('info');
const publicUrl = 'http://127.0.0.1';
const auth = await openAuth({
  database,
  secrets: await openSecrets(config),
  clock: systemClock,
  logger: logs.logger,
  tokenLifetimeMs: 3_600_000,
});
const app = createService(
  {
    service: 'trading',
    title: 'Bench',
    summary: 'Bench',
    tags: {},
    scopes: SCOPES.trading,
    endpoints: [noop],
    ignoreTrailingSlash: false,
  },
  {
    auth: auth.forService('trading', publicUrl),
    db: database.db,
    clock: systemClock,
    logs,
    metrics: createMetrics(),
    limits: { ...config.http, readsPerMinute: 10_000_000 },
    trustProxies: [],
    publicUrl,
    version: '0',
    probes: {},
  },
);
const { credential, secret } = await createCredential(context, {
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
  void app
    .close()
    .then(() => auth.stop())
    .then(close)
    .then(() => rm(data, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
