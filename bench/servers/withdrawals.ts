import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import postgres from 'postgres';
import { loadConfig } from '../../src/config/index.ts';
import { Decimal, newTraceId, systemClock, type Context } from '../../src/kernel/index.ts';
import { openDatabase, openSecrets, operatorContext } from '../../src/open.ts';
import { createCredential, openAuth, SCOPES } from '../../src/platform/auth/index.ts';
import { createService } from '../../src/platform/http/index.ts';
import type { Db } from '../../src/platform/postgres/index.ts';
import { createLogs, createMetrics } from '../../src/platform/telemetry/index.ts';
import { startWorker } from '../../src/platform/worker/index.ts';
import type { VenueDirectory } from '../../src/trading/directory.ts';
import { answered, type Venue, type VenueWithdrawal } from '../../src/trading/venues/index.ts';
import { withdrawalEndpoints, withdrawalHandlers } from '../../src/trading/withdrawals/index.ts';

const CONNECTIONS = 20;
const SUBMISSIONS = 200;
const LARGE = 1_000_000;
const SMALL = 1_000;

/** Takes everything at once. */
const transfers = new Map<string, VenueWithdrawal>();
const instant: Venue = {
  code: 'instant',
  describe: () => Promise.reject(new Error('It is not asked.')),
  withdrawals: {
    isIdempotent: true,
    honoursDeadline: true,
    async submit({ reference, asset, amount }) {
      const venueTransferId = `t-${reference}`;
      const status = 'accepted' as const;
      const taken = { venueTransferId, reference, asset, amount, status, hash: null, failureReason: null };
      transfers.set(venueTransferId, taken);
      arrived(reference);
      return answered(taken);
    },
    async status(id) {
      const taken = transfers.get(id);
      if (!taken) throw new Error(`There is no ${id}.`);
      return answered({ ...taken, status: 'completed', hash: id });
    },
  },
  close: () => Promise.resolve(),
};
let arrived: (reference: string) => void = () => {};

const directory: VenueDirectory = {
  find: async () => ({
    venue: instant,
    withdrawals: 'live',
    description: {
      name: 'Instant',
      accounts: [],
      symbols: [],
      assets: [
        {
          code: 'BTC',
          precision: 8,
          minWithdrawal: Decimal.parse('0.001'),
          networks: [{ code: 'BITCOIN', addressFormat: 'bitcoin', tag: 'none' }],
        },
      ],
    },
  }),
  list: async () => [],
};

const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
await chmod(data, 0o755);
const config = loadConfig({ env: {}, flags: { data } });
const opened = await openDatabase(
  { ...config, database: { ...config.database, poolSize: CONNECTIONS } },
  { own: true, say: () => {} },
);
const { database } = opened;
const { db } = database;
const logs = createLogs('silent');
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
    tags: { Withdrawals: 'Bench' },
    scopes: SCOPES.trading,
    endpoints: withdrawalEndpoints(directory),
    ignoreTrailingSlash: false,
  },
  {
    auth: auth.forService('trading', 'http://127.0.0.1'),
    db,
    clock: systemClock,
    logs,
    metrics: createMetrics(),
    limits: { ...config.http, writesPerMinute: 10_000_000 },
    trustProxies: [],
    publicUrl: 'http://127.0.0.1',
    version: '0',
    probes: {},
  },
);
const { credential, secret } = await createCredential(operatorContext(db), {
  kind: 'client',
  name: 'bench',
  tenant: 'default',
  scopes: ['venue-transfer:edit'],
});

const rival = postgres(database.url, { max: CONNECTIONS });
await rival`create table bench (id uuid primary key, reference text not null, amount numeric not null, at timestamptz not null)`;
await rival`
  insert into policy (tenant, version, status, rules, proposed_by, proposed_at, confirmed_by, confirmed_at)
  values ('default', 1, 'ACTIVE', ${rival.json([
    { asset: 'BTC', amountFrom: '100', verdict: 'REFUSE' },
    { verdict: 'ALLOW' },
  ])}, 'a', now(), 'b', now())`;
const bare = fastify();
bare.post<{ Body: { amount: string } }>('/insert', async ({ body: { amount } }, reply) => {
  const [row] = await rival`
    insert into bench values (${randomUUID()}, ${randomUUID()}, ${amount}, ${new Date()}) returning id`;
  return reply.code(201).send(row);
});

const [url, bareUrl] = await Promise.all([
  app.listen({ port: 0, host: '127.0.0.1' }),
  bare.listen({ port: 0, host: '127.0.0.1' }),
]);
const answer = await fetch(`${url}/oauth/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credential.name,
    client_secret: secret,
  }),
});
const { access_token: token } = (await answer.json()) as { access_token: string };
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
process.send?.({ url: `${url}/trade/v1/venues/withdrawals`, bareUrl: `${bareUrl}/insert`, headers });

/** From the request to the acceptance at the venue, one after the other. */
async function measureSubmissions(): Promise<number[]> {
  await rival`truncate graphile_worker._private_jobs`;
  await rival`truncate withdrawal_attempt, withdrawal_vote, withdrawal`;
  const worker = await startWorker({
    database,
    handlers: withdrawalHandlers(directory),
    cron: [],
    concurrency: 4,
    stopTimeoutMs: 1_000,
    clock: systemClock,
    logger: logs.logger,
  });
  const waitsMs: number[] = [];
  for (let count = 0; count < SUBMISSIONS; count += 1) {
    const promise = new Promise<unknown>((resolve) => {
      arrived = resolve;
    });
    const start = performance.now();
    const response = await fetch(`${url}/trade/v1/venues/withdrawals`, {
      method: 'POST',
      headers,
      body: JSON.stringify(aWithdrawal()),
    });
    if (response.status !== 201) throw new Error(await response.text());
    await promise;
    const { id } = (await response.json()) as { id: string };
    for (;;) {
      const [row] = await rival<{ status: string }[]>`select status from withdrawal where id = ${id}`;
      if (row?.status === 'SUBMITTED' || row?.status === 'COMPLETED') break;
    }
    waitsMs.push(performance.now() - start);
  }
  await worker.stop();
  return waitsMs;
}

function aWithdrawal() {
  return {
    asset: { code: 'BTC' },
    amount: '0.5',
    venue: 'instant',
    reference: randomUUID(),
    blockchainDestination: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', network: 'BITCOIN' },
  };
}

type Times = Record<string, { large: number; small: number }>;

/** Page 0 with each filter, over many and over few. */
async function measureLists(): Promise<Times> {
  for (const [tenant, rows] of [
    ['large', LARGE],
    ['small', SMALL],
  ] as const) {
    await rival`
      insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, venue_transfer_id,
        receipt, requested_by, approvals_required, created_at, updated_at)
      select gen_random_uuid(), ${tenant}, 'venue' || n % 3, 'ASSET' || n % 10, 1,
        '{"kind":"fiat","alias":"a","account":"a","reference":null}', 'r' || n,
        (array['COMPLETED','COMPLETED','COMPLETED','FAILED','CANCELLED','SIMULATED','PENDING'])[1 + n % 7],
        'x', 'x', 'client:bench', 0, now() - n * interval '1 second', now()
      from generate_series(1, ${rows}::int) as n`;
  }
  const fold = withdrawalHandlers(directory).find(({ job }) => job.name === 'withdrawal.fold-counts');
  await fold?.run(contextOf('system'), {});
  const list = withdrawalEndpoints(directory).find(({ operation }) => operation === 'listWithdrawals');
  if (!fold || !list) throw new Error('The list or the folding of counts is gone.');
  await rival`vacuum analyze withdrawal`;
  await rival`vacuum analyze withdrawal_count`;
  const filters = {
    'no filter': {},
    status: { status: 'PENDING' as const },
    venue: { venue: 'venue1' },
    asset: { asset: 'ASSET3' },
    'status and venue': { status: 'COMPLETED' as const, venue: 'venue1' },
  };
  const times: Times = {};
  for (const [name, filter] of Object.entries(filters)) {
    const measured = { large: new Array<number>(), small: new Array<number>() };
    for (let round = 0; round < 60; round++) {
      for (const tenant of ['large', 'small'] as const) {
        const start = performance.now();
        const request = { params: {}, query: filter, body: undefined, headers: {}, ip: '' };
        const { body } = await list.handle(contextOf(tenant), request);
        const { content } = body as { content: unknown[] };
        if (content.length !== 20) throw new Error(`${name}: ${content.length} rows.`);
        if (round >= 10) measured[tenant].push(performance.now() - start);
      }
    }
    times[name] = { large: middle(measured.large), small: middle(measured.small) };
  }
  return times;
}

const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const contextOf = (tenant: string): Context<Db> => ({
  actor: { kind: 'client', id: 'bench', tenant, scopes: new Set() },
  clock: systemClock,
  db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
});

process.once('message', () => {
  void measureSubmissions().then(async (waitsMs) => process.send?.({ waitsMs, lists: await measureLists() }));
});
process.once('disconnect', () => {
  void Promise.all([app.close(), bare.close(), rival.end(), auth.stop()])
    .then(() => opened.close())
    .then(() => rm(data, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
