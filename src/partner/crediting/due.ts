import type { Clock } from '../../kernel/index.ts';
import { FIRST_ACCOUNTS } from '../facts/store/index.ts';
import { differenceOf } from './difference.ts';

const DAY_MS = 86_400_000;

/** The last day that is over, and can be credited. */
export const yesterday = (clock: Clock): string =>
  new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);

/** The days that facts have changed since they were last credited. */
export const findTouchedDays = (through: string): string =>
  `select distinct day from touched_days where day <= date '${through}' order by day`;

/** How many orders each day has, and whether something was credited for it before. */
export function describeDays(days: readonly string[]): string {
  const [first, last] = [`date '${days[0]}'`, `date '${days.at(-1)}'`];
  return `
    select day, coalesce(orders, 0) as orders, day in (
        select reward_date from credited_rewards where reward_date between ${first} and ${last}
      ) as "isCredited"
    from (values ${days.map((day) => `(date '${day}')`).join(', ')}) touched(day)
    left join (
      select closed_at::date as day, count(*) as orders from orders
      where closed_at >= ${first} and closed_at < ${last} + 1
      group by closed_at::date
    ) counted using (day)
    order by day`;
}

/** Marks days as credited with the facts of a version; days that a later version has changed stay marked as changed. */
export const settleDays = (days: readonly string[], version: number): string =>
  `delete from touched_days where day in (${listed(days)}) and version <= ${version}`;

const MAX_CAUSES = 1000;

/** The batches up to a version that changed days since they were credited, newest first. */
export const findCauses = (days: readonly string[], version: number): string =>
  `select distinct version from touched_days where day in (${listed(days)}) and version <= ${version}
    order by version desc limit ${MAX_CAUSES}`;

/** Those of the days for which something was credited. */
export const findCredited = (days: readonly string[]): string =>
  `select distinct reward_date as day from credited_rewards where reward_date in (${listed(days)})`;

/** Reports read these sums: 18 digits take a tenth of the time that more would. */
const AMOUNT_TYPES = {
  orders_count: 'bigint',
  volume_lots: 'decimal(18, 4)',
  volume_mln_usd: 'decimal(18, 8)',
  reward: 'decimal(38, 8)',
  reward_usd: 'decimal(18, 8)',
};
const AMOUNTS = Object.keys(AMOUNT_TYPES);
const SUBJECT = [
  'reward_date',
  'level',
  'partner_uid',
  'partner_account',
  'currency',
  'subpartner_account',
  'agent_uid',
  'client_account',
];
const DESCRIPTION = ['client_uid', 'client_account_type', 'country', 'platform', 'link_code'];

interface RewardsDue {
  /** In ascending order. */
  readonly days: readonly string[];
  /** Whether something was credited for one of them before. */
  readonly isAdjustment: boolean;
  /** The number of the payout. */
  readonly number: number;
  readonly at: Date;
}

/** What the days earn, less what was credited for them before, as rows of a payout, numbered by a sequence. */
export function rewardsDue({ days, isAdjustment, number, at }: RewardsDue): string {
  const amounts = Object.entries(AMOUNT_TYPES).map(([name, type]) => `${name}::${type} as ${name}`);
  const earned = earnedOn(days);
  const due = isAdjustment
    ? differenceOf({
        earned,
        credited: `from credited_rewards where reward_date in (${listed(days)})`,
        subject: SUBJECT,
        description: DESCRIPTION,
        amounts: AMOUNTS,
      })
    : earned;
  return `
    select nextval('row_id') as id, ${number}::bigint as reward_order,
      ${[...SUBJECT, ...DESCRIPTION, ...amounts].join(', ')},
      timestamp '${at.toISOString().slice(0, -1)}' as reward_datetime
    from (${due})`;
}

/**
 * What the orders of the days earn by client account: the partner on level 1 and the parent on level 2. Of an account
 * that is shared, each agent gets a commission on level 1, and a row of its own takes it from the sharing partner.
 */
export const earnedOn = (days: readonly string[], accountNo?: number): string => `
  with earned as materialized (
    select ${dayOf(days)} as reward_date, account_no, max(parent_no) as parent_no,
      ${sums('own', 'reward', 'reward_usd')},
      ${sums('parent', 'parent_reward', 'parent_reward_usd')}
    from orders where ${isOn(days, accountNo)}
    group by reward_date, account_no
  ),
  account as materialized (
    select account.account_no, account.client_account, account.client_uid,
      account.account_type as client_account_type, account.platform, client.country, client.link_code,
      own.partner_uid, own.partner_account, own.currency
    from client_accounts account
    join clients client on client.client_no = account.client_no
    join partner_accounts own on own.partner_account = account.partner_account
    where account.account_no in (select account_no from earned)
  ),
  first_account as materialized (${FIRST_ACCOUNTS}),
  ${commissionOn(days, accountNo)}
  select reward_date, 1 as level, partner_uid, partner_account, currency, null::varchar as subpartner_account,
    null::varchar as agent_uid, client_account, ${DESCRIPTION.join(', ')}, ${amountsOf('own')}
  from earned join account using (account_no)
  where own_reward <> 0 or own_reward_usd <> 0
  union all
  select reward_date, 2, parent.partner_uid, parent.partner_account, parent.currency, account.partner_account,
    null, client_account, ${DESCRIPTION.join(', ')}, ${amountsOf('parent')}
  from earned join account using (account_no)
  join first_account parent on parent.partner_no = earned.parent_no
  where parent_reward <> 0 or parent_reward_usd <> 0
  union all
  select reward_date, 1, agent.partner_uid, agent.partner_account, agent.currency, null,
    agent_uid, client_account, ${DESCRIPTION.join(', ')}, orders_count, volume_lots, volume_mln_usd,
    agent_reward, commission_usd
  from commission join account using (account_no)
  join first_account agent on agent.partner_uid = agent_uid
  union all
  select reward_date, 1, partner_uid, partner_account, currency, null,
    agent_uid, client_account, ${DESCRIPTION.join(', ')}, 0, 0, 0, -own_reward, -commission_usd
  from commission join account using (account_no)`;

/** What one client account earns on a day now, by the columns of `credited_rewards`. */
export const earnedByAccount = (day: string, accountNo: number): string => earnedOn([day], accountNo);

/**
 * The commission of each agent by shared account and day. It is left out while the agent is suspended, and until the
 * rewards are known and the agent has an account whose currency has a rate, so that what one partner gets is always
 * taken from the other.
 */
const commissionOn = (days: readonly string[], accountNo?: number): string => `
  rate as materialized (
    select currency, rate_date, per_usd from rates
    union all
    select 'USD', date '2000-01-01', 1
  ),
  shared as materialized (
    select ${dayOf(days)} as reward_date, orders.account_no, agent_uid, count(*) as orders_count,
      sum(volume_lots) as volume_lots, sum(volume_mln_usd) as volume_mln_usd,
      sum(round(reward_usd::decimal(28, 8) * percent * 0.01, 8))::decimal(18, 8) as commission_usd
    from orders join shares on shares.account_no = orders.account_no
      and closed_at >= shared_from and (shared_to is null or closed_at < shared_to + 1)
    anti join suspensions on suspensions.partner_uid = agent_uid
      and closed_at >= suspended_from and (suspended_to is null or closed_at < suspended_to + 1)
    where ${isOn(days, accountNo)} and reward is not null
    group by reward_date, orders.account_no, agent_uid
  ),
  commission as materialized (
    select shared.*, round(commission_usd::decimal(20, 8) * own_rate.per_usd, 8) as own_reward,
      round(commission_usd::decimal(20, 8) * agent_rate.per_usd, 8) as agent_reward
    from shared
    join account using (account_no)
    join first_account agent on agent.partner_uid = agent_uid
    asof join rate own_rate on own_rate.currency = account.currency and own_rate.rate_date <= reward_date
    asof join rate agent_rate on agent_rate.currency = agent.currency and agent_rate.rate_date <= reward_date
    where commission_usd <> 0
  )`;

const dayOf = (days: readonly string[]): string =>
  days.length > 1 ? 'closed_at::date' : `date '${days[0]}'`;

const isOn = (days: readonly string[], accountNo?: number): string => {
  const range = `closed_at >= date '${days[0]}' and closed_at < date '${days.at(-1)}' + 1`;
  const isListed = days.length > 1 ? ` and closed_at::date in (${listed(days)})` : '';
  return `${range}${isListed}${accountNo === undefined ? '' : ` and orders.account_no = ${accountNo}`}`;
};

/** Sums over the orders whose reward is known. A reward known in the account's currency is known in USD. */
function sums(level: string, reward: string, rewardUsd: string): string {
  const known = `filter (where ${reward} is not null)`;
  const sources = [
    `count(${reward})`,
    `sum(volume_lots) ${known}`,
    `sum(volume_mln_usd) ${known}`,
    `sum(${reward})`,
    `sum(${rewardUsd}) ${known}`,
  ];
  return sources.map((source, index) => `${source} as ${level}_${AMOUNTS[index]}`).join(',\n      ');
}

const amountsOf = (level: string): string => AMOUNTS.map((name) => `${level}_${name} as ${name}`).join(', ');

const listed = (days: readonly string[]): string => days.map((day) => `date '${day}'`).join(', ');
