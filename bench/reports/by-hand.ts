/** The same questions as somebody would write them, in SQL that DuckDB and PostgreSQL share: the page, then the totals. */
export interface ByHand {
  readonly page: string;
  readonly totals: string;
}

export interface Asker {
  readonly uid: string;
  readonly no: number;
}

export interface Dates {
  readonly from: string;
  readonly to: string;
  readonly cohort: string;
}

const REAL = (alias: string): string =>
  `not exists (select 1 from client_accounts x where x.client_account = ${alias}.client_account and x.trial)`;

/** What happened on each day, in one column for counts and one for amounts. */
function happenings({ no }: Asker, { from, to }: Dates): string {
  const within = (column: string): string => `${column} >= date '${from}' and ${column} < date '${to}' + 1`;
  return `
    select cast(shown_on as date) as day, 'impression' as what, sum(impression_count) as n, cast(null as decimal(38, 8)) as usd,
      cast(null as decimal(38, 8)) as lots, cast(null as decimal(38, 8)) as mln
    from impressions where partner_no = ${no} and ${within('shown_on')} group by 1
    union all
    select cast(clicked_at as date), 'click', count(*), null, null, null
    from clicks where partner_no = ${no} and ${within('clicked_at')} group by 1
    union all
    select cast(spent_on as date), channel, null, sum(amount_usd), null, null
    from spend where partner_no = ${no} and ${within('spent_on')} group by 1, 2
    union all
    select cast(registered_at as date), 'registration', count(*), null, null, null
    from clients where partner_no = ${no} and ${within('registered_at')} group by 1
    union all
    select cast(deposited_at as date), 'deposit', count(*), sum(amount_usd), null, null
    from deposits d where partner_no = ${no} and ${within('deposited_at')} and ${REAL('d')} group by 1
    union all
    select cast(moment as date), 'first deposit', count(*), null, null, null
    from (select a.client_uid, min(d.deposited_at) as moment
      from deposits d join client_accounts a on a.client_account = d.client_account
      where d.partner_no = ${no} and not coalesce(a.trial, false) group by a.client_uid) f
    where ${within('moment')} group by 1
    union all
    select cast(moment as date), 'start', count(*), null, null, null
    from (select a.client_uid, min(o.moment) as moment
      from (select client_account, min(closed_at) as moment from orders
        where partner_no = ${no} and closed_at < date '${to}' + 1 group by client_account) o
      join client_accounts a on a.client_account = o.client_account
      where not coalesce(a.trial, false) group by a.client_uid) f
    where ${within('moment')} group by 1
    union all
    select cast(closed_at as date), 'trade', count(*), sum(reward_usd), sum(volume_lots), sum(volume_mln_usd)
    from orders o where partner_no = ${no} and ${within('closed_at')} and ${REAL('o')} group by 1`;
}

const MEASURES = `
  sum(n) filter (where what = 'impression') as impressions, sum(n) filter (where what = 'click') as clicks,
  sum(n) filter (where what = 'registration') as registrations, sum(n) filter (where what = 'deposit') as deposits,
  sum(usd) filter (where what = 'deposit') as deposit_usd, sum(n) filter (where what = 'first deposit') as firsts,
  sum(n) filter (where what = 'start') as starts, sum(usd) filter (where what = 'trade') as reward_usd,
  sum(usd) filter (where what = 'web') as web, sum(usd) filter (where what = 'app') as app,
  sum(lots) as lots, sum(mln) as mln`;

const credited = ({ no }: Asker): string => `
  select r.*, m.account_name from credited_rewards r
  join partner_accounts m on m.partner_account = r.partner_account where r.partner_no = ${no}`;

const CREDITED_SUMS =
  'count(*), sum(orders_count), sum(volume_mln_usd), sum(volume_lots), sum(reward), sum(reward_usd), array_agg(distinct currency)';

const both = (rows: string, order: string, sums: string): ByHand => ({
  page: `${rows} order by ${order} limit 100`,
  totals: `select ${sums} from (${rows}) r`,
});

export const BY_HAND: Readonly<Record<string, (asker: Asker, dates: Dates) => ByHand>> = {
  performance: (asker, dates) => ({
    page: `select day, ${MEASURES} from (${happenings(asker, dates)}) e group by day order by day limit 100`,
    totals: `select count(distinct day), ${MEASURES} from (${happenings(asker, dates)}) e`,
  }),
  orders: ({ no }, { from, to }) =>
    both(
      `select o.server, o.ticket, o.symbol, o.formula_code, p.currency, a.account_type, a.partner_account,
        o.client_account, o.volume_lots, o.volume_mln_usd, o.reward_usd, o.reward, o.open_spread, o.close_spread,
        o.opened_at, o.closed_at
      from orders o join client_accounts a on a.client_account = o.client_account
      join partner_accounts p on p.partner_account = a.partner_account
      where o.partner_no = ${no} and not coalesce(a.trial, false)
        and o.closed_at >= date '${to}' - 31 and o.closed_at >= date '${from}' and o.closed_at < date '${to}' + 1`,
      'closed_at desc, server, ticket',
      'count(*), sum(reward_usd), sum(volume_lots), sum(volume_mln_usd), array_agg(distinct currency), count(distinct account_type)',
    ),
  second_level_accounts: ({ uid }) =>
    both(
      `select a.client_account, p.partner_uid, a.partner_account, c.client_uid, c.country, a.platform, a.opened_at,
        t.last_trade, t.lots, t.mln, t.reward, t.reward_usd, a.comment
      from partners p join client_accounts a on a.partner_no = p.partner_no
      join clients c on c.client_uid = a.client_uid
      left join (select client_account, max(closed_at) as last_trade, sum(volume_lots) as lots, sum(volume_mln_usd) as mln,
        sum(parent_reward) as reward, sum(parent_reward_usd) as reward_usd from orders
        where partner_no in (select partner_no from partners where parent_uid = '${uid}') group by client_account
      ) t on t.client_account = a.client_account
      where p.parent_uid = '${uid}' and not coalesce(a.trial, false)`,
      'client_account',
      'count(*), count(distinct client_uid), sum(mln), sum(lots), sum(reward), sum(reward_usd)',
    ),
  shared_accounts: ({ uid }) =>
    both(
      `select c.link_code, c.country, a.client_account, c.client_uid, a.account_type, a.partner_account, c.registered_at,
        t.first, t.lots, t.mln, round(t.reward_usd * s.percent / 100, 8) as commission
      from shares s join client_accounts a on a.client_account = s.client_account
      join clients c on c.client_uid = a.client_uid
      left join (select o.client_account, min(o.closed_at) as first,
        sum(o.volume_lots) filter (where o.closed_at >= y.shared_from) as lots,
        sum(o.volume_mln_usd) filter (where o.closed_at >= y.shared_from) as mln,
        sum(o.reward_usd) filter (where o.closed_at >= y.shared_from) as reward_usd
        from shares y join orders o on o.client_account = y.client_account and o.partner_no = y.partner_no
        where y.agent_uid = '${uid}' group by o.client_account) t on t.client_account = s.client_account
      where s.agent_uid = '${uid}' and not coalesce(a.trial, false)`,
      'client_account',
      'count(*), count(distinct client_uid), sum(lots), sum(mln), sum(commission)',
    ),
  rewards: (asker) => both(credited(asker), 'reward_date desc, id', CREDITED_SUMS),
};
