import { sql } from 'kysely';
import { balanceEndpoints } from '../src/trading/balances/index.ts';
import { depositEndpoints } from '../src/trading/deposits/index.ts';
import { flowEndpoints } from '../src/trading/flows/index.ts';
import { median, report } from './harness/measure.ts';
import { openFrame } from './servers/frame.ts';

const ROUNDS = 15;
const YEAR = '?from=2025-01-01&to=2025-12-31';
const LIST = 'venues/deposits?pageSize=100';
const [VENUES, ASSETS] = [5, 8] as const;
const [DEPOSITS, WITHDRAWALS] = [20_000, 20_000] as const;

const { database, url, headers, close } = await openFrame({ logLevel: 'silent' }, () => ({
  endpoints: [...balanceEndpoints(), ...flowEndpoints(), ...depositEndpoints()],
}));
try {
  await compareLists();
  await fill();
  for (const [name, path] of [
    ['balances', 'balances/history'],
    ['flows', 'flows'],
  ] as const) {
    const what = `a year of ${name} at ${VENUES} venues with ${ASSETS} assets each`;
    report({ name: what, figure: await timeOf(`${path}${YEAR}`), unit: 'ms' });
    report({
      name: `${what}, sums only`,
      figure: await timeOf(`${path}${YEAR}&sumsOnly=true`),
      unit: 'ms',
      target: '<= 100',
    });
  }
} finally {
  await close();
}

async function timeOf(path: string): Promise<number> {
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const answer = await fetch(`${url}/trade/v1/${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
    timesMs.push(performance.now() - start);
  }
  return median(timesMs);
}

/** A page of few deposits and of ten times as many. */
async function compareLists(): Promise<void> {
  const { db } = database;
  const pageMs = async (deposits: number): Promise<number> => {
    await sql`insert into deposit
        (id, tenant, venue, venue_deposit_id, asset, amount, state, venue_status, created_at, updated_at)
      select gen_random_uuid(), 'default', 'venue-' || (1 + i % ${VENUES}::int), 'listed-' || i, 'COIN1', 10.5, 'credited', 'x',
        now() - i * interval '1 minute', now()
      from generate_series(1, ${deposits}::int) as i on conflict do nothing`.execute(db);
    await sql`vacuum analyze deposit`.execute(db);
    await timeOf(LIST);
    return timeOf(LIST);
  };
  const fewMs = await pageMs(1_000);
  report({
    name: 'a page of 10,000 deposits compared with one of 1,000',
    figure: (await pageMs(10_000)) / fewMs,
    unit: 'times',
    target: '<= 1.5',
  });
  await sql`delete from deposit`.execute(db);
}

/** Two years, so that the year that is asked for has to be found. */
async function fill(): Promise<void> {
  const { db } = database;
  const days = sql`generate_series(date '2024-07-01', date '2026-06-30', interval '1 day') as day`;
  const [venues, assets] = [
    sql`generate_series(1, ${VENUES}::int) as v`,
    sql`generate_series(1, ${ASSETS}::int) as a`,
  ];
  await sql`insert into balance_reading (tenant, day, venue, read_at)
    select 'default', day, 'venue-' || v, day + interval '1 day' from ${days}, ${venues}`.execute(db);
  await sql`insert into balance_held (tenant, day, venue, asset, amount)
    select 'default', day, 'venue-' || v, 'COIN' || a, 1234.56789 * v + a from ${days}, ${venues}, ${assets}`.execute(
    db,
  );
  await sql`insert into day_rate (tenant, day, asset, rate, path, rated_at)
    select 'default', day, 'COIN' || a, 98.7654321 * a, array['COIN' || a, 'USDT'], day from ${days}, ${assets}`.execute(
    db,
  );
  const at = sql`timestamptz '2024-07-01' + i * interval '52 minutes'`;
  await sql`insert into deposit
      (id, tenant, venue, venue_deposit_id, asset, amount, state, venue_status, created_at, updated_at)
    select gen_random_uuid(), 'default', 'venue-' || (1 + i % ${VENUES}::int), i::text, 'COIN' || (1 + i % ${ASSETS}::int), 10.5,
      'credited', 'x', ${at}, ${at}
    from generate_series(1, ${DEPOSITS}::int) as i`.execute(db);
  await sql`insert into withdrawal
      (id, tenant, venue, asset, amount, destination, reference, status, venue_transfer_id, receipt, requested_by,
       approvals_required, fee, sent_at, created_at, updated_at)
    select gen_random_uuid(), 'default', 'venue-' || (1 + i % ${VENUES}::int), 'COIN' || (1 + i % ${ASSETS}::int), 10.5,
      '{}', i::text, 'COMPLETED', 'x', 'x', 'desk', 0, 0.1, ${at}, ${at}, ${at}
    from generate_series(1, ${WITHDRAWALS}::int) as i`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
