import type { Endpoint } from '../src/platform/http/index.ts';
import { reportEndpoints } from '../src/partner/reports/index.ts';
import { median, report } from './harness.ts';
import { BY_HAND, type Asker, type Dates } from './reports/by-hand.ts';
import { contextOf, openStores, type Stores } from './reports/stores.ts';

/*
 * How long the first page of a report takes, beside the same question written by hand. The first argument is the
 * number of orders: `npx tsx bench/reports.bench.ts 20000000` is the size of a large program, which takes about half
 * an hour to fill and 20 GB of disk.
 */

const orders = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 7;
const CONCURRENT = 50;
const CONCURRENT_MS = 3_000;
const DAY_MS = 86_400_000;

const day = (agoMs: number): string => new Date(Date.now() - agoMs).toISOString().slice(0, 10);
const dates: Dates = { from: day(365 * DAY_MS), to: day(0), cohort: day(60 * DAY_MS).slice(0, 7) };

const PATHS: Readonly<Record<string, string>> = {
  performance: '/api/reports/performance/',
  orders: '/api/reports/orders/',
  second_level_accounts: '/api/reports/clients/accounts/second-level/',
  shared_accounts: '/api/v3/reports/clients/shared/',
  rewards: '/api/reports/rewards/',
};

const stores = await openStores(orders);
const endpoints = reportEndpoints(stores.facts);
try {
  const partners = await partnersBySize(stores);
  const [largest] = partners;
  const middle = partners[partners.length >> 1];
  if (!largest || !middle) throw new Error('The program has no partners.');
  for (const name of Object.keys(BY_HAND)) await compare(name, largest);
  for (const name of Object.keys(BY_HAND)) await timeAlone(name, middle);
  await compareThroughput(partners.slice(0, CONCURRENT));
} finally {
  await stores.close();
}

async function compare(name: string, largest: Asker): Promise<void> {
  const contestants = [ask, askDuckdb, askPostgres].map((work) => ({ work, times: new Array<number>() }));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { work, times } of contestants) times.push(await timeOf(() => work(name, largest)));
  }
  // The first round warms up.
  const [figure = 0, duckdb = 0, relational = 0] = contestants.map(({ times }) => median(times.slice(1)));
  const first = { name: `${name}, largest partner`, figure, unit: 'ms' };
  report({ ...first, rival: 'DuckDB by hand', ratio: figure / duckdb, target: '<= 1.5' });
  report({ ...first, rival: 'PostgreSQL by hand', ratio: figure / relational, target: '<= 0.1' });
}

async function timeAlone(name: string, middle: Asker): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) times.push(await timeOf(() => ask(name, middle)));
  report({ name: `${name}, median partner`, figure: median(times.slice(1)), unit: 'ms', target: '<= 30' });
}

async function compareThroughput(askers: readonly Asker[]): Promise<void> {
  const rates: { ours: number[]; duckdb: number[] } = { ours: [], duckdb: [] };
  for (let round = 0; round < 3; round++) {
    rates.ours.push(await throughput(askers, (asker) => ask('orders', asker)));
    rates.duckdb.push(await throughput(askers, (asker) => askDuckdb('orders', asker)));
  }
  const figure = median(rates.ours);
  const ratio = figure / median(rates.duckdb);
  const name = `orders, ${askers.length} partners at once`;
  report({ name, figure, unit: '/s', rival: 'DuckDB by hand', ratio, target: '>= 0.7' });
  report({ name: 'resident memory', figure: process.memoryUsage.rss() / 2 ** 20, unit: 'MiB' });
}

async function partnersBySize({ facts }: Stores): Promise<Asker[]> {
  return facts.database.query<{ uid: string; no: number }>(`
    select p.partner_uid as uid, p.partner_no as no from orders o join partners p on p.partner_no = o.partner_no
    group by 1, 2 order by count(*) desc, 1`);
}

/** Everything but the network: the state of the facts, the gate, the query and the JSON. */
async function ask(name: string, { uid }: Asker): Promise<unknown> {
  const query = name === 'performance' ? { date_from: dates.from } : {};
  const request = { params: {}, query, body: undefined, headers: {}, ip: '' };
  return (await endpointOf(name).handle(contextOf(stores.facts, uid) as never, request)).body;
}

function endpointOf(name: string): Endpoint {
  const found = endpoints.find(({ path }) => path === PATHS[name]);
  if (!found) throw new Error(`No report answers at ${PATHS[name]}.`);
  return found;
}

async function askDuckdb(name: string, asker: Asker): Promise<void> {
  const { page, totals } = sqlOf(name, asker);
  await stores.facts.database.query(page);
  await stores.facts.database.query(totals);
}

async function askPostgres(name: string, asker: Asker): Promise<void> {
  const { page, totals } = sqlOf(name, asker);
  await stores.sql.unsafe(page);
  await stores.sql.unsafe(totals);
}

function sqlOf(name: string, asker: Asker) {
  const write = BY_HAND[name];
  if (!write) throw new Error(`Nobody wrote ${name} by hand.`);
  return write(asker, dates);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Answers in a second while so many partners each ask again as soon as they are answered. */
async function throughput(
  askers: readonly Asker[],
  work: (asker: Asker) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + CONCURRENT_MS;
  let answers = 0;
  const askAgain = async (asker: Asker): Promise<void> => {
    while (performance.now() < until) {
      await work(asker);
      answers += 1;
    }
  };
  await Promise.all(askers.map(askAgain));
  return (answers * 1000) / CONCURRENT_MS;
}
