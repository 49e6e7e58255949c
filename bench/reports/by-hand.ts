/* The same questions as somebody who knows both engines would write them, in SQL that DuckDB and PostgreSQL share. */

export interface Asker {
  readonly uid: string;
  readonly no: number;
  /** A compensation of the asker's. */
  readonly compensation: number;
}

export interface Dates {
  /** The first day of the performance reports. */
  readonly from: string;
  /** The last day of everything. */
  readonly to: string;
  /** A month, `YYYY-MM`. */
  readonly cohort: string;
}

/** Both get the same, but where it is known that one of them would be misled by it. */
export type Engine = 'duckdb' | 'postgres';

/** One after the other. A row of the last one has the count of all matching rows in `count`. */
type Statements = readonly string[];

const TRADED_DAYS = 32;

const within = (column: string, { from, to }: Dates): string =>
  `${column} >= date '${from}' and ${column} < date '${to}' + 1`;

const IS_REAL = 'trial is not true';

/** On how many days something happened for the first time of a client. */
const firsts = (table: string, time: string, accounts: string, { no }: Asker, dates: Dates): string => `
  select cast(moment as date) as day, count(*) as n, cast(null as decimal(38, 8)) as usd
  from (select client_no, min(${time}) as moment from ${table}
    where partner_no = ${no} and ${accounts} and ${time} < date '${dates.to}' + 1 group by client_no) f
  where ${within('moment', dates)} group by 1`;

/** What happened on each day: how often, and for how much. */
const HAPPENINGS: Readonly<Record<string, (asker: Asker, dates: Dates) => string>> = {
  impressions: ({ no }, dates) => `
    select cast(shown_on as date) as day, sum(impression_count) as n, cast(null as decimal(38, 8)) as usd
    from impressions where partner_no = ${no} and ${within('shown_on', dates)} group by 1`,
  clicks: ({ no }, dates) => `
    select cast(clicked_at as date) as day, count(*) as n, cast(null as decimal(38, 8)) as usd
    from clicks where partner_no = ${no} and ${within('clicked_at', dates)} group by 1`,
  web: ({ no }, dates) => `
    select cast(spent_on as date) as day, count(*) as n, sum(amount_usd) as usd
    from spend where partner_no = ${no} and channel = 'web' and ${within('spent_on', dates)} group by 1`,
  app: ({ no }, dates) => `
    select cast(spent_on as date) as day, count(*) as n, sum(amount_usd) as usd
    from spend where partner_no = ${no} and channel = 'app' and ${within('spent_on', dates)} group by 1`,
  registrations: ({ no }, dates) => `
    select cast(registered_at as date) as day, count(*) as n, cast(null as decimal(38, 8)) as usd
    from clients where partner_no = ${no} and ${within('registered_at', dates)} group by 1`,
  passed: ({ no }, dates) => `
    select cast(moment as date) as day, count(*) as n, cast(null as decimal(38, 8)) as usd
    from (select client_no, min(checked_at) as moment from kyc
      where partner_no = ${no} and result = 'passed' group by client_no) f
    where ${within('moment', dates)} group by 1`,
  deposits: (asker, dates) => `
    select cast(deposited_at as date) as day, count(*) as n, sum(amount_usd) as usd from deposits
    where partner_no = ${asker.no} and ${within('deposited_at', dates)} and ${IS_REAL} group by 1`,
  first_deposits: (asker, dates) => firsts('deposits', 'deposited_at', IS_REAL, asker, dates),
  starts: (asker, dates) => firsts('orders', 'closed_at', IS_REAL, asker, dates),
  trial_starts: (asker, dates) => firsts('orders', 'closed_at', 'trial', asker, dates),
};

/** The days and, after them, their sum. */
function performance(names: readonly string[], asker: Asker, dates: Dates): Statements {
  const parts = names.map(
    (
      name,
    ) => `select day, '${name}' as what, n, usd, cast(null as decimal(38, 8)) as lots, cast(null as decimal(38, 8)) as mln
      from (${HAPPENINGS[name]?.(asker, dates)}) h`,
  );
  const trades = `
    select cast(closed_at as date), 'trades', count(*), sum(reward_usd), sum(volume_lots), sum(volume_mln_usd)
    from orders where partner_no = ${asker.no} and ${within('closed_at', dates)} and ${IS_REAL} group by 1`;
  const columns = [...names.flatMap((name) => [name, `${name}_usd`]), 'reward_usd', 'lots', 'mln', 'count'];
  const sums = names.map(
    (name) =>
      `sum(n) filter (where what = '${name}') as ${name}, sum(usd) filter (where what = '${name}') as ${name}_usd`,
  );
  return [
    `with days as materialized (
      select day, ${sums.join(', ')}, sum(usd) filter (where what = 'trades') as reward_usd, sum(lots) as lots,
        sum(mln) as mln, 1 as count
      from (${[...parts, trades].join(' union all ')}) e group by day
    )
    select * from (select * from days order by day limit 100) page
    union all
    select null, ${columns.map((name) => `sum(${name})`).join(', ')} from days
    order by day nulls first`,
  ];
}

/** A page, and the totals of all of it. */
const both = (rows: string, order: string, sums: string): Statements => [
  `${rows} order by ${order} limit 100`,
  `select count(*) as count, ${sums} from (${rows}) r`,
];

/** The same at once, where the rows are dear. */
const atOnce = (rows: string, order: string, sums: string): Statements => [
  `with r as materialized (${rows})
  select * from (select count(*) as count, ${sums} from r) t
  left join (select * from r order by ${order} limit 100) page on true order by ${order}`,
];

const CREDITED_SUMS =
  'sum(orders_count), sum(volume_mln_usd), sum(volume_lots), sum(reward), sum(reward_usd), array_agg(distinct currency)';

function credited(columns: string, where: string): Statements {
  const page = `select ${columns} from credited_rewards r where ${where} order by reward_date desc, id limit 100`;
  return [
    `select r.*, m.account_name from (${page}) r
    join partner_accounts m on m.partner_account = r.partner_account order by reward_date desc, id`,
    `select count(*) as count, ${CREDITED_SUMS} from credited_rewards r where ${where}`,
  ];
}

const campaign = (alias: string): string => `left join links l on l.link_code = ${alias}.link_code
  left join campaigns g on g.campaign_code = l.campaign_code`;
const ineligible = (alias: string): string =>
  `count(*) filter (where position(${alias}.country in g.eligible_countries) = 0)`;

function trafficQuality({ no }: Asker, { cohort }: Dates): string {
  const isIn = (column: string): string =>
    `${column} >= date '${cohort}-01' and ${column} < date '${cohort}-01' + interval '1 month'`;
  const measures = [
    'registrations',
    'fake',
    'hijacked',
    'invalid',
    'other',
    'installs',
    'fraud_installs',
    'deposited',
  ];
  const summed = [...measures, 'qualified', 'ineligible', 'reward_usd', 'spend'].map(
    (name) => `coalesce(sum(${name}), 0) as ${name}`,
  );
  return `
    with cohort as (
      select c.client_no, c.client_uid, c.country, c.media_source, c.platform, c.link_code from clients c
      where c.partner_no = ${no} and ${isIn('c.registered_at')}
    ),
    deposited as (
      select client_no, sum(amount_usd) as amount_usd
      from (
        select client_no, deposited_at, amount_usd, min(deposited_at) over (partition by client_no) as first_at
        from deposits where partner_no = ${no} and ${IS_REAL} and client_no in (select client_no from cohort)
      ) d
      where deposited_at <= first_at + interval '24 hours' group by client_no
    ),
    earned as (
      select client_no, sum(reward_usd) as reward_usd from orders
      where partner_no = ${no} and client_no in (select client_no from cohort) group by client_no
    )
    select country, media_source, platform, ${summed.join(', ')},
      sum(coalesce(sum(qualified), 0)) over () as all_qualified, count(*) over () as count
    from (
      select c.country, c.media_source, c.platform, count(*) as registrations,
        count(*) filter (where f.label = 'fake') as fake, count(*) filter (where f.label = 'hijacked') as hijacked,
        count(*) filter (where f.label = 'invalid') as invalid, count(*) filter (where f.label = 'other') as other,
        0 as installs, 0 as fraud_installs, count(d.client_no) as deposited,
        count(*) filter (where d.amount_usd >= coalesce(g.qualifying_deposit_usd, 0)) as qualified,
        ${ineligible('c')} as ineligible, sum(e.reward_usd) as reward_usd, 0 as spend
      from cohort c ${campaign('c')}
      left join fraud_labels f on f.partner_no = ${no} and f.subject = 'registration' and f.subject_id = c.client_uid
      left join deposited d on d.client_no = c.client_no
      left join earned e on e.client_no = c.client_no
      group by 1, 2, 3
      union all
      select n.country, n.media_source, n.platform, 0, 0, 0, 0, 0, count(*), count(f.label), 0, 0, ${ineligible('n')}, 0, 0
      from installs n ${campaign('n')}
      left join fraud_labels f on f.partner_no = ${no} and f.subject = 'install' and f.subject_id = n.install_id
      where n.partner_no = ${no} and ${isIn('n.installed_at')} group by 1, 2, 3
      union all
      select country, media_source, platform, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(amount_usd)
      from spend where partner_no = ${no} and ${isIn('spent_on')} group by 1, 2, 3
    ) e
    group by 1, 2, 3 order by 1, 2, 3 limit 1000`;
}

const WHILE_SHARED =
  'o.closed_at >= y.shared_from and (y.shared_to is null or o.closed_at < y.shared_to + 1)';

export const BY_HAND: Readonly<Record<string, (asker: Asker, dates: Dates, engine: Engine) => Statements>> = {
  performance: (asker, dates) =>
    performance(
      ['clicks', 'registrations', 'deposits', 'first_deposits', 'starts', 'impressions', 'web', 'app'],
      asker,
      dates,
    ),
  ib_performance: (asker, dates) =>
    performance(
      ['clicks', 'registrations', 'passed', 'first_deposits', 'deposits', 'starts', 'trial_starts'],
      asker,
      dates,
    ),
  advanced_tqi: (asker, dates) => [trafficQuality(asker, dates)],
  second_level_accounts: ({ uid, no }) =>
    atOnce(
      `select m.partner_account, m.account_name, m.currency, a.client_account, p.partner_uid,
        a.partner_account as subpartner_account, c.client_uid, c.country, a.platform, a.opened_at, t.last_trade, t.lots,
        t.mln, t.reward, t.reward_usd, a.comment
      from partners p
      join client_accounts a on a.partner_no = p.partner_no
      join clients c on c.client_no = a.client_no
      left join (
        select account_no, max(closed_at) as last_trade, sum(volume_lots) as lots, sum(volume_mln_usd) as mln,
          sum(parent_reward) as reward, sum(parent_reward_usd) as reward_usd
        from orders where partner_no in (select partner_no from partners where parent_uid = '${uid}') group by account_no
      ) t on t.account_no = a.account_no
      left join (
        select partner_account, account_name, currency from partner_accounts where partner_no = ${no}
        order by opened_on, length(partner_account), partner_account limit 1
      ) m on true
      where p.parent_uid = '${uid}' and a.trial is not true`,
      'client_account',
      'count(distinct client_uid) as clients, sum(mln), sum(lots), sum(reward), sum(reward_usd), array_agg(distinct currency)',
    ),
  second_level_rewards: ({ no }) =>
    credited(
      `r.id, r.client_account, r.client_account_type, r.client_uid, r.country, r.platform, r.currency, r.link_code,
        r.partner_account, r.subpartner_account, r.orders_count, r.reward, r.reward_usd, r.volume_lots, r.volume_mln_usd,
        r.reward_date`,
      `r.partner_no = ${no} and r.level = 2`,
    ),
  orders: ({ no }, { to }) =>
    both(
      `select o.server, o.ticket, o.symbol, o.formula_code, p.currency, a.account_type, a.partner_account,
        o.client_account, o.volume_lots, o.volume_mln_usd, o.reward_usd, o.reward, o.open_spread, o.close_spread,
        o.opened_at, o.closed_at
      from orders o join client_accounts a on a.account_no = o.account_no
      join partner_accounts p on p.partner_account = a.partner_account
      where o.partner_no = ${no} and a.partner_no = ${no} and o.trial is not true
        and o.closed_at >= date '${to}' - ${TRADED_DAYS - 1} and o.closed_at < date '${to}' + 1`,
      'closed_at desc, server, ticket',
      'sum(reward_usd), sum(volume_lots), sum(volume_mln_usd), array_agg(distinct currency), count(distinct account_type) as types',
    ),
  // DuckDB passes over the blocks of other partners; PostgreSQL has an index of the accounts.
  shared_accounts: ({ uid }, _, engine) =>
    atOnce(
      `with sharers_orders as ${engine === 'duckdb' ? '' : 'not '}materialized (
        select * from orders where partner_no in (select partner_no from shares where agent_uid = '${uid}')
      )
      select c.link_code, c.country, a.client_account, c.client_uid, a.account_type, a.partner_account, c.registered_at,
        t.first, t.lots, t.mln, round(t.reward_usd * s.percent / 100, 8) as commission
      from shares s join client_accounts a on a.account_no = s.account_no
      join clients c on c.client_no = a.client_no
      left join (
        select o.account_no, min(o.closed_at) as first,
          sum(o.volume_lots) filter (where ${WHILE_SHARED}) as lots,
          sum(o.volume_mln_usd) filter (where ${WHILE_SHARED}) as mln,
          sum(o.reward_usd) filter (where ${WHILE_SHARED}) as reward_usd
        from shares y join sharers_orders o on o.account_no = y.account_no
        where y.agent_uid = '${uid}' group by o.account_no
      ) t on t.account_no = s.account_no
      where s.agent_uid = '${uid}' and a.trial is not true`,
      'client_account',
      'count(distinct client_uid) as clients, sum(lots), sum(mln), sum(commission)',
    ),
  progress_reward: ({ no }) => [
    `select *, count(*) over () as count, (select ab_test from partners where partner_no = ${no}) as ab_test
    from progress_rewards where partner_no = ${no} order by payment_date desc, compensation_id, reward_order limit 100`,
  ],
  progress_reward_detail: ({ no, compensation }) => [
    `select compensation_period_start, compensation_period_end from tier_changes
    where compensation_id = ${compensation} and partner_no = ${no}`,
    ...both(
      `select id, client_account, account_type, reward_date, order_id, progress_reward_amount_usd, initial_reward_usd,
        initial_reward_size, old_reward_size, new_reward_size
      from progress_reward_details where compensation_id = ${compensation} and partner_no = ${no}`,
      'reward_date, id',
      'sum(progress_reward_amount_usd)',
    ),
  ],
  rewards: ({ no }) =>
    credited(
      `r.id, r.reward_date, r.reward_datetime, r.partner_account, r.client_account_type, r.country, r.platform,
        r.client_uid, r.currency, r.reward_order, r.client_account, r.link_code, r.volume_lots, r.volume_mln_usd, r.reward,
        r.reward_usd, r.orders_count`,
      `r.partner_no = ${no}`,
    ),
};
