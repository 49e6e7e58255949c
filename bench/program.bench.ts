import { credit } from '../src/partner/crediting/index.ts';
import { factsContext } from '../src/partner/facts/handle/index.ts';
import { previewTariffs } from '../src/partner/program/index.ts';
import { reportEndpoints } from '../src/partner/reports/index.ts';
import { median, report } from './harness/measure.ts';
import { CLIENTS, contextOf, openProgram, take, timed } from './program/store.ts';

/* What managers wait for: a report over all partners, and the preview of a tariff. */

const MONTHS = 20;
const ORDERS_A_MONTH = Number(process.env['PROGRAM_BENCH_ORDERS'] ?? 20_000_000) / MONTHS;
const ROUNDS = 5;
const FIRST = "date '2022-09-01'";
const [FROM, TO] = ['2022-09-01', '2024-04-30'];
/** The last month, which is credited and previewed. */
const MONTH = '2024-04';

const ordersOf = (month: number): string => `
  select 'real-1' as server, ${1 + month * ORDERS_A_MONTH} + i as ticket,
    (9000000 + i % ${CLIENTS})::varchar as client_account, 'EURUSD' as symbol, 'EUR' as base_currency,
    ${FIRST} + interval ${month} month as opened_at,
    ${FIRST} + interval ${month} month + to_milliseconds((i * 2419200000.0 / ${ORDERS_A_MONTH})::bigint) as closed_at,
    ((1 + i % 300) * 0.01)::decimal(11, 4) as volume_lots, ((1 + i % 300) * 0.001)::decimal(18, 8) as volume_mln_usd,
    1.2 as open_spread, 1.4 as close_spread
  from range(${ORDERS_A_MONTH}) r(i)`;

const within = (moment: string): string => `${moment} >= date '${FROM}' and ${moment} < date '${TO}' + 1`;
const monthOf = (moment: string): string => `date_trunc('month', ${moment})::date as month`;
const firstOf = (table: string, moment: string): string => `
  select partner_no, ${monthOf('began')}, count(*) as n from (
    select client_no, min(partner_no) as partner_no, min(${moment}) as began from ${table}
    where trial is not true and ${moment} < date '${TO}' + 1 group by client_no
  ) where ${within('began')} group by 1, 2`;

/** The same question, as one would write it: all measures by partner and month, the first hundred and the totals. */
const BY_HAND = `
  with part as (
    select partner_no, ${monthOf('shown_on')}, sum(impression_count) as impressions from impressions
      where ${within('shown_on')} group by 1, 2
    union all by name select partner_no, ${monthOf('clicked_at')}, count(*) as clicks from clicks
      where ${within('clicked_at')} group by 1, 2
    union all by name select partner_no, ${monthOf('spent_on')}, sum(amount_usd) filter (where channel = 'web') as web,
      sum(amount_usd) filter (where channel = 'app') as app from spend where ${within('spent_on')} group by 1, 2
    union all by name select partner_no, ${monthOf('registered_at')}, count(*) as registrations from clients
      where ${within('registered_at')} group by 1, 2
    union all by name select partner_no, ${monthOf('deposited_at')}, count(*) as deposits, sum(amount_usd) as deposited
      from deposits where trial is not true and ${within('deposited_at')} group by 1, 2
    union all by name select partner_no, month, n as first_deposits from (${firstOf('deposits', 'deposited_at')})
    union all by name select partner_no, month, n as first_trades from (${firstOf('orders', 'closed_at')})
    union all by name select partner_no, ${monthOf('closed_at')}, sum(volume_lots) as lots, sum(volume_mln_usd) as mln,
      sum(reward_usd) as reward from orders where trial is not true and ${within('closed_at')} group by 1, 2
  ),
  matched as (
    select partner_uid, month, sum(impressions), sum(clicks), sum(web), sum(app), sum(registrations), sum(deposits),
      sum(deposited), sum(first_deposits), sum(first_trades), sum(lots), sum(mln), sum(reward) as reward
    from part join partners using (partner_no) group by 1, 2
  )
  select * from (select count(*) as count, sum(reward) as total from matched) totals
  left join (select * from matched order by partner_uid, month limit 100) page on true order by partner_uid, month`;

const DRAFT = {
  partner_uid: '*',
  account_type: '*',
  symbol: '*',
  valid_from: '2024-01-01',
  formula_code: 'formula_forex',
  reward_size: '9.25',
  reward_size_currency: 'USD',
  level: 1,
  second_level_percent: '12',
};

const { facts, db, close } = await openProgram();
try {
  for (let month = 0; month < MONTHS; month += 1) await take(facts, 'orders', ordersOf(month));
  await compareReport();
  await comparePreview();
} finally {
  await close();
}

async function compareReport(): Promise<void> {
  // Without a cache, so that every page is computed.
  const endpoint = reportEndpoints(facts, 0).find(({ operation }) => operation === 'getProgramPerformance');
  if (!endpoint) throw new Error('There is no program-wide performance report.');
  const query = { group_by: ['partner_uid', 'month'], date_from: FROM, date_to: TO };
  const request = { params: {}, query, body: undefined, headers: {}, ip: '' };
  const ask = async (): Promise<number> => {
    const { body } = await endpoint.handle(contextOf(db), request);
    return Number(/"totals":\{"count":(\d+)/.exec(body as string)?.[1]);
  };
  const askByHand = async (): Promise<number> => {
    const [row] = await facts.database.query<{ count: number }>(BY_HAND);
    return row?.count ?? 0;
  };
  const counted = [await ask(), await askByHand()];
  if (new Set(counted).size > 1)
    throw new Error(`There are ${counted.join(' or ')} groups: both must agree.`);
  const [ours, byHand]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(ask));
    byHand.push(await timed(askByHand));
  }
  const orders = (ORDERS_A_MONTH * MONTHS).toLocaleString('en');
  report({
    name: `performance of all partners by month, ${orders} orders`,
    figure: median(ours),
    unit: 'ms',
    rival: 'DuckDB by hand',
    ratio: median(ours) / median(byHand),
    target: '<= 1.5',
  });
}

async function comparePreview(): Promise<void> {
  await credit(factsContext(contextOf(db), facts), { through: '2024-03-31' });
  const creditMs = await timed(() => credit(factsContext(contextOf(db), facts), { through: `${MONTH}-30` }));
  const previewMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = factsContext(contextOf(db), facts);
    previewMs.push(await timed(() => previewTariffs(context, { month: MONTH, tariffs: [DRAFT] })));
  }
  report({
    name: `preview of a month of ${ORDERS_A_MONTH.toLocaleString('en')} orders`,
    figure: median(previewMs),
    unit: 'ms',
    rival: 'one crediting of it',
    ratio: median(previewMs) / creditMs,
    target: '<= 2',
  });
}
