import { FIRST_ACCOUNTS } from '../facts/store/index.ts';
import { integer, wideInteger, withAmounts } from './arithmetic.ts';

/*
 * The inputs of the rewards go into temporary tables first, so that the engine knows how small they are when it plans
 * the pass over the orders.
 */

/**
 * The accounts that traded. Accounts with the same tariffs and currencies share a `terms_no`: all partners and types that
 * neither a tariff nor a suspension names are alike.
 */
const ACCOUNTS = (relation: string): string => `
  drop table if exists reward_account;
  create temp table reward_account as
    select *, dense_rank() over (
      order by trial, tariff_partner, tariff_parent, tariff_type, suspended_partner, suspended_parent, currency,
        parent_currency, parent_no is null
    ) as terms_no
    from (
      select account.client_account, account.client_no, account.account_no,
        coalesce(account.trial, false) as trial, account.partner_no,
        own.currency, parent.partner_no as parent_no, main.currency as parent_currency,
        case when partner.partner_uid in (select partner_uid from tariffs) then partner.partner_uid end as tariff_partner,
        case when partner.parent_uid in (select partner_uid from tariffs) then partner.parent_uid end as tariff_parent,
        case when account.account_type in (select account_type from tariffs) then account.account_type end as tariff_type,
        case when partner.partner_uid in (select partner_uid from suspensions) then partner.partner_uid end
          as suspended_partner,
        case when partner.parent_uid in (select partner_uid from suspensions) then partner.parent_uid end
          as suspended_parent
      from client_accounts account
      join partner_accounts own on own.partner_account = account.partner_account
      join partners partner on partner.partner_no = account.partner_no
      left join partners parent on parent.partner_uid = partner.parent_uid
      left join (${FIRST_ACCOUNTS}) main on main.partner_no = parent.partner_no
      where account.client_account in (select client_account from ${relation})
    ) accounts`;

/** The terms of each symbol by range of days: the tariff, the percentage of the parent and suspensions. */
const TERMS = (relation: string): string => `
  drop table if exists reward_terms;
  create temp table reward_terms as
  with scope as materialized (
    select row_number() over () as scope_no, * from (
      select distinct terms_no, symbol from ${relation} join reward_account using (client_account)
    ) traded
    join (
      select distinct terms_no, tariff_partner, tariff_parent, tariff_type, suspended_partner, suspended_parent,
        currency, parent_currency, parent_no is not null as has_parent, trial
      from reward_account
    ) terms using (terms_no)
  ),
  tariff as materialized (select row_number() over () as tariff_no, * from tariffs),
  wanted as materialized (
    select scope_no, side,
      case when any_partner then 0 else 4 end + case when any_type then 0 else 2 end
        + case when any_symbol then 0 else 1 end as specificity,
      case when any_partner then '*' when side = 1 then tariff_partner else tariff_parent end as partner_uid,
      case when any_type then '*' else tariff_type end as account_type,
      case when any_symbol then '*' else symbol end as symbol
    from scope
    cross join (values (1), (2)) sides(side)
    cross join (
      select distinct partner_uid = '*' as any_partner, account_type = '*' as any_type, symbol = '*' as any_symbol
      from tariffs
    ) shape
    where not trial and (side = 1 or has_parent)
  ),
  candidate as materialized (
    select scope_no, side, specificity, tariff_no, valid_from, valid_to
    from wanted join tariff using (partner_uid, account_type, symbol)
  ),
  suspended as materialized (
    select scope_no, 1 as side, suspended_from, suspended_to
    from scope join suspensions on partner_uid = suspended_partner
    union all
    select scope_no, 2, suspended_from, suspended_to
    from scope join suspensions on partner_uid = suspended_parent
  ),
  segment as materialized (
    select scope_no, day, lead(day, 1, date '9999-12-31') over (partition by scope_no order by day) as next_day
    from (
      select scope_no, date '0001-01-01' as day from scope
      union
      select scope_no, valid_from from candidate
      union
      select scope_no, valid_to + 1 from candidate where valid_to is not null
      union
      select scope_no, suspended_from from suspended
      union
      select scope_no, suspended_to + 1 from suspended where suspended_to is not null
    ) bound
  ),
  pause as materialized (
    select scope_no, side, day from segment join suspended using (scope_no)
    where suspended_from <= day and (suspended_to is null or suspended_to >= day)
  ),
  in_force as materialized (
    select distinct on (scope_no, side, day) scope_no, side, day, tariff_no
    from segment join candidate using (scope_no) anti join pause using (scope_no, side, day)
    where valid_from <= day and (valid_to is null or valid_to >= day)
    order by scope_no, side, day, specificity desc, valid_from desc
  )
  select terms_no, scope.symbol, segment.day, segment.next_day,
    own.formula_code, own.reward_size_currency, scope.currency, scope.parent_currency,
    ${integer('own.reward_size', 4)} as reward_size,
    ${integer('own.rate_per_million', 4)} as rate_per_million,
    ${integer('own.reward_percentage', 2)} as reward_percentage,
    ${integer('own.reward_k', 4)} as reward_k,
    coalesce(${integer('parents.second_level_percent', 2)}, 0) as percent,
    own_pause.day is not null as is_suspended,
    dense_rank() over (order by scope.currency, scope.parent_currency, own.reward_size_currency) as rates_no
  from segment
  join scope using (scope_no)
  left join in_force first_side
    on first_side.scope_no = segment.scope_no and first_side.day = segment.day and first_side.side = 1
  left join pause own_pause
    on own_pause.scope_no = segment.scope_no and own_pause.day = segment.day and own_pause.side = 1
  left join tariff own on own.tariff_no = first_side.tariff_no
  left join in_force second_side
    on second_side.scope_no = segment.scope_no and second_side.day = segment.day and second_side.side = 2
  left join tariff parents on parents.tariff_no = second_side.tariff_no`;

/** The rates of each day on which an order was closed, at the scale of money. */
const RATES = (relation: string): string => `
  drop table if exists reward_rates;
  create temp table reward_rates as
  with days as materialized (select distinct closed_at::date as day from ${relation}),
  daily as materialized (
    select day, currency, ${wideInteger('per_usd')} as per_usd
    from days join (
      select currency, per_usd, rate_date,
        lead(rate_date, 1, date '9999-12-31') over (partition by currency order by rate_date) as next_date
      from rates
    ) known on day >= rate_date and day < next_date
  )
  select rates_no, days.day, own.per_usd as own_per_usd, parents.per_usd as parent_per_usd,
    size.per_usd as size_per_usd
  from (select distinct rates_no, currency, parent_currency, reward_size_currency from reward_terms) terms
  cross join days
  left join daily own on own.currency = terms.currency and own.day = days.day
  left join daily parents on parents.currency = terms.parent_currency and parents.day = days.day
  left join daily size on size.currency = terms.reward_size_currency and size.day = days.day`;

/** Run these statements before `enrichOrders` for the same relation. */
export function prepareOrders(relation: string): string {
  return [ACCOUNTS, TERMS, RATES].map((statement) => statement(relation)).join(';');
}

/** A select of the fields and rewards of the orders in a relation. */
export function enrichOrders(fields: readonly string[], relation: string): string {
  const factors = `
    select ${fields.map((name) => `fact.${name}`).join(', ')},
      account.client_no, account.account_no, account.trial, account.partner_no, account.parent_no,
      account.currency, account.parent_currency,
      terms.formula_code, terms.reward_size, terms.reward_size_currency, terms.rate_per_million,
      terms.reward_percentage, terms.reward_k, terms.percent, terms.is_suspended,
      rates.size_per_usd, rates.own_per_usd, rates.parent_per_usd
    from ${relation} fact
    join reward_account account on account.client_account = fact.client_account
    left join reward_terms terms on terms.terms_no = account.terms_no and terms.symbol = fact.symbol
      and fact.closed_at >= terms.day and fact.closed_at < terms.next_day
    left join reward_rates rates on rates.rates_no = terms.rates_no and rates.day = fact.closed_at::date`;
  return `
    select ${fields.join(', ')}, client_no, account_no, trial, partner_no, parent_no, formula_code,
      own_usd as reward_usd,
      case when currency = 'USD' then own_usd else own end as reward,
      parent_usd as parent_reward_usd,
      case when parent_currency = 'USD' then parent_usd else parent end as parent_reward
    from (${withAmounts(factors)})`;
}

export const ORDER_COLUMNS = {
  client_no: 'integer',
  account_no: 'integer',
  trial: 'boolean',
  partner_no: 'integer',
  /** Earns the second-level reward. */
  parent_no: 'integer',
  formula_code: 'varchar',
  /** Null while a value that the formula needs is missing. */
  reward_usd: 'decimal(18, 8)',
  reward: 'decimal(18, 8)',
  parent_reward_usd: 'decimal(18, 8)',
  parent_reward: 'decimal(18, 8)',
} as const;

const CHANGED = '(select * from former union all select * from latter)';
const inAccounts = (condition: string): string =>
  `client_account in (select client_account from client_accounts where ${condition})`;

/** The orders whose rewards a change of facts may affect; only those that differ are rewritten. */
export function ordersTouchedBy(changedKind: string): string | undefined {
  switch (changedKind) {
    case 'client-accounts':
      return 'client_account in (select client_account from former)';
    case 'clients':
      return inAccounts('client_uid in (select client_uid from former)');
    case 'links':
      return inAccounts(
        'client_uid in (select client_uid from clients where link_code in (select link_code from former))',
      );
    case 'partner-accounts':
      return `${inAccounts('partner_account in (select partner_account from former)')}
        or parent_no in (select partner_no from ${CHANGED})`;
    case 'partners':
      return 'partner_no in (select partner_no from former)';
    case 'tariffs':
      return `closed_at >= (select min(valid_from) from ${CHANGED})
        and closed_at < (select max(coalesce(valid_to, date '9999-12-30')) + 1 from ${CHANGED})
        and (exists (select 1 from ${CHANGED} where partner_uid = '*')
          or partner_no in (${NUMBERS_OF_CHANGED}) or parent_no in (${NUMBERS_OF_CHANGED}))`;
    case 'suspensions':
      return `${IN_SUSPENSION} and (partner_no in (${NUMBERS_OF_CHANGED}) or parent_no in (${NUMBERS_OF_CHANGED}))`;
    case 'rates':
      return `closed_at >= (select min(rate_date) from ${CHANGED})
        and closed_at < (
          select max(coalesce((
            select min(later.rate_date) from rates later
            where later.currency = changed.currency and later.rate_date > changed.rate_date
          ), date '9999-12-31')) from ${CHANGED} changed
        )`;
    default:
      return undefined;
  }
}

/** The orders whose commission for an agent may change while their rewards stay the same. */
export function ordersRecreditedBy(changedKind: string): string | undefined {
  switch (changedKind) {
    case 'shares':
      return `partner_no in (select partner_no from ${CHANGED}) and account_no in (select account_no from ${CHANGED})
        and closed_at >= (select min(shared_from) from ${CHANGED})`;
    case 'suspensions':
      return `${IN_SUSPENSION} and partner_no in (${SHARED_WITH_CHANGED('partner_no')})
        and account_no in (${SHARED_WITH_CHANGED('account_no')})`;
    case 'partner-accounts':
      return `partner_no in (${SHARED_WITH_CHANGED('partner_no')}) and account_no in (${SHARED_WITH_CHANGED('account_no')})`;
    default:
      return undefined;
  }
}

const SHARED_WITH_CHANGED = (column: string): string =>
  `select ${column} from shares where agent_uid in (select partner_uid from ${CHANGED})`;

const IN_SUSPENSION = `closed_at >= (select min(suspended_from) from ${CHANGED})
        and closed_at < (select max(coalesce(suspended_to, date '9999-12-30')) + 1 from ${CHANGED})`;

const NUMBERS_OF_CHANGED = `select partner_no from partners where partner_uid in (select partner_uid from ${CHANGED})`;

export const FIND_ORDER = `
  select orders.symbol, orders.base_currency, orders.opened_at, orders.closed_at, orders.volume_lots,
    orders.volume_mln_usd, orders.open_spread, orders.close_spread, orders.point_value_usd,
    orders.contract_commission_usd, orders.close_by, orders.open_commission_usd, orders.open_spread_revenue_usd,
    orders.equity_usd, orders.credit_usd, orders.carried_reward_usd,
    partner.partner_uid, account.account_type, coalesce(account.trial, false) as trial, earning.currency
  from orders
  join partners partner on partner.partner_no = orders.partner_no
  join client_accounts account on account.client_account = orders.client_account
  join partner_accounts earning on earning.partner_account = account.partner_account
  where orders.server = $1 and orders.ticket = cast($2 as bigint) and partner.partner_uid = $3`;

/** The servers that have a ticket among the orders of a partner. */
export const FIND_SERVERS = `
  select distinct orders.server as server from orders
  join partners partner on partner.partner_no = orders.partner_no
  where orders.ticket = cast($1 as bigint) and partner.partner_uid = $2
  order by server`;

export const FIND_TARIFFS = `
  select * from tariffs
  where partner_uid in ($1, '*') and account_type in ($2, '*') and symbol in ($3, '*')`;

/** The suspension of a partner on a day; there is at most one. */
export const FIND_SUSPENSION = `
  select * from suspensions
  where partner_uid = $1 and suspended_from <= cast($2 as date)
    and (suspended_to is null or suspended_to >= cast($2 as date))`;

export const FIND_RATES = `
  select * from rates
  where currency in ($1, $2) and rate_date = (
    select max(same.rate_date) from rates same
    where same.currency = rates.currency and same.rate_date <= cast($3 as date)
  )`;
