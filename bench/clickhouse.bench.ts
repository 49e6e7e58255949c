import { clickhouseEngine, publish } from '../src/partner/facts/serving/index.ts';
import { markDays } from '../src/partner/facts/store/index.ts';
import { reportEndpoints } from '../src/partner/reports/index.ts';
import { openCluster } from '../src/platform/clickhouse/index.ts';
import { startClickhouse } from '../src/testing/clickhouse/start.ts';
import { report } from './harness/measure.ts';
import { askPage, NAMES, partnersBySize, pick, questionsOf, readCalendar, timesOf } from './reports/ask.ts';
import { openStores } from './reports/stores.ts';

/*
 * What ClickHouse costs: filling it, keeping it up to date, its disk, and its pages beside those of the fact store and
 * beside its own in a larger program.
 */

const ORDERS = Number(process.env['CLICKHOUSE_BENCH_ORDERS'] ?? 1_000_000);
const FOLDER = process.env['CLICKHOUSE_BENCH_FOLDER'];
const MEMORY_LIMIT_BYTES = 2048 * 2 ** 20;
/** Names of columns that identify partners, their clients, accounts and links. */
const IDENTIFIERS = /_(?:no|uid|account)$|^link_code$|^subject_id$/;
/** How many times as many partners the larger program has, with as many orders each. */
const GROWTH = 5;

const count = (orders: number): string => `${orders.toLocaleString('en')} orders`;

console.log(
  `${ORDERS} orders; CLICKHOUSE_BENCH_ORDERS=<number> and CLICKHOUSE_BENCH_FOLDER=<folder> change it.`,
);
const server = await startClickhouse();
const stores = await openStores({
  orders: ORDERS,
  memoryLimitBytes: MEMORY_LIMIT_BYTES,
  folder: FOLDER,
  isCopied: false,
});
const { facts } = stores;
const cluster = openCluster({
  nodes: [[server.url]],
  name: '',
  isReplicated: false,
  username: 'default',
  password: '',
  database: 'default',
  connections: 8,
});

try {
  const filled = await fill();
  await update(filled);
  const times = await comparePages();
  await grow(filled);
  await comparePages(times);
} finally {
  await cluster.close();
  await stores.close();
  await server.remove();
}

type Published = Awaited<ReturnType<typeof publish>>;

async function fill(): Promise<Published> {
  const began = performance.now();
  const filled = await publish({ ...facts, cluster });
  const seconds = (performance.now() - began) / 1000;
  report({
    name: `fill, ${count(ORDERS)} and all that belongs to them`,
    figure: ORDERS / seconds,
    unit: '/s',
  });
  const [disk] = await cluster.at(server.url).query<{ bytes: number; orders: number }>(`
    select sum(bytes_on_disk) as bytes, sumIf(bytes_on_disk, table like 'orders%') as orders
    from system.parts where active and database = currentDatabase()`);
  report({ name: 'disk for each order', figure: (disk?.orders ?? 0) / ORDERS, unit: 'bytes' });
  report({
    name: 'disk for each order and all that belongs to it',
    figure: (disk?.bytes ?? 0) / ORDERS,
    unit: 'bytes',
  });
  return filled;
}

/** How long it takes until a change is seen: after a batch, and when everything is compared. */
async function update(filled: Published): Promise<void> {
  await publishOne('publish one changed order', filled);
  await publishOne('publish one changed order, all days compared');
}

async function publishOne(name: string, after?: Published): Promise<void> {
  const isFirst = '(server, ticket) = (select (server, ticket) from orders limit 1)';
  await facts.database.write(async (session) => {
    await session.run(`update orders set volume_lots = volume_lots + 1 where ${isFirst};
      ${markDays('orders', `select closed_at::date as day from orders where ${isFirst}`)}`);
  });
  const began = performance.now();
  const { coming, leaving } = await publish({ ...facts, cluster, after });
  if (coming !== 1 || leaving !== 1) throw new Error(`${coming} rows came and ${leaving} left.`);
  report({ name, figure: performance.now() - began, unit: 'ms' });
}

/** The pages of the largest partner, beside those of the fact store or beside earlier times of the same pages. */
async function comparePages(before?: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const { clock, dates } = await readCalendar(facts);
  const questions = questionsOf(dates);
  const served = { ...facts, engine: clickhouseEngine({ ...facts, cluster }) };
  const asking = (asked: typeof facts) => ({
    facts: asked,
    clock,
    questions,
    endpoints: reportEndpoints(asked, 0),
  });
  const [ours, duckdb] = [asking(served), asking(facts)];
  const times = new Map<string, number>();
  for (const name of NAMES) {
    const largest = pick(await partnersBySize(facts, questions[name]?.sizeIn ?? ''), 0);
    const [answer, expected] = [await askPage(ours, name, largest), await askPage(duckdb, name, largest)];
    if (answer !== expected) throw new Error(`${name}: ClickHouse and DuckDB answer differently.`);
    const [figure, direct] = await timesOf(
      () => askPage(ours, name, largest),
      () => askPage(duckdb, name, largest),
    );
    const earlier = before?.get(name);
    times.set(name, figure);
    report(
      earlier === undefined
        ? {
            name: `${name}, ${count(ORDERS)}`,
            figure,
            unit: 'ms',
            rival: 'the fact store',
            ratio: figure / direct,
          }
        : {
            name: `${name}, ${count(GROWTH * ORDERS)}`,
            figure,
            unit: 'ms',
            rival: `with ${count(ORDERS)}`,
            ratio: figure / earlier,
          },
    );
  }
  return times;
}

/** Gives each partner others like it, in ClickHouse alone. */
async function grow({ version }: Published): Promise<void> {
  const node = cluster.at(server.url);
  const columns = await node.query<{ table: string; name: string }>(
    `select table, name from system.columns
      where database = currentDatabase() and endsWith(table, '_${version}') and type like '%String%'`,
  );
  const countIn = async (table: string): Promise<number> => {
    const [found] = await node.query<{ rows: number }>(`select count(*) as rows from ${table}`);
    return found?.rows ?? 0;
  };
  for (const table of columns.filter(({ name }) => name === 'partner_no').map((column) => column.table)) {
    const before = await countIn(table);
    const identifiers = columns
      .filter((column) => column.table === table && IDENTIFIERS.test(column.name))
      .map(({ name }) => name);
    for (let copy = 1; copy < GROWTH; copy++) {
      const renamed = identifiers.map((identifier) => `concat(${identifier}, '~${copy}') as ${identifier}`);
      await node.run(`insert into ${table} select * replace(${renamed.join(', ')})
        from (select * from ${table} where partner_no not like '%~_')`);
    }
    const after = await countIn(table);
    if (after !== GROWTH * before)
      throw new Error(`${table} has ${after} rows instead of ${GROWTH * before}.`);
  }
}
