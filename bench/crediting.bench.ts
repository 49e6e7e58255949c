import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTraceId, type Actor, type Context } from '../src/kernel/index.ts';
import { credit, creditingProjection } from '../src/partner/crediting/index.ts';
import { ingest, openFacts } from '../src/partner/facts/index.ts';
import { rewardDerivation } from '../src/partner/rewards/index.ts';
import { namesProjection } from '../src/partner/wallets/index.ts';
import { connect, migrate, startEmbedded } from '../src/platform/postgres/index.ts';
import { openLocalStorage } from '../src/platform/storage/index.ts';
import { median, report } from './harness.ts';

const DAYS = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07', '2024-03-08'];
const ORDERS_A_DAY = 1_000_000;
const PARTNERS = 1_000;
const CLIENTS = 50_000;

/** Every client trades twenty times a day; every other partner has a parent. */
const PROGRAM: Record<string, string> = {
  partners: `select 'P' || i as partner_uid, case when i % 2 = 1 then 'P' || (i - 1) end as parent_uid
    from range(${PARTNERS}) r(i) order by parent_uid nulls first`,
  'partner-accounts': `select (700000 + i)::varchar as partner_account, 'P' || i as partner_uid,
    case when i % 3 = 0 then 'EUR' else 'USD' end as currency, 'Main' as account_name,
    date '2024-01-01' as opened_on from range(${PARTNERS}) r(i)`,
  links: `select 'L' || i as link_code, (700000 + i)::varchar as partner_account from range(${PARTNERS}) r(i)`,
  rates: `select 'EUR' as currency, date '2024-01-01' as rate_date, 0.92 as per_usd`,
  tariffs: `select '*' as partner_uid, '*' as account_type, '*' as symbol, date '2024-01-01' as valid_from,
    'formula_forex' as formula_code, 8.5 as reward_size, 'USD' as reward_size_currency, 1 as level,
    10 as second_level_percent`,
  clients: `select 'u' || i as client_uid, 'L' || (i % ${PARTNERS}) as link_code,
    timestamp '2024-01-02' as registered_at, 'PT' as country, 'web' as platform from range(${CLIENTS}) r(i)`,
  'client-accounts': `select (9000000 + i)::varchar as client_account, 'u' || i as client_uid,
    'standard' as account_type, 'mt5' as platform, timestamp '2024-01-02' as opened_at
    from range(${CLIENTS}) r(i)`,
};

const ordersOf = (day: string, index: number): string => `
  select 'real-1' as server, ${1 + index * ORDERS_A_DAY} + i as ticket,
    (9000000 + i % ${CLIENTS})::varchar as client_account, 'EURUSD' as symbol, 'EUR' as base_currency,
    timestamp '${day}' as opened_at, timestamp '${day}' + to_milliseconds(i * 80) as closed_at,
    ((1 + i % 300) * 0.01)::decimal(11, 4) as volume_lots, ((1 + i % 300) * 0.001)::decimal(18, 8) as volume_mln_usd,
    1.2 as open_spread, 1.4 as close_spread
  from range(${ORDERS_A_DAY}) r(i)`;

/** The columns of orders that crediting reads. */
const READ = `['client_account', 'closed_at', 'parent_no', 'volume_lots', 'volume_mln_usd', 'reward', 'reward_usd',
  'parent_reward', 'parent_reward_usd']`;

const folder = mkdtempSync(join(tmpdir(), 'quaestor-bench-'));
chmodSync(folder, 0o755);
const server = await startEmbedded({ dataFolder: folder, say: () => {} });
const database = connect({
  url: server.url,
  poolSize: 4,
  statementTimeoutMs: 60_000,
  applicationName: 'bench',
});
await migrate(database);
const facts = await openFacts({
  db: database.db,
  storage: openLocalStorage({ folder: join(folder, 'files'), secret: Buffer.alloc(32), publicUrl: '' }),
  folder: join(folder, 'facts'),
  threads: 2,
  memoryLimitBytes: 2 * 2 ** 30,
  readers: 2,
  derivations: [rewardDerivation],
  guards: [],
  projections: [creditingProjection, namesProjection],
});
await facts.ready;
const actor: Actor = { kind: 'system', id: 'bench', tenant: 'default', scopes: new Set() };
const { signal } = new AbortController();
try {
  await measure();
} finally {
  await facts.close();
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  for (const [kind, sql] of Object.entries(PROGRAM)) await take(kind, sql);

  const creditMs: number[] = [];
  const scanMs: number[] = [];
  const readMs: number[] = [];
  for (const [index, day] of DAYS.entries()) {
    await take('orders', ordersOf(day, index));
    for (let round = 0; round < 5; round += 1) {
      scanMs.push(await timed(() => scan(day, '*')));
      readMs.push(await timed(() => scan(day, READ)));
    }
    creditMs.push(await timed(() => credit(contextOf(database.db), facts, { through: day })));
    // As the jobs of the night do after crediting.
    await facts.database.write((session) => session.run('checkpoint'));
  }
  const figure = median(creditMs);
  const measured = {
    name: `crediting a day of ${ORDERS_A_DAY.toLocaleString('en')} orders`,
    figure,
    unit: 'ms',
  };
  report({
    ...measured,
    rival: 'one scan of all columns of its orders',
    ratio: figure / median(scanMs),
    target: '<= 10',
  });
  report({
    ...measured,
    rival: 'one scan of the columns that are credited from',
    ratio: figure / median(readMs),
  });
}

function contextOf<Handle>(db: Handle): Context<Handle> {
  const clock = { now: () => new Date('2024-06-01T00:00:00.000Z') };
  return { actor, db, clock, traceId: newTraceId(), signal };
}

async function take(kind: string, sql: string): Promise<void> {
  const { refused, errors } = await ingest(contextOf(facts), { kind, source: { format: 'select', sql } });
  if (refused > 0) throw new Error(`${kind}: ${JSON.stringify(errors[0])}`);
}

async function scan(day: string, columns: string): Promise<void> {
  await facts.database.query(
    `select max(columns(${columns})) from orders
      where closed_at >= date '${day}' and closed_at < date '${day}' + 1`,
  );
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
