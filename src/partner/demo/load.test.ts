import { expect, test } from 'vitest';
import { testFacts } from '../testing/facts.ts';
import { loadDemo } from './index.ts';

test('weekends are quieter than weekdays, and the program grows', async () => {
  const context = await testFacts();
  await loadDemo(context, { seed: 1, orders: 6000 });
  const daily = (table: string, time: string, condition = 'true') =>
    context.db.database.query<{ weekdays: number; weekends: number; first: number; last: number }>(`
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
