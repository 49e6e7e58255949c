import { CREDITED_KINDS } from '../crediting/index.ts';
import { FIRST_ACCOUNTS } from '../facts/store/index.ts';

/** An order from which a partner earns: its own, one of a partner below, or one of a shared account. */
export const FIND_ORDER = `
  select orders.*, partner.partner_uid, parent.partner_uid as parent_uid, account.account_type,
    account.partner_account, earning.currency,
    exists (select 1 from touched_days where day = orders.closed_at::date) as awaits_crediting
  from orders
  join partners partner on partner.partner_no = orders.partner_no
  left join partners parent on parent.partner_no = orders.parent_no
  join client_accounts account on account.client_account = orders.client_account
  join partner_accounts earning on earning.partner_account = account.partner_account
  where orders.server = $1 and orders.ticket = cast($2 as bigint) and orders.partner_no in (
    select partner_no from partners where partner_uid = $3 or parent_uid = $3
    union
    select partner_no from shares where agent_uid = $3
  )`;

/** The shares of a client account on a day. */
export const FIND_SHARES = `
  select agent_uid, percent, shared_from, shared_to from shares
  where client_account = $1 and shared_from <= cast($2 as date)
    and (shared_to is null or shared_to >= cast($2 as date))
  order by agent_uid`;

export const FIND_FIRST_ACCOUNT = `select partner_account, currency from (${FIRST_ACCOUNTS}) where partner_uid = $1`;

const IS_OF_PARTNER = 'partner_no = (select partner_no from partners where partner_uid = $1)';

/** What a partner was credited for a client account and a day, in the order of the payouts. */
export const FIND_CREDITED = `
  select id, reward_order, level, agent_uid, partner_account, subpartner_account, currency, reward, reward_usd
  from credited_rewards
  where ${IS_OF_PARTNER} and client_account = $2 and reward_date = cast($3 as date)
  order by id`;

export const FIND_CREDITED_ROW = `
  select id, reward_order, level, agent_uid, partner_account, subpartner_account, currency, reward, reward_usd,
    reward_date, client_account, client_uid, orders_count, volume_lots, volume_mln_usd, kind,
    exists (select 1 from touched_days where day = reward_date) as awaits_crediting
  from credited_rewards where ${IS_OF_PARTNER} and id = $2`;

const IS_IN_DAYS = `
  reward_date >= coalesce(cast($2 as date), reward_date) and reward_date <= coalesce(cast($3 as date), reward_date)`;

/**
 * The parameters are the partner, the first and the last day, a partner below, and a kind; each but the first may be
 * null.
 */
const ARE_WANTED = `
  ${IS_OF_PARTNER} and ${IS_IN_DAYS} and (cast($4 as varchar) is null or subpartner_account in (
    select partner_account from partner_accounts where partner_uid = $4)) and kind = coalesce($5, kind)`;

export const LIST_ROWS = `
  select id, reward_date, client_account, partner_account, subpartner_account, agent_uid, reward_order as payout,
    reward_datetime as credited_at, orders_count, volume_lots, reward, currency, reward_usd, kind
  from credited_rewards where ${ARE_WANTED} order by reward_date desc, id limit $6 offset $7`;

export const COUNT_ROWS = `select count(*) as count from credited_rewards where ${ARE_WANTED}`;

const DAY_SUMS = [...CREDITED_KINDS, 'progress_reward'].map(
  (kind) => `coalesce(sum(usd) filter (where kind = '${kind}'), 0) as ${kind}_usd`,
);

/** A progress reward is credited for the day on which it is due. */
export const LIST_DAYS = `
  select reward_date, ${DAY_SUMS.join(', ')}, sum(usd) as credited_usd
  from (
    select reward_date, kind, reward_usd::decimal(38, 8) as usd from credited_rewards where ${IS_OF_PARTNER}
    union all
    select payment_date::date, 'progress_reward', compensation_amount from progress_rewards where ${IS_OF_PARTNER}
  ) credited
  where ${IS_IN_DAYS}
  group by reward_date order by reward_date desc limit 1000`;

/** What was paid last describes an order as it is now; what was taken back later comes to zero. */
const paidLast = (column: string): string =>
  `max_by(${column}, id) filter (where progress_reward_amount_usd > 0) as ${column}`;

/** Each order of a compensation, and all its payments. */
const TOP_UPS = `
  select compensation_id, server, order_id,
    ${[
      'client_account',
      'reward_date',
      'initial_reward_usd',
      'initial_reward_size',
      'old_reward_size',
      'new_reward_size',
    ]
      .map(paidLast)
      .join(', ')},
    sum(progress_reward_amount_usd) as amount_usd,
    array_agg(id order by id) as ids, array_agg(reward_order order by id) as payouts,
    array_agg(progress_reward_amount_usd order by id) as amounts
  from progress_reward_details
  where ${IS_OF_PARTNER}`;
const BY_ORDER = `
  group by compensation_id, server, order_id
  order by reward_date, server, order_id, compensation_id`;

export const FIND_TOP_UPS_OF_ORDER = `${TOP_UPS} and server = $2 and order_id = cast($3 as bigint) ${BY_ORDER}`;

export const FIND_TOP_UPS = `${TOP_UPS} and compensation_id = $2 ${BY_ORDER} limit $3 offset $4`;

export const COUNT_TOP_UPS = `
  select count(*) as count, coalesce(sum(amount_usd), 0) as amount_usd
  from (${TOP_UPS} and compensation_id = $2 ${BY_ORDER})`;

const COMPENSATION = `
  compensation_id, old_tier_group_id, new_tier_group_id, commission_percentage, compensation_period_start,
  compensation_period_end, payment_date`;

/** As the tier change says now or, if it was voided after it was paid, as it was paid last. */
export const FIND_COMPENSATION = `
  select ${COMPENSATION} from (
    select ${COMPENSATION}, null as payout from tier_changes where ${IS_OF_PARTNER} and compensation_id = $2
    union all
    select ${COMPENSATION}, reward_order from progress_rewards where ${IS_OF_PARTNER} and compensation_id = $2
  ) order by payout desc nulls first limit 1`;

export const FIND_COMPENSATION_PAYOUTS = `
  select reward_order, partner_account, currency, compensation_amount, reward
  from progress_rewards where ${IS_OF_PARTNER} and compensation_id = $2 order by reward_order`;

export const FIND_ACCOUNT_NO = 'select account_no from client_accounts where client_account = $1';

/** The orders of a client account on a day that earn a partner something now. */
const ordersBehind = (columns: string, condition: string): string => `
  select server || ':' || ticket as order_id, symbol, closed_at as close_date, volume_lots, sent_in as sent_in_batch, ${columns}
  from orders
  where client_account = $2 and closed_at >= cast($3 as date) and closed_at < cast($3 as date) + 1 and ${condition}
  order by closed_at, server, ticket`;

const PARTNER_NO = '(select partner_no from partners where partner_uid = $1)';

/** By what the credited row is for. The parameters are the partner or the agent, the client account and the day. */
export const ORDERS_BEHIND = {
  reward: ordersBehind('reward_usd, reward', `partner_no = ${PARTNER_NO}`),
  second_level_reward: ordersBehind(
    'parent_reward_usd as reward_usd, parent_reward as reward',
    `parent_no = ${PARTNER_NO} and partner_no in (select partner_no from partners where parent_uid = $1)`,
  ),
  // The commissions of a day are converted together.
  commission: ordersBehind(
    `round(reward_usd::decimal(28, 8) * (
        select percent from shares where shares.client_account = $2 and agent_uid = $1) * 0.01, 8) as reward_usd,
      null::decimal(18, 8) as reward`,
    `reward is not null and partner_no in (select partner_no from shares where agent_uid = $1)`,
  ),
} as const;

export const pageOf = (select: string): string => `select * from (${select}) limit $4 offset $5`;
export const countOf = (select: string): string => `select count(*) as count from (${select})`;
