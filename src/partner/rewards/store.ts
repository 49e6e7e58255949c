import { FIRST_ACCOUNTS } from '../facts/index.ts';
import { integer, wideInteger, withAmounts } from './arithmetic.ts';

/*
 * What the orders of a relation are computed from is first put into temporary tables, so that the engine knows how
 * small they are when it plans the pass over the orders.
 */

/**
 * The accounts that traded. Those for which the same tariffs and currencies count have one `terms_no`: a partner
 * or type that no tariff names is like any other such one.
 */
const ACCOUNTS = (relation: string): string => `
  drop table if exists reward_account;
  create temp table reward_account as
    select *, dense_rank() over (
      order by trial, tariff_partner, tariff_parent, tariff_type, currency, parent_currency, parent_no is null
    ) as terms_no
    from (
      select a.client_account, a.client_no, a.account_no, coalesce(a.trial, false) as trial, a.partner_no,
        own.currency, parent.partner_no as parent_no, main.currency as parent_currency,
        case when p.partner_uid in (select partner_uid from tariffs) then p.partner_uid end as tariff_partner,
        case when p.parent_uid in (select partner_uid from tariffs) then p.parent_uid end as tariff_parent,
        case when a.account_type in (select account_type from tariffs) then a.account_type end as tariff_type
      from client_accounts a
      join partner_accounts own on own.partner_account = a.partner_account
      join partners p on p.partner_no = a.partner_no
      left join partners parent on parent.partner_uid = p.parent_uid
      left join (${FIRST_ACCOUNTS}) main on main.partner_no = parent.partner_no
      where a.client_account in (select client_account from ${relation})
    ) accounts`;

/** From which day to which the same terms hold for a symbol: the tariff, and what the parent gets. */
const TERMS = (relation: string): string => `
  drop table if exists reward_terms;
  create temp table reward_terms as
  with scope as materialized (
    select row_number() over () as scope_no, * from (
      select distinct terms_no, symbol from ${relation} join reward_account using (client_account)
    ) traded
    join (
      select distinct terms_no, tariff_partner, tariff_parent, tariff_type, currency, parent_currency,
        parent_no is not null as has_parent, trial
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
  segment as materialized (
    select scope_no, day, lead(day, 1, date '9999-12-31') over (partition by scope_no order by day) as next_day
    from (
      select scope_no, date '0001-01-01' as day from scope
      union
      select scope_no, valid_from from candidate
      union
      select scope_no, valid_to + 1 from candidate where valid_to is not null
    ) bound
  ),
  in_force as materialized (
    select distinct on (scope_no, side, day) scope_no, side, day, tariff_no
    from segment join candidate using (scope_no)
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
    dense_rank() over (order by scope.currency, scope.parent_currency, own.reward_size_currency) as rates_no
  from segment
  join scope using (scope_no)
  left join in_force first_side
    on first_side.scope_no = segment.scope_no and first_side.day = segment.day and first_side.side = 1
  left join tariff own on own.tariff_no = first_side.tariff_no
  left join in_force second_side
    on second_side.scope_no = segment.scope_no and second_side.day = segment.day and second_side.side = 2
  left join tariff parents on parents.tariff_no = second_side.tariff_no`;

/** The rates of every day on which an order was closed, at the scale of money. */
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

/** The statements that have to come before `enrichOrders` for the same relation. */
export function prepareOrders(relation: string): string {
  return [ACCOUNTS, TERMS, RATES].map((statement) => statement(relation)).join(';');
}

/** A select of the fields of orders and of what they earn, for the rows of a relation. */
export function enrichOrders(fields: readonly string[], relation: string): string {
  const factors = `
    select ${fields.map((name) => `fact.${name}`).join(', ')},
      account.client_no, account.account_no, account.trial, account.partner_no, account.parent_no,
      account.currency, account.parent_currency,
      terms.formula_code, terms.reward_size, terms.reward_size_currency, terms.rate_per_million,
      terms.reward_percentage, terms.reward_k, terms.percent,
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
  /** The partner who earns the second-level reward. */
  parent_no: 'integer',
  formula_code: 'varchar',
  /** Null while what the formula needs is not known. */
  reward_usd: 'decimal(18, 8)',
  reward: 'decimal(18, 8)',
  parent_reward_usd: 'decimal(18, 8)',
  parent_reward: 'decimal(18, 8)',
} as const;

const CHANGED = '(select * from former union all select * from latter)';
const inAccounts = (condition: string): string =>
  `client_account in (select client_account from client_accounts where ${condition})`;

/** Which orders may earn otherwise when facts of a kind have changed; only those that really do are rewritten. */
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

/** Which orders earn an agent's commission that may have changed, though their own rewards are the same. */
export function ordersRecreditedBy(changedKind: string): string | undefined {
  switch (changedKind) {
    case 'shares':
      return `partner_no in (select partner_no from ${CHANGED}) and account_no in (select account_no from ${CHANGED})
        and closed_at >= (select min(shared_from) from ${CHANGED})`;
    case 'partner-accounts':
      return `partner_no in (${SHARED_WITH_CHANGED('partner_no')}) and account_no in (${SHARED_WITH_CHANGED('account_no')})`;
    default:
      return undefined;
  }
}

const SHARED_WITH_CHANGED = (column: string): string =>
  `select ${column} from shares where agent_uid in (select partner_uid from ${CHANGED})`;

const NUMBERS_OF_CHANGED = `select p.partner_no from partners p join ${CHANGED} c on c.partner_uid = p.partner_uid`;

export const FIND_ORDER = `
  select o.symbol, o.base_currency, o.opened_at, o.closed_at, o.volume_lots, o.volume_mln_usd, o.open_spread,
    o.close_spread, o.point_value_usd, o.contract_commission_usd, o.close_by, o.open_commission_usd,
    o.open_spread_revenue_usd, o.equity_usd, o.credit_usd, o.carried_reward_usd,
    p.partner_uid, a.account_type, coalesce(a.trial, false) as trial, pa.currency
  from orders o
  join partners p on p.partner_no = o.partner_no
  join client_accounts a on a.client_account = o.client_account
  join partner_accounts pa on pa.partner_account = a.partner_account
  where o.server = $1 and o.ticket = cast($2 as bigint) and p.partner_uid = $3`;

export const FIND_TARIFFS = `
  select * from tariffs
  where partner_uid in ($1, '*') and account_type in ($2, '*') and symbol in ($3, '*')`;

export const FIND_RATES = `
  select * from rates
  where currency in ($1, $2) and rate_date = (
    select max(same.rate_date) from rates same
    where same.currency = rates.currency and same.rate_date <= cast($3 as date)
  )`;
