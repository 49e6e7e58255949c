import { FIRST_ACCOUNTS } from '../../src/partner/facts/store/index.ts';

/* What runs of crediting would have left in the fact store, without their ledger: a payout for each day. */

const DESCRIPTION = `a.client_uid, e.client_account, a.account_type, c.country, a.platform, c.link_code`;
const sums = (level: '' | 'parent_'): string =>
  `count(*) as orders_count, sum(volume_lots) as lots, sum(volume_mln_usd) as mln,
    sum(${level}reward) as reward, sum(${level}reward_usd) as reward_usd`;

const earned = (level: '' | 'parent_', owner: string): string => `
  select ${owner} as partner_no, cast(closed_at as date) as day, client_account, ${sums(level)}
  from orders where ${level}reward <> 0 group by all`;

const CREDITED = `
  select day, 1 as level, m.partner_uid, e.partner_no, m.partner_account, m.currency, null as subpartner_account,
    ${DESCRIPTION}, orders_count, lots, mln, reward, reward_usd
  from (${earned('', 'partner_no')}) e
  join client_accounts a on a.client_account = e.client_account
  join clients c on c.client_uid = a.client_uid
  join partner_accounts m on m.partner_account = a.partner_account
  union all
  select day, 2, m.partner_uid, e.partner_no, m.partner_account, m.currency, a.partner_account,
    ${DESCRIPTION}, orders_count, lots, mln, reward, reward_usd
  from (${earned('parent_', 'parent_no')}) e
  join client_accounts a on a.client_account = e.client_account
  join clients c on c.client_uid = a.client_uid
  join (${FIRST_ACCOUNTS}) f on f.partner_no = e.partner_no
  join partner_accounts m on m.partner_account = f.partner_account`;

/** Payouts come one after the other; the rows of one have no particular order. */
const REWARDS = `
  insert into credited_rewards (id, reward_order, kind, level, partner_uid, partner_no, partner_account, currency,
    subpartner_account, client_uid, client_account, client_account_type, country, platform, link_code, reward_date,
    reward_datetime, orders_count, volume_lots, volume_mln_usd, reward, reward_usd)
  select row_number() over (), day - (select min(cast(closed_at as date)) from orders) + 1,
    case level when 2 then 'second_level_reward' else 'reward' end, level, partner_uid, partner_no,
    partner_account, currency, subpartner_account, client_uid, client_account, account_type, country, platform,
    link_code, day, day + interval 1 day, orders_count, lots, mln, reward, reward_usd
  from (select * from (${CREDITED}) order by day, hash(client_account, level))`;

/** The better tier pays a fifth more. */
const DETAILS = `
  insert into progress_reward_details
  select row_number() over (order by t.compensation_id, o.server, o.ticket), 1000 + t.compensation_id, t.compensation_id,
    t.partner_uid, t.partner_no, o.client_account, a.account_type, o.closed_at, o.server, o.ticket, o.reward_usd / 5,
    o.reward_usd, 10, 10, 12
  from tier_changes t
  join orders o on o.partner_no = t.partner_no and o.closed_at >= t.compensation_period_start
    and o.closed_at <= t.compensation_period_end
  join client_accounts a on a.client_account = o.client_account
  where o.reward_usd > 0`;

const COMPENSATIONS = `
  insert into progress_rewards
  select t.compensation_id, 1000 + t.compensation_id, t.partner_uid, t.partner_no, m.partner_account, m.currency,
    t.old_tier_group_id, t.new_tier_group_id, t.payment_date, t.compensation_period_start, t.compensation_period_end,
    t.commission_percentage, d.usd, d.usd
  from tier_changes t
  join (select compensation_id, sum(progress_reward_amount_usd) as usd from progress_reward_details group by all) d
    on d.compensation_id = t.compensation_id
  join (${FIRST_ACCOUNTS}) f on f.partner_no = t.partner_no
  join partner_accounts m on m.partner_account = f.partner_account`;

export const CREDIT: readonly string[] = [REWARDS, DETAILS, COMPENSATIONS, 'checkpoint'];
