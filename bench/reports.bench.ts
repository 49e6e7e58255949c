import { reportEndpoints } from '../src/partner/reports/index.ts';
import { median, report } from './harness/measure.ts';
import {
  askPage,
  NAMES,
  partnersBySize,
  pick,
  questionsOf,
  readCalendar,
  SIZES,
  timesOf,
} from './reports/ask.ts';
import { BY_HAND, type Asker, type Engine } from './reports/by-hand.ts';
import { openStores } from './reports/stores.ts';

/* How long the first page of each report takes, beside the same question written by hand. */

const ORDERS = Number(process.env['REPORTS_BENCH_ORDERS'] ?? 1_000_000);
const FOLDER = process.env['REPORTS_BENCH_FOLDER'];
const FULL_SIZE = 20_000_000;
const MEMORY_LIMIT_MIB = 2048;
/** Of the process, beside what the engine may take. */
const OTHER_MEMORY_MIB = 512;
/** What a page for the median partner may take. */
const PAGE_MS = 30;
const CONCURRENT = 50;
const CONCURRENT_MS = 4_000;

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
const { clock, dates } = await readCalendar(stores.facts);
const questions = questionsOf(dates);

try {
  const bySize = new Map<string, Asker[]>();
  for (const sizeIn of SIZES) bySize.set(sizeIn, await partnersBySize(stores.facts, sizeIn));
  const askers = (name: string): readonly Asker[] => bySize.get(questions[name]?.sizeIn ?? '') ?? [];
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

function ask(name: string, asker: Asker, endpoints = anew): Promise<string> {
  return askPage({ facts: stores.facts, clock, questions, endpoints }, name, asker);
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
