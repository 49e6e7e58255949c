import { Problem, type Clock, type Context } from '../src/kernel/index.ts';
import type { Facts } from '../src/partner/facts/index.ts';
import { reportEndpoints } from '../src/partner/reports/index.ts';
import type { Endpoint } from '../src/platform/http/index.ts';
import { median, report } from './harness.ts';
import { BY_HAND, type Asker, type Dates, type Engine } from './reports/by-hand.ts';
import { contextOf, openStores, type Stores } from './reports/stores.ts';

/* How long the first page of each report takes, beside the same question written by hand. */

const ORDERS = Number(process.env['REPORTS_BENCH_ORDERS'] ?? 1_000_000);
const FOLDER = process.env['REPORTS_BENCH_FOLDER'];
const FULL_SIZE = 20_000_000;
const MEMORY_LIMIT_MIB = 2048;
/** Of the process, beside what the engine may take. */
const OTHER_MEMORY_MIB = 512;
/** How long something is repeated, but a few times at least. */
const REPEATED_MS = 1_000;
const FEWEST_ROUNDS = 3;
/** What a page for the median partner may take. */
const PAGE_MS = 30;
const CONCURRENT = 50;
const CONCURRENT_MS = 4_000;
const DAY_MS = 86_400_000;

/** What makes a partner large in the eyes of a report: the table to count in, and whose number its rows bear. */
interface Question {
  readonly path: string;
  readonly sizeIn: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: (asker: Asker) => Readonly<Record<string, unknown>>;
}

if (ORDERS < FULL_SIZE) {
  console.log(
    `${ORDERS} orders, which is small: REPORTS_BENCH_ORDERS=${FULL_SIZE} is the size the targets are meant for. It takes ` +
      '10 minutes to fill and 20 GB of disk; REPORTS_BENCH_FOLDER=<folder> keeps it there for the next run.',
  );
}
const memoryLimitBytes = MEMORY_LIMIT_MIB * 2 ** 20;
const stores = await openStores({ orders: ORDERS, memoryLimitBytes, folder: FOLDER });
/** Without memory, so that everything is asked anew. */
const anew = reportEndpoints(stores.facts, 0);
const remembering = reportEndpoints(stores.facts, 2 ** 24);
const { clock, dates } = await readCalendar(stores);
const callers = new Map<string, Context<Facts>>();

const OWN = 'orders o join partners p on p.partner_no = o.partner_no';
const BELOW = 'orders o join partners p on p.partner_no = o.parent_no';
const SHARED = `orders o join shares s on s.client_account = o.client_account and s.partner_no = o.partner_no
  join partners p on p.partner_uid = s.agent_uid`;
const RISEN = 'progress_reward_details d join partners p on p.partner_no = d.partner_no';
const PERIOD = { date_from: dates.from, date_to: dates.to };

const QUESTIONS: Readonly<Record<string, Question>> = {
  performance: { path: '/api/reports/performance/', sizeIn: OWN, query: PERIOD },
  ib_performance: { path: '/api/reports/ib/performance/', sizeIn: OWN, query: PERIOD },
  advanced_tqi: {
    path: '/api/reports/cpa/advanced_tqi/:cohort/',
    sizeIn: OWN,
    params: () => ({ cohort: dates.cohort }),
  },
  second_level_accounts: { path: '/api/reports/clients/accounts/second-level/', sizeIn: BELOW },
  second_level_rewards: { path: '/api/v2/reports/rewards/secondlevel/', sizeIn: BELOW },
  orders: { path: '/api/reports/orders/', sizeIn: OWN },
  shared_accounts: { path: '/api/v3/reports/clients/shared/', sizeIn: SHARED },
  progress_reward: { path: '/api/reports/progress_reward/', sizeIn: RISEN },
  progress_reward_detail: {
    path: '/api/reports/progress_reward/:compensation_id/detailed/',
    sizeIn: RISEN,
    params: ({ compensation }) => ({ compensation_id: compensation }),
  },
  rewards: { path: '/api/reports/rewards/', sizeIn: OWN },
};
const NAMES = Object.keys(QUESTIONS);

try {
  const bySize = new Map<string, Asker[]>();
  for (const sizeIn of [OWN, BELOW, SHARED, RISEN]) bySize.set(sizeIn, await partnersBySize(sizeIn));
  const askers = (name: string): readonly Asker[] => bySize.get(questionOf(name).sizeIn) ?? [];
  for (const name of NAMES) await compare(name, pick(askers(name), 0));
  for (const name of NAMES) await timeAlone(name, pick(askers(name), askers(name).length >> 1));
  await compareThroughput(askers('orders'));
} finally {
  await stores.close();
}

async function compare(name: string, largest: Asker): Promise<void> {
  const counted = [
    Number(/"count":(\d+)/.exec(await ask(name, largest))?.[1] ?? 0),
    await askDuckdb(name, largest),
    await askPostgres(name, largest),
  ];
  if (new Set(counted).size > 1)
    throw new Error(`${name} has ${counted.join(' or ')} rows: they must be the same.`);
  const [figure, direct] = await timesOf(
    () => ask(name, largest),
    () => askDuckdb(name, largest),
  );
  const [relational] = await timesOf(() => askPostgres(name, largest));
  const [again] = await timesOf(() => ask(name, largest, remembering));
  const first = { name: `${name}, largest partner`, figure, unit: 'ms' };
  report({ ...first, rival: 'DuckDB by hand', ratio: figure / direct, target: '<= 1.5' });
  const rival = 'PostgreSQL by hand';
  report({ ...first, rival, ratio: figure / relational, target: '<= 0.1' });
  const repeated = { name: `${name}, asked again`, figure: again, unit: 'ms' };
  report({ ...repeated, rival, ratio: again / relational, target: '<= 0.1' });
}

async function timeAlone(name: string, middle: Asker): Promise<void> {
  await ask(name, middle);
  const [figure] = await timesOf(() => ask(name, middle));
  report({ name: `${name}, median partner`, figure, unit: 'ms', target: `<= ${PAGE_MS}` });
}

/** Partners of all sizes, each of whom asks one report after the other. */
async function compareThroughput(partners: readonly Asker[]): Promise<void> {
  const askers = Array.from({ length: CONCURRENT }, (_, index) =>
    pick(partners, Math.floor((index * partners.length) / CONCURRENT)),
  );
  const ours: number[] = [];
  const direct: number[] = [];
  for (let round = 0; round < 3; round++) {
    ours.push(await throughput(askers, (name, asker) => ask(name, asker)));
    direct.push(await throughput(askers, askDuckdb));
  }
  const figure = median(ours);
  const ratio = figure / median(direct);
  const name = `all reports, ${CONCURRENT} partners at once`;
  report({ name, figure, unit: '/s', rival: 'DuckDB by hand', ratio, target: '>= 0.7' });
  report({
    name: `peak memory, ${MEMORY_LIMIT_MIB} MiB configured`,
    figure: process.resourceUsage().maxRSS / 1024,
    unit: 'MiB',
    target: `<= ${MEMORY_LIMIT_MIB + OTHER_MEMORY_MIB}`,
  });
}

/** All is told as on the day of the last order. */
async function readCalendar({ facts }: Stores): Promise<{ clock: Clock; dates: Dates }> {
  const [found] = await facts.database.query<{ last: Date }>('select max(closed_at) as last from orders');
  if (!found) throw new Error('The program has no orders.');
  const { last } = found;
  const day = (ago: number): string => new Date(last.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return { clock: { now: () => last }, dates: { from: day(365), to: day(0), cohort: day(60).slice(0, 7) } };
}

async function partnersBySize(sizeIn: string): Promise<Asker[]> {
  return stores.facts.database.query<{ uid: string; no: number; compensation: number }>(`
    select p.partner_uid as uid, p.partner_no as no,
      coalesce((select min(compensation_id) from tier_changes t where t.partner_no = p.partner_no), 0) as compensation
    from ${sizeIn} group by 1, 2 order by count(*) desc, 1`);
}

/** Everything but the network: the state of the facts, the gate, the query and the JSON. */
async function ask(name: string, asker: Asker, endpoints = anew): Promise<string> {
  const { query = {}, params = () => ({}) } = questionOf(name);
  const request = { params: params(asker), query, body: undefined, headers: {}, ip: '' };
  try {
    const { body } = await endpointOf(name, endpoints).handle(callerOf(asker) as never, request);
    return body as string;
  } catch (error) {
    // A partner may have no such cohort.
    if (error instanceof Problem && error.code === 'not_found') return '';
    throw error;
  }
}

function callerOf({ uid }: Asker): Context<Facts> {
  const caller = callers.get(uid) ?? contextOf(stores.facts, clock, uid);
  callers.set(uid, caller);
  return caller;
}

function endpointOf(name: string, endpoints: readonly Endpoint[]): Endpoint {
  const { path } = questionOf(name);
  const found = endpoints.find((endpoint) => endpoint.path === path);
  if (!found) throw new Error(`No report answers at ${path}.`);
  return found;
}

async function askDuckdb(name: string, asker: Asker): Promise<number> {
  return askByHand(name, asker, 'duckdb', (statement) => stores.facts.database.query(statement));
}

async function askPostgres(name: string, asker: Asker): Promise<number> {
  return askByHand(name, asker, 'postgres', (statement) => stores.sql.unsafe(statement));
}

async function askByHand(
  name: string,
  asker: Asker,
  engine: Engine,
  run: (statement: string) => Promise<readonly { count?: unknown }[]>,
): Promise<number> {
  let rows: readonly { count?: unknown }[] = [];
  for (const statement of BY_HAND[name]?.(asker, dates, engine) ?? []) rows = await run(statement);
  return Number(rows[0]?.count ?? 0);
}

function questionOf(name: string): Question {
  const question = QUESTIONS[name];
  if (!question) throw new Error(`Nobody asks ${name}.`);
  return question;
}

function pick(askers: readonly Asker[], index: number): Asker {
  const asker = askers[index];
  if (!asker) throw new Error('The program has too few partners.');
  return asker;
}

type Work = () => Promise<unknown>;

/** What each of them usually takes. They take turns, so that a disturbance of the machine hits each alike. */
async function timesOf<Works extends readonly Work[]>(
  ...works: Works
): Promise<{ [Index in keyof Works]: number }> {
  const times = works.map(() => new Array<number>());
  const until = performance.now() + REPEATED_MS;
  for (let round = 0; round < FEWEST_ROUNDS || performance.now() < until; round++) {
    for (const [index, work] of works.entries()) {
      const began = performance.now();
      await work();
      times[index]?.push(performance.now() - began);
    }
  }
  return times.map(median) as { [Index in keyof Works]: number };
}

/** Answers in a second while all ask again as soon as they are answered. */
async function throughput(
  askers: readonly Asker[],
  work: (name: string, asker: Asker) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + CONCURRENT_MS;
  let answers = 0;
  const askAgain = async (asker: Asker, index: number): Promise<void> => {
    for (let turn = index; performance.now() < until; turn++) {
      const name = NAMES[turn % NAMES.length] ?? '';
      // Not every partner has been compensated.
      if (name === 'progress_reward_detail' && asker.compensation === 0) continue;
      await work(name, asker);
      answers += 1;
    }
  };
  await Promise.all(askers.map(askAgain));
  return (answers * 1000) / CONCURRENT_MS;
}
