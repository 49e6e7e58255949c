import { credit } from '../src/partner/crediting/index.ts';
import { median, report } from './harness/measure.ts';
import { CLIENTS, contextOf, openProgram, take, timed } from './program/store.ts';
import { factsContext } from '../src/partner/facts/handle/index.ts';

const DAYS = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07', '2024-03-08'];
const ORDERS_A_DAY = 1_000_000;

/** Every client trades twenty times a day. */
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

const { facts, db, close } = await openProgram();
try {
  await measure();
} finally {
  await close();
}

async function measure(): Promise<void> {
  const creditMs: number[] = [];
  const scanMs: number[] = [];
  const readMs: number[] = [];
  for (const [index, day] of DAYS.entries()) {
    await take(facts, 'orders', ordersOf(day, index));
    for (let round = 0; round < 5; round += 1) {
      scanMs.push(await timed(() => scan(day, '*')));
      readMs.push(await timed(() => scan(day, READ)));
    }
    creditMs.push(await timed(() => credit(factsContext(contextOf(db), facts), { through: day })));
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

async function scan(day: string, columns: string): Promise<void> {
  await facts.database.query(
    `select max(columns(${columns})) from orders
      where closed_at >= date '${day}' and closed_at < date '${day}' + 1`,
  );
}
