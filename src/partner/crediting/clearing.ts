import { MAX_CLEARING_DAYS } from '../facts/kinds/index.ts';

/** The clearing days of a partner on a day: of the tariff that names the account type and the partner, then of wider ones. */
export const clearingOf = (partnerUid: string, day: string, accountType = "'*'"): string => `coalesce((
  select clearing_days from tariffs
  where clearing_days is not null and tariffs.partner_uid in (${partnerUid}, '*')
    and tariffs.account_type in (${accountType}, '*')
    and valid_from <= ${day} and (valid_to is null or valid_to >= ${day})
  order by tariffs.partner_uid = '*', tariffs.account_type = '*', valid_from desc
  limit 1
), 0)::integer`;

/**
 * What the rows of a payout post by account and day, and when it is cleared; of different clearing days of one day the
 * longest count. Left out is what is cleared already and what cannot be taken from anything held.
 */
export const findMaturities = (table: string, at: Date): string => `
  with cleared as materialized (
    select *, ${clearingOf('credited.partner_uid', 'reward_date', 'client_account_type')} as clearing_days
    from (select distinct partner_uid, client_account_type, reward_date from ${table}) credited
  )
  select partner_account as account_id, reward_date as earned_on,
    reward_date + max(clearing_days) as available_on, sum(reward) as amount
  from ${table} join cleared using (partner_uid, client_account_type, reward_date)
  where reward_date > ${dayOf(at)} - ${MAX_CLEARING_DAYS}
  group by partner_account, reward_date
  having sum(reward) < 0 or (sum(reward) > 0 and available_on > ${dayOf(at)})`;

const dayOf = (time: Date): string => `date '${time.toISOString().slice(0, 10)}'`;
