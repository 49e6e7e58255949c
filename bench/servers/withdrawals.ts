import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { Pool } from 'pg';
import postgres from 'postgres';
import { Decimal, newTraceId, systemClock, type Context } from '../../src/kernel/index.ts';
import type { Db } from '../../src/platform/postgres/index.ts';
import { startWorker } from '../../src/platform/worker/index.ts';
import type { VenueDirectory } from '../../src/trading/directory.ts';
import { answered, type Venue, type VenueWithdrawal } from '../../src/trading/venues/index.ts';
import { withdrawalEndpoints, withdrawalJobs } from '../../src/trading/withdrawals/index.ts';
import { openFrame } from './frame.ts';
import { about, record, replay } from './replay.ts';

const RIVAL_CONNECTIONS = 20;
const SUBMISSIONS = 200;
const WAITING = 80_000;
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
      const nothing = { fee: null, hash: null, internalId: null, failureReason: null };
      const status = 'accepted' as const;
      const taken = { venueTransferId, reference, asset, amount, status, ...nothing };
      transfers.set(venueTransferId, taken);
      arrived(reference);
      return answered(taken);
    },
    async status({ venueTransferId: id }) {
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

const frame = await openFrame(
  { logLevel: 'silent', scopes: ['venue-transfer:view', 'venue-transfer:edit', 'approvals:edit'] },
  () => ({
    endpoints: withdrawalEndpoints(directory),
  }),
);
const { database } = frame;
const { db } = database;
const headers = { ...frame.headers, 'content-type': 'application/json' };
const url = `${frame.url}/trade/v1/venues/withdrawals`;

const rival = postgres(database.url, { max: RIVAL_CONNECTIONS });
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
const waiting = await insertWaiting();
const replays = new Pool({ connectionString: database.url, max: RIVAL_CONNECTIONS });
await serveReplays();
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url, waiting, bareUrl, headers });

/** Routes that send the statements of a list and of a vote, and do nothing else. */
async function serveReplays(): Promise<void> {
  const voted = waiting.pop() ?? '';
  await ask('');
  const list = await record('list', () => ask(''));
  const body = JSON.stringify({ decision: 'APPROVE' });
  const vote = await record('vote', () => ask(`/${voted}/votes`, { method: 'POST', body }));
  bare.get('/list', async () => replay(replays, list));
  bare.post<{ Params: { id: string } }>('/votes/:id', async ({ params: { id } }) =>
    replay(replays, about(vote, voted, id)),
  );
}

async function ask(path: string, init?: RequestInit): Promise<void> {
  const answer = await fetch(`${url}${path}`, { headers, ...init });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

/** Withdrawals of another person that need two approvals. */
async function insertWaiting(): Promise<string[]> {
  const rows = await rival<{ id: string }[]>`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, due_at, created_at, updated_at)
    select gen_random_uuid(), 'default', 'instant', 'BTC', 0.5,
      '{"kind":"fiat","alias":"a","account":"a","reference":null}', 'waiting' || n, 'APPROVAL_REQUESTED', 'other', 2,
      now() + interval '1 day', now() - n * interval '1 second', now()
    from generate_series(1, ${WAITING}::int) as n
    returning id`;
  return rows.map(({ id }) => id);
}

/** From the request to the acceptance at the venue, one after the other. */
async function measureSubmissions(): Promise<number[]> {
  await rival`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
  await rival`truncate withdrawal cascade`;
  const worker = await startWorker({
    database,
    handlers: withdrawalJobs(directory).handlers,
    cron: [],
    group: 'test',
    atStart: [],
    concurrency: 4,
    stopTimeoutMs: 1_000,
    clock: systemClock,
    logger: frame.logger,
  });
  const waitsMs: number[] = [];
  for (let count = 0; count < SUBMISSIONS; count += 1) {
    const promise = new Promise<unknown>((resolve) => {
      arrived = resolve;
    });
    const start = performance.now();
    const response = await fetch(url, {
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
        'x', 'x', 'bench', 0, now() - n * interval '1 second', now()
      from generate_series(1, ${rows}::int) as n`;
  }
  const fold = withdrawalJobs(directory).handlers.find(({ job }) => job.name === 'withdrawal.fold-counts');
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
  void Promise.all([bare.close(), rival.end(), replays.end()])
    .then(() => frame.close())
    .then(() => process.exit(0));
});
