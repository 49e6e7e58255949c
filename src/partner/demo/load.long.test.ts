import { expect, test } from 'vitest';
import { NO_ISSUER } from '../disbursements/testing/issuer.ts';
import { FORMULAS } from '../facts/kinds/index.ts';
import { piecesOf, testFacts } from '../testing/facts.ts';
import { loadDemo, loadFirstDemo } from './index.ts';
import { programBatches } from './program.ts';
import { scaleOf } from './scale.ts';

const DIGEST = `
  select count(*) as orders, sum(reward_usd)::varchar as rewards, sum(ticket * volume_lots)::varchar as mixed
  from orders`;

test('the same seed gives the same program to the last fact, and another seed another one', async () => {
  const [first, other] = [await testFacts(), await testFacts()];
  await loadDemo(first, { seed: 1, orders: 200 });
  const again = await loadDemo(first, { seed: 1, orders: 200 });
  expect(new Set(Object.values(again))).toEqual(new Set([0]));
  await loadDemo(other, { seed: 2, orders: 200 });
  expect(await other.facts.database.query(DIGEST)).not.toEqual(await first.facts.database.query(DIGEST));
});

test('a program of another seed and size can follow: no share changes its agent, no agent owns the account', async () => {
  const context = await testFacts();
  const shares = () =>
    context.facts.database.query<{ client_account: string; agent_uid: string }>(
      'select client_account, agent_uid from shares order by all',
    );
  await loadFirstDemo(
    { ...context, actor: { ...context.actor, scopes: new Set(['admin']) } },
    { orders: 4000, banks: [], methods: [], issuer: NO_ISSUER },
  );
  const before = await shares();
  await loadDemo(context, { seed: 2, orders: 6000 });
  expect(before.length).toBeGreaterThan(2);
  const shared = new Set(before.map(({ client_account }) => client_account));
  const after = await shares();
  expect(after.filter(({ client_account }) => shared.has(client_account))).toEqual(before);
  expect(
    await context.facts.database.query(
      'select 1 from shares join client_accounts using (client_account) join partners owner on owner.partner_no = client_accounts.partner_no where owner.partner_uid = agent_uid',
    ),
  ).toEqual([]);
}, 180_000);

test('an account has the same owner and currency in programs of any size and seed', async () => {
  const { facts } = await testFacts();
  const sizes = [100, 90_000, 400_000, 40_000_000];
  const accounts = [1, 2]
    .flatMap((seed) => sizes.map((orders) => scaleOf(seed, orders, new Date('2024-06-01'))))
    .map((scale) => programBatches(scale).find(({ kind }) => kind === 'partner-accounts')?.sql);
  const found = await facts.database.query(`
    select count(distinct partner_account) as accounts, count(distinct row(partner_account, partner_uid, currency)) as kept
    from (${accounts.join(' union all ')})`);
  expect(found).toEqual([{ accounts: 6000, kept: 6000 }]);
});

test('the program is believable: a funnel, all formulas, two levels, tiers, fraud, and the partner who signs in', async () => {
  const context = await testFacts();
  const fractions: number[] = [];
  await loadDemo(context, { seed: 1, orders: 3000, onProgress: ({ fraction }) => fractions.push(fraction) });
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  const present = context.clock.now().toISOString().slice(0, -1);
  const [counts] = await context.facts.database.query<Record<string, number>>(`
    select (select sum(impression_count) from impressions) as impressions, (select count(*) from clicks) as clicks,
      (select count(*) from clients) as clients,
      (select count(distinct client_uid) from deposits join client_accounts using (client_account)) as depositors,
      (select count(*) from fraud_labels) as frauds, (select count(*) from tier_changes) as tiers,
      (select count(distinct formula_code) from orders) as formulas,
      (select count(*) from orders where parent_reward_usd > 0) as second_level,
      (select count(*) from orders where reward_usd is null) as unknown,
      (select count(*) from orders where closed_at > timestamp '${present}') as later,
      (select count(*) from orders join partners using (partner_no) where partner_uid = 'demo-partner') as own`);
  const { impressions = 0, clicks = 0, clients = 0, depositors = 0, own = 0 } = counts ?? {};
  expect([impressions, clicks, clients, depositors]).toEqual(
    [impressions, clicks, clients, depositors].toSorted((a, b) => b - a),
  );
  expect(counts).toMatchObject({ formulas: FORMULAS.length, unknown: 0, later: 0 });
  for (const name of ['frauds', 'tiers', 'second_level']) expect(counts?.[name]).toBeGreaterThan(0);
  expect(own).toBeGreaterThan(100);
  const { pieces, fewest } = await piecesOf(context);
  expect(pieces).toBe(fewest);
});

test('weekends are quieter than weekdays, and the program grows', async () => {
  const context = await testFacts();
  await loadDemo(context, { seed: 1, orders: 6000 });
  const daily = (table: string, time: string, condition = 'true') =>
    context.facts.database.query<{ weekdays: number; weekends: number; first: number; last: number }>(`
      select sum(per_day) filter (where isodow(day) < 6) / count(*) filter (where isodow(day) < 6) as weekdays,
        coalesce(sum(per_day) filter (where isodow(day) > 5), 0) / count(*) filter (where isodow(day) > 5) as weekends,
        coalesce(sum(per_day) filter (where day < first_day + 365), 0) as first,
        sum(per_day) filter (where day >= first_day + 365) as last
      from (select (date '2024-06-01' - 729) as first_day)
      cross join (select unnest(generate_series(date '2024-06-01' - 729, date '2024-06-01', interval 1 day))::date as day)
      left join (
        select ${time}::date as day, count(*)::integer as per_day from ${table} where ${condition} group by all
      ) using (day)`);
  for (const [table, time, condition] of [
    ['orders', 'closed_at', "symbol <> 'BTCUSD'"],
    ['clients', 'registered_at'],
    ['clicks', 'clicked_at'],
  ] as const) {
    const [found] = await daily(table, time, condition);
    const { weekdays = 0, weekends = 0, first = 0, last = 0 } = found ?? {};
    expect([table, weekends < 0.7 * weekdays, last > 1.2 * first]).toEqual([table, true, true]);
  }
  const [currencies] = await daily('orders', 'closed_at', "symbol <> 'BTCUSD'");
  expect(currencies?.weekends).toBeLessThan(0.05 * (currencies?.weekdays ?? 0));
});
