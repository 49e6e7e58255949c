/*
 * The rewards of many orders in one statement, exactly and in whole numbers. Every amount is an integer at the
 * scale of its column. The engine multiplies 128-bit integers fast but divides them slowly, and its division of
 * decimals gives a binary float; so divisions are left to the end and done in 64 bits wherever the value fits.
 */

/** Decimals of an amount of money. */
const SCALE = 8;
const tenTo = (exponent: number): string => `1${'0'.repeat(exponent)}`;

/** The integer that a decimal column holds at its scale. The product must stay within 18 digits to be fast. */
const integer = (column: string, scale: number): string =>
  `(${column} * cast(${tenTo(scale)} as decimal(${scale + 1}, 0)))::bigint`;

/** The same for a column of 18 digits and 8 decimals, whose whole part and fraction are taken apart for that. */
const wideInteger = (column: string): string =>
  `(trunc(${column})::bigint * ${tenTo(SCALE)} + ${integer(`(${column} - trunc(${column}))::decimal(9, 8)`, SCALE)})`;

const FORMULAS_BY_MILLION = "('formula_classic', 'formula_ecn')";

/** What orders take over from their account, its partner and that partner's parent. */
const ACCOUNT = `
  select a.client_account, a.account_type, coalesce(a.trial, false) as trial, a.partner_no, p.partner_uid,
    own.currency, parent.partner_no as parent_no, parent.partner_uid as parent_uid,
    main.currency as parent_currency
  from client_accounts a
  join partner_accounts own on own.partner_account = a.partner_account
  join partners p on p.partner_no = a.partner_no
  left join partners parent on parent.partner_uid = p.parent_uid
  left join (
    select partner_no, currency,
      row_number() over (partition by partner_no order by opened_on, partner_account) as nth
    from partner_accounts
  ) main on main.partner_no = parent.partner_no and main.nth = 1`;

/** Which tariff is in force for a partner, account type and symbol from which day to which. */
const TARIFF = `
  candidate as (
    select s.partner_uid as of_partner, s.account_type as of_type, s.symbol as of_symbol, t.valid_from, t.valid_to,
      t.formula_code, ${integer('t.reward_size', 4)} as reward_size, t.reward_size_currency,
      ${integer('t.rate_per_million', 4)} as rate_per_million,
      ${integer('t.reward_percentage', 2)} as reward_percentage, ${integer('t.reward_k', 4)} as reward_k,
      coalesce(${integer('t.second_level_percent', 2)}, 0) as second_level_percent,
      case when any_partner then 0 else 4 end + case when any_type then 0 else 2 end
        + case when any_symbol then 0 else 1 end as specificity
    from scope s
    cross join (
      select distinct partner_uid = '*' as any_partner, account_type = '*' as any_type, symbol = '*' as any_symbol
      from tariffs
    )
    join tariffs t on t.partner_uid = case when any_partner then '*' else s.partner_uid end
      and t.account_type = case when any_type then '*' else s.account_type end
      and t.symbol = case when any_symbol then '*' else s.symbol end
  ),
  segment as (
    select of_partner, of_type, of_symbol, day,
      lead(day, 1, date '9999-12-31') over (partition by of_partner, of_type, of_symbol order by day) as next_day
    from (
      select of_partner, of_type, of_symbol, valid_from as day from candidate
      union
      select of_partner, of_type, of_symbol, valid_to + 1 from candidate where valid_to is not null
    ) bound
  ),
  tariff as (
    select * from (
      select c.*, s.day, s.next_day, row_number() over (
        partition by of_partner, of_type, of_symbol, s.day order by specificity desc, valid_from desc
      ) as nth
      from segment s join candidate c using (of_partner, of_type, of_symbol)
      where c.valid_from <= s.day and (c.valid_to is null or c.valid_to >= s.day)
    ) ranked
    where nth = 1
  )`;

/** The rate of every day on which an order was closed, at the scale of money. */
const RATE = `
  rate as (
    select d.day, d.currency, ${wideInteger('r.per_usd')} as per_usd
    from (
      select * from (select distinct closed_at::date as day from fact) days
      cross join (select distinct currency from rates) currencies
    ) d
    asof join rates r on r.currency = d.currency and r.rate_date <= d.day
  )`;

const inForce = (tariff: string, partner: string): string =>
  `${tariff}.of_partner = account.${partner} and ${tariff}.of_type = account.account_type
    and ${tariff}.of_symbol = fact.symbol
    and fact.closed_at >= ${tariff}.day and fact.closed_at < ${tariff}.next_day`;

const rateOf = (rate: string, currency: string): string =>
  `${rate}.currency = ${currency} and ${rate}.day = fact.closed_at::date`;

/**
 * \`product / (2 * divisor)\` is the first-level reward at the scale of money, before the coefficients of the
 * bonus and of closing by an opposite order.
 */
const PRODUCT = `
  case
    when trial then 0
    when formula_code is null then 2 * coalesce(${wideInteger('carried_reward_usd')}, 0)::hugeint
    when formula_code = 'formula_forex' and reward_size_currency = 'USD'
      then 2 * reward_size::hugeint * ${integer('volume_lots', 4)}
    when formula_code = 'formula_forex'
      then 2 * reward_size::hugeint * ${integer('volume_lots', 4)} * ${tenTo(SCALE)}
    when formula_code in ${FORMULAS_BY_MILLION}
      then 2 * rate_per_million::hugeint * ${wideInteger('volume_mln_usd')}
    when formula_code = 'formula_classic_v2'
      then 2 * reward_percentage::hugeint * ${integer('open_spread', 4)} * ${integer('point_value_usd', 6)}
        * ${integer('volume_lots', 4)}
    else 2 * reward_percentage::hugeint * ${integer('contract_commission_usd', 4)} * reward_k
  end`;

const DIVISOR = `
  case
    when formula_code is null then 1
    when formula_code = 'formula_forex' and reward_size_currency = 'USD' then 1
    when formula_code = 'formula_forex' then size_per_usd
    when formula_code = 'formula_classic_v2' then ${tenTo(10)}
    else ${tenTo(4)}
  end`;

/** Each amount: what the product is multiplied by, and the power of ten by which that has to be divided again. */
const AMOUNTS = {
  reward_usd: { factor: '1', power: 0, unless: 'false' },
  reward: { factor: 'own_per_usd', power: 8, unless: "currency = 'USD'" },
  parent_reward_usd: { factor: 'percent', power: 4, unless: 'parent_no is null' },
  parent_reward: {
    factor: '(percent::hugeint * parent_per_usd)',
    power: 12,
    unless: "parent_no is null or parent_currency = 'USD'",
  },
} as const;

type Amount = keyof typeof AMOUNTS;
const NAMES = Object.keys(AMOUNTS) as Amount[];
const each = (column: (name: Amount) => string): string => NAMES.map(column).join(',\n    ');

/** The floor of a division, in 64 bits where that is enough. */
const divided = (dividend: string, divisor: string): string =>
  `case when ${dividend} < 0 then ${dividend}
    when ${dividend} <= ${LARGEST_BIGINT} then (${dividend}::bigint // ${divisor})::hugeint
    else ${dividend} // ${divisor} end`;

const LARGEST_BIGINT = '9223372036854775807';
/** Twice the largest amount that a column of 18 digits holds. */
const LARGEST_DOUBLED = `1${'9'.repeat(17)}8`;

/** Marks a product that does not fit into 128 bits; nothing else is negative. */
const orTooLarge = (left: string, right: string): string =>
  `case when ${left} is not null and ${right} is not null then coalesce(try(${left} * ${right}), -1) end`;

/**
 * A select of the fields of orders and of what they earn, for the rows of a relation.
 *
 * With the bonus (m1/d1) and the opposite order (m2/d2) the exact value is a·m1·m2 / (d1·d2), whose numerator can
 * need more than 128 bits. With a = q·d1 + r it is (q·m1·m2 + r·m1·m2/d1) / d2, and the same step once more keeps
 * every part within them. A chain of floors equals the floor of the whole, so half of the last unit is all
 * that rounding needs to know: it was doubled at the start.
 */
export function enrichOrders(fields: readonly string[], relation: string): string {
  return `
  with fact as not materialized (select * from ${relation}),
  account as not materialized (${ACCOUNT}),
  scope as (
    select distinct a.partner_uid, a.account_type, f.symbol from fact f join account a using (client_account)
    union
    select distinct a.parent_uid, a.account_type, f.symbol from fact f join account a using (client_account)
    where a.parent_uid is not null
  ),
  ${TARIFF},
  ${RATE},
  factor as (
    select ${fields.map((name) => `fact.${name}`).join(', ')},
      account.partner_no, account.parent_no, account.currency, account.parent_currency, account.trial,
      case when account.trial then null else own.formula_code end as formula_code,
      own.reward_size, own.reward_size_currency, own.rate_per_million, own.reward_percentage, own.reward_k,
      coalesce(parents.second_level_percent, 0) as percent,
      size_rate.per_usd as size_per_usd, own_rate.per_usd as own_per_usd, parent_rate.per_usd as parent_per_usd
    from fact
    join account on account.client_account = fact.client_account
    left join tariff own on ${inForce('own', 'partner_uid')}
    left join tariff parents on ${inForce('parents', 'parent_uid')}
    left join rate size_rate on ${rateOf('size_rate', 'own.reward_size_currency')}
    left join rate own_rate on ${rateOf('own_rate', 'account.currency')}
    left join rate parent_rate on ${rateOf('parent_rate', 'account.parent_currency')}
  ),
  product as (
    select *, ${PRODUCT} as product, ${DIVISOR} as divisor,
      formula_code is not null and equity_usd is not null and credit_usd <> 0 as has_bonus,
      coalesce(formula_code = 'formula_forex' and close_by, false) as has_opposite
    from factor
  ),
  numerator as (
    select *, has_bonus or has_opposite as has_ratio,
      case when has_bonus then ${integer('equity_usd', 2)} - ${integer('credit_usd', 2)} else 1 end as m1,
      case when has_bonus then ${integer('equity_usd', 2)} else 1 end as d1,
      case when has_opposite then ${integer('open_commission_usd', 4)} else 1 end as m2,
      case when has_opposite then ${integer('open_spread_revenue_usd', 4)} else 1 end as d2,
    ${each((name) => `case when not (${AMOUNTS[name].unless}) then ${orTooLarge('product', AMOUNTS[name].factor)} end as a_${name}`)}
    from product
  ),
  bonus as (
    select *,
    ${each((name) => `case when has_ratio and a_${name} >= 0 then a_${name} // d1 end as q_${name}`)}
    from numerator
  ),
  opposite as (
    select *,
    ${each((name) => `q_${name} * m1 // d2 as t_${name}`)},
    ${each((name) => `(a_${name} - q_${name} * d1) * m1 * m2 // d1 as s_${name}`)}
    from bonus
  ),
  ratio as (
    select *,
    ${each((name) => `case when t_${name} is null then a_${name} else coalesce(try(t_${name} * m2 + ((q_${name} * m1 - t_${name} * d2) * m2 + s_${name}) // d2), -1) end as x_${name}`)}
    from opposite
  ),
  scaled as (
    select *,
    ${each((name) => `case when divisor = 1 then x_${name} else ${divided(`x_${name}`, 'divisor')} end as y_${name}`)}
    from ratio
  ),
  doubled as (
    select *,
    ${each((name) => (AMOUNTS[name].power === 0 ? `y_${name} as z_${name}` : `${divided(`y_${name}`, tenTo(AMOUNTS[name].power))} as z_${name}`))}
    from scaled
  ),
  amount as (
    select *,
    ${each(
      (name) =>
        `case when z_${name} < 0 or z_${name} > ${LARGEST_DOUBLED} then error('refused: the reward of order ' || server || ':' || ticket || ' is too large; check its volume and its tariff.')
          else (((z_${name} + 1)::bigint // 2)::decimal(18, 0) * 0.00000001)::decimal(18, 8) end as m_${name}`,
    )}
    from doubled
  )
  select ${fields.join(', ')}, partner_no, parent_no, formula_code, m_reward_usd as reward_usd,
    case when currency = 'USD' then m_reward_usd else m_reward end as reward,
    m_parent_reward_usd as parent_reward_usd,
    case when parent_currency = 'USD' then m_parent_reward_usd else m_parent_reward end as parent_reward
  from amount`;
}

export const ORDER_COLUMNS = {
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

const NUMBERS_OF_CHANGED = `select p.partner_no from partners p join ${CHANGED} c on c.partner_uid = p.partner_uid`;
