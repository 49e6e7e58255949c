import { FIRST_ACCOUNTS } from '../facts/index.ts';

/*
 * What is still to be credited, in SQL: rows of a payout, from which what was credited before is taken off, so that
 * nothing is due twice.
 */

/** The days that facts have touched since they were last dealt with. */
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

/** Notes that days are dealt with as the facts were at a version; what has touched them since stays noted. */
export const settleDays = (days: readonly string[], version: number): string =>
  `delete from touched_days where day in (${listed(days)}) and version <= ${version}`;

/** Reports read these sums: 18 digits take a tenth of the time that more would. */
const AMOUNT_TYPES = {
  orders_count: 'bigint',
  volume_lots: 'decimal(18, 4)',
  volume_mln_usd: 'decimal(18, 8)',
  reward: 'decimal(38, 8)',
  reward_usd: 'decimal(18, 8)',
};
const AMOUNTS = Object.keys(AMOUNT_TYPES);
/** What a row is credited for; an adjustment has the same. */
const SUBJECT = [
  'reward_date',
  'level',
  'partner_uid',
  'partner_account',
  'currency',
  'subpartner_account',
  'client_account',
];
const DESCRIPTION = ['client_uid', 'client_account_type', 'country', 'platform', 'link_code'];

/** What the orders of each day earn, on both levels, in one pass over them. */
const earnedOn = (days: readonly string[]): string => `
  with earned as materialized (
    select ${days.length > 1 ? 'closed_at::date' : `date '${days[0]}'`} as reward_date, client_account,
      max(parent_no) as parent_no,
      ${sums('own', 'reward', 'reward_usd')},
      ${sums('parent', 'parent_reward', 'parent_reward_usd')}
    from orders
    where closed_at >= date '${days[0]}' and closed_at < date '${days.at(-1)}' + 1
      ${days.length > 1 ? `and closed_at::date in (${listed(days)})` : ''}
    group by reward_date, client_account
  ),
  described as materialized (
    select earned.*, account.client_uid, account.account_type as client_account_type, account.platform,
      client.country, client.link_code, own.partner_uid, own.partner_account, own.currency
    from earned
    join client_accounts account using (client_account)
    join clients client on client.client_uid = account.client_uid
    join partner_accounts own on own.partner_account = account.partner_account
  )
  select reward_date, 1 as level, partner_uid, partner_account, currency, null::varchar as subpartner_account,
    client_account, ${DESCRIPTION.join(', ')}, ${amountsOf('own')}
  from described
  where own_reward <> 0 or own_reward_usd <> 0
  union all
  select reward_date, 2, parent.partner_uid, parent.partner_account, parent.currency, described.partner_account,
    client_account, ${DESCRIPTION.join(', ')}, ${amountsOf('parent')}
  from described
  join (${FIRST_ACCOUNTS}) parent on parent.partner_no = described.parent_no
  where parent_reward <> 0 or parent_reward_usd <> 0`;

/** Of those orders alone whose reward is known; where it is known in the account's currency, it is in USD. */
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

export const findCredited = (days: readonly string[]): string =>
  `select 1 from credited_rewards where reward_date in (${listed(days)}) limit 1`;

interface RewardsDue {
  /** In their order. */
  readonly days: readonly string[];
  /** Whether something was credited for one of them before. */
  readonly isAdjustment: boolean;
  /** Of the payout. */
  readonly number: number;
  readonly at: Date;
}

/** What the days earn, less what was credited for them before, as rows of a payout, numbered by a sequence. */
export function rewardsDue({ days, isAdjustment, number, at }: RewardsDue): string {
  const amounts = Object.entries(AMOUNT_TYPES).map(([name, type]) => `${name}::${type} as ${name}`);
  return `
    select nextval('row_id') as id, ${number}::bigint as reward_order,
      ${[...SUBJECT, ...DESCRIPTION, ...amounts].join(', ')},
      timestamp '${at.toISOString().slice(0, -1)}' as reward_datetime
    from (${isAdjustment ? differenceOn(days) : earnedOn(days)})`;
}

/** What is earned now tells how something is described and, where nothing is, what was credited before. */
const asOfNow = (name: string): string =>
  `coalesce(max(${name}) filter (where sign = 1), max(${name}) filter (where sign = -1))`;

function differenceOn(days: readonly string[]): string {
  const columns = [...SUBJECT, ...DESCRIPTION].join(', ');
  const described = DESCRIPTION.map((name) => `${asOfNow(name)} as ${name}`);
  const difference = AMOUNTS.map((name) => `sum(${name}) as ${name}`);
  const credited = AMOUNTS.map((name) => `-${name}`);
  return `
    select ${[...SUBJECT, ...described, ...difference].join(', ')}
    from (
      select 1 as sign, ${columns}, ${AMOUNTS.join(', ')} from (${earnedOn(days)})
      union all
      select -1, ${columns}, ${credited.join(', ')} from credited_rewards
      where reward_date in (${listed(days)})
    )
    group by ${SUBJECT.join(', ')}
    having ${AMOUNTS.map((name) => `sum(${name}) <> 0`).join(' or ')}`;
}

/** The size by which a tariff rewards. */
const SIZE = `
  case formula_code
    when 'formula_forex' then reward_size
    when 'formula_classic_v2' then reward_percentage
    when 'formula_cfd' then reward_percentage * reward_k
    else rate_per_million
  end::decimal(18, 6)`;

/** What has to be the same for two sizes to be compared. */
const FORMULA = `formula_code || coalesce(' ' || reward_size_currency, '')`;

const RISEN = `
  select server, ticket as order_id, client_account, account_type, symbol, closed_at, reward_usd,
    tier_changes.partner_uid, compensation_id,
    closed_at::date as initial_day, compensation_period_end::date as old_day, payment_date::date as new_day
  from tier_changes
  join orders on orders.partner_no = tier_changes.partner_no
    and closed_at >= compensation_period_start and closed_at <= compensation_period_end
  join (select client_account, account_type from client_accounts) account using (client_account)
  where formula_code is not null and reward_usd > 0`;

const WANTED = ['initial_day', 'old_day', 'new_day'].map(
  (day) => `select partner_uid, account_type, symbol, ${day} as day from risen`,
);

/** As orders are rewarded: the most particular tariff in force and, of equally particular ones, the latest. */
const SIZES = `
  select distinct on (wanted.partner_uid, wanted.account_type, wanted.symbol, day)
    wanted.partner_uid, wanted.account_type, wanted.symbol, day, ${FORMULA} as formula, ${SIZE} as size
  from (${WANTED.join(' union ')}) wanted
  join tariffs on tariffs.partner_uid in (wanted.partner_uid, '*')
    and tariffs.account_type in (wanted.account_type, '*') and tariffs.symbol in (wanted.symbol, '*')
    and valid_from <= day and (valid_to is null or valid_to >= day)
  order by wanted.partner_uid, wanted.account_type, wanted.symbol, day,
    tariffs.partner_uid = '*', tariffs.account_type = '*', tariffs.symbol = '*', valid_from desc`;

const sizeOn = (name: string): string => `
  join sizes ${name}_tariff on ${name}_tariff.partner_uid = risen.partner_uid
    and ${name}_tariff.account_type = risen.account_type and ${name}_tariff.symbol = risen.symbol
    and ${name}_tariff.day = risen.${name}_day`;

const units = (column: string, scale: number): string =>
  `((${column})::decimal(38, ${scale}) * 1${'0'.repeat(scale)})::hugeint`;

/** Rounded half away from zero to 8 decimals; all three factors are positive. */
const TOP_UP = `
  (
    (2 * ${units('reward_usd', 8)} * ${units('new_size - old_size', 6)} + ${units('initial_size', 6)})
    // (2 * ${units('initial_size', 6)})
  )::decimal(29, 0) * 0.00000001`;

const DETAIL = ['client_account', 'account_type', 'reward_date', 'initial_reward_usd'];
const DETAIL_SIZES = ['initial_reward_size', 'old_reward_size', 'new_reward_size'];
const DETAIL_SUBJECT = ['partner_uid', 'compensation_id', 'server', 'order_id'];

export const findProgress = (through: string): string =>
  `select 1 from tier_changes where payment_date < date '${through}' + 1 limit 1`;

/**
 * What each order of a compensation period is topped up by, less what it was topped up by before. A tariff that
 * rewards less than the one before tops up nothing, and neither does one of another formula.
 */
export const progressDue = (through: string): string => {
  const described = [...DETAIL, ...DETAIL_SIZES];
  return `
    create temp table due as
    with risen as materialized (${RISEN} and payment_date < date '${through}' + 1),
    sizes as materialized (${SIZES}),
    topped_up as (
      select risen.partner_uid, compensation_id, server, order_id, client_account, risen.account_type,
        closed_at as reward_date, reward_usd as initial_reward_usd, ${TOP_UP} as amount,
        initial_size as initial_reward_size, old_size as old_reward_size, new_size as new_reward_size
      from (
        select risen.*, initial_tariff.size as initial_size, old_tariff.size as old_size,
          new_tariff.size as new_size
        from risen ${sizeOn('initial')} ${sizeOn('old')} ${sizeOn('new')}
        where initial_tariff.formula = old_tariff.formula and initial_tariff.formula = new_tariff.formula
      ) risen
      where initial_size > 0 and new_size > old_size
    )
    select ${DETAIL_SUBJECT.join(', ')},
      ${described.map((name) => `${asOfNow(name)} as ${name}`).join(', ')},
      sum(amount) as progress_reward_amount_usd
    from (
      select 1 as sign, ${[...DETAIL_SUBJECT, ...described].join(', ')}, amount from topped_up
      union all
      select -1, ${[...DETAIL_SUBJECT, ...described].join(', ')}, -progress_reward_amount_usd
      from progress_reward_details
      where compensation_id in (
        select compensation_id from tier_changes where payment_date < date '${through}' + 1
      )
    )
    group by ${DETAIL_SUBJECT.join(', ')}
    having sum(amount) <> 0`;
};
