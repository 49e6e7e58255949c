import { differenceOf } from './difference.ts';

/** The size by which a tariff rewards. */
const SIZE = `
  case formula_code
    when 'formula_forex' then reward_size
    when 'formula_classic_v2' then reward_percentage
    when 'formula_cfd' then reward_percentage * reward_k
    else rate_per_million
  end::decimal(18, 6)`;

/** Sizes are comparable only when this is the same. */
const FORMULA = `formula_code || coalesce(' ' || reward_size_currency, '')`;

/** The orders of the compensation periods, and the days whose tariffs decide. */
const TOPPED_UP_ORDERS = `
  select server, ticket as order_id, client_account, account_type, symbol, closed_at, reward_usd,
    tier_changes.partner_uid, compensation_id,
    closed_at::date as initial_day, compensation_period_end::date as old_day, payment_date::date as new_day
  from tier_changes
  join orders on orders.partner_no = tier_changes.partner_no
    and closed_at >= compensation_period_start and closed_at <= compensation_period_end
  join (select client_account, account_type from client_accounts) account using (client_account)
  anti join suspensions on suspensions.partner_uid = tier_changes.partner_uid
    and payment_date >= suspended_from and (suspended_to is null or payment_date < suspended_to + 1)
  where formula_code is not null and reward_usd > 0`;

const WANTED = ['initial_day', 'old_day', 'new_day'].map(
  (day) => `select partner_uid, account_type, symbol, ${day} as day from topped_up_order`,
);

/** As orders are rewarded: the most specific tariff in force and, of equally specific ones, the latest. */
const SIZES = `
  select distinct on (wanted.partner_uid, wanted.account_type, wanted.symbol, day)
    wanted.partner_uid, wanted.account_type, wanted.symbol, day, ${FORMULA} as formula, ${SIZE} as size
  from (${WANTED.join(' union ')}) wanted
  join tariffs on tariffs.partner_uid in (wanted.partner_uid, '*')
    and tariffs.account_type in (wanted.account_type, '*') and tariffs.symbol in (wanted.symbol, '*')
    and valid_from <= day and (valid_to is null or valid_to >= day)
  order by wanted.partner_uid, wanted.account_type, wanted.symbol, day,
    tariffs.partner_uid = '*', tariffs.account_type = '*', tariffs.symbol = '*', valid_from desc`;

const joinSize = (name: string): string => `
  join sizes ${name}_tariff on ${name}_tariff.partner_uid = topped_up_order.partner_uid
    and ${name}_tariff.account_type = topped_up_order.account_type
    and ${name}_tariff.symbol = topped_up_order.symbol and ${name}_tariff.day = topped_up_order.${name}_day`;

const units = (column: string, scale: number): string =>
  `((${column})::decimal(38, ${scale}) * 1${'0'.repeat(scale)})::hugeint`;

/** Rounded half away from zero to 8 decimals; all three factors are positive. */
const TOP_UP = `
  (
    (2 * ${units('reward_usd', 8)} * ${units('new_size - old_size', 6)} + ${units('initial_size', 6)})
    // (2 * ${units('initial_size', 6)})
  )::decimal(29, 0) * 0.00000001`;

const SUBJECT = ['partner_uid', 'compensation_id', 'server', 'order_id'];
const DESCRIPTION = [
  'client_account',
  'account_type',
  'reward_date',
  'initial_reward_usd',
  'initial_reward_size',
  'old_reward_size',
  'new_reward_size',
];

const isPaidBy = (through: string): string => `payment_date < date '${through}' + 1`;

/** What tier changes say, and what those said that were voided after they were paid. */
export const COMPENSATION = `(
  select compensation_id, old_tier_group_id, new_tier_group_id, payment_date, compensation_period_start,
    compensation_period_end, commission_percentage
  from tier_changes
  union all by name
  select * from (
    select distinct on (compensation_id) compensation_id, old_tier_group_id, new_tier_group_id, payment_date,
      compensation_period_start, compensation_period_end, commission_percentage
    from progress_rewards
    where compensation_id not in (select compensation_id from tier_changes)
    order by compensation_id, reward_order desc
  )
)`;

export const findProgress = (through: string): string =>
  `select 1 from ${COMPENSATION} where ${isPaidBy(through)} limit 1`;

/**
 * Creates the table `due`: what each order of a compensation period is topped up by, less what it was topped up by
 * before. A tariff that rewards less than the one before tops up nothing, and neither does one of another formula.
 */
export function progressDue(through: string): string {
  const earned = `
    with topped_up_order as materialized (${TOPPED_UP_ORDERS} and ${isPaidBy(through)}),
    sizes as materialized (${SIZES})
    select partner_uid, compensation_id, server, order_id, client_account, account_type,
      closed_at as reward_date, reward_usd as initial_reward_usd, initial_size as initial_reward_size,
      old_size as old_reward_size, new_size as new_reward_size, ${TOP_UP} as progress_reward_amount_usd
    from (
      select topped_up_order.*, initial_tariff.size as initial_size, old_tariff.size as old_size,
        new_tariff.size as new_size
      from topped_up_order ${joinSize('initial')} ${joinSize('old')} ${joinSize('new')}
      where initial_tariff.formula = old_tariff.formula and initial_tariff.formula = new_tariff.formula
    )
    where initial_size > 0 and new_size > old_size`;
  const credited = `
    from progress_reward_details
    where compensation_id in (select compensation_id from ${COMPENSATION} where ${isPaidBy(through)})`;
  const difference = differenceOf({
    earned,
    credited,
    subject: SUBJECT,
    description: DESCRIPTION,
    amounts: ['progress_reward_amount_usd'],
  });
  return `create temp table due as ${difference}`;
}
