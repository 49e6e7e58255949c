import type { FactsContext } from '../facts/handle/index.ts';

const FIND_LOOSE_MONTHS = `
  select distinct date_trunc('month', reward_date)::date as month from credited_rewards
  where reward_order > (select tidy_payout from crediting_state) order by month`;

const rewriteMonth = (month: string): string => {
  const rows = `credited_rewards where reward_date >= date '${month}' and reward_date < date '${month}' + interval '1 month'`;
  return `
    create temp table month_rows as select * from ${rows};
    delete from ${rows};
    insert into credited_rewards select * from month_rows order by partner_no, level, reward_date, id;
    drop table month_rows`;
};

/**
 * Puts the months in order into which payouts came since the last time. A partner's rows of a month are then next
 * to each other, and a report passes over the blocks of all others. Each month is a transaction of its own.
 */
export async function tidyPayouts({ facts, signal }: FactsContext): Promise<void> {
  await facts.database.write(async (session) => {
    const months = await session.query<{ month: string }>(FIND_LOOSE_MONTHS);
    for (const { month } of months) {
      await session.transaction(() => session.run(rewriteMonth(month), { signal }));
    }
    if (months.length > 0)
      await session.run(
        'update crediting_state set tidy_payout = (select max(reward_order) from credited_rewards); checkpoint',
      );
  }, signal);
}
