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

/** Which tariff is in force for a scope (a partner, account type and symbol) from which day to which. */
const TARIFF = `
  wanted as materialized (
    select scope_no,
      case when any_partner then '*' else partner_uid end as partner_uid,
      case when any_type then '*' else account_type end as account_type,
      case when any_symbol then '*' else symbol end as symbol,
      case when any_partner then 0 else 4 end + case when any_type then 0 else 2 end
        + case when any_symbol then 0 else 1 end as specificity
    from scope
    cross join (
      select distinct partner_uid = '*' as any_partner, account_type = '*' as any_type, symbol = '*' as any_symbol
      from tariffs
    ) shape
  ),
  candidate as (
    select scope_no, specificity, valid_from, valid_to,
      formula_code, ${integer('reward_size', 4)} as reward_size, reward_size_currency,
      ${integer('rate_per_million', 4)} as rate_per_million,
      ${integer('reward_percentage', 2)} as reward_percentage, ${integer('reward_k', 4)} as reward_k,
      coalesce(${integer('second_level_percent', 2)}, 0) as second_level_percent
    from wanted join tariffs using (partner_uid, account_type, symbol)
  ),
  segment as (
    select scope_no, day,
      lead(day, 1, date '9999-12-31') over (partition by scope_no order by day) as next_day
    from (
      select scope_no, valid_from as day from candidate
      union
      select scope_no, valid_to + 1 from candidate where valid_to is not null
    ) bound
  ),
  in_force as (
    select * from (
      select c.*, s.day, s.next_day,
        row_number() over (partition by scope_no, s.day order by specificity desc, valid_from desc) as nth
      from segment s join candidate c using (scope_no)
      where c.valid_from <= s.day and (c.valid_to is null or c.valid_to >= s.day)
    ) ranked
    where nth = 1
  ),
  tariff as (
    select in_force.*, scope.partner_uid, scope.account_type, scope.symbol from in_force join scope using (scope_no)
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
  `${tariff}.partner_uid = account.${partner} and ${tariff}.account_type = account.account_type
    and ${tariff}.symbol = fact.symbol
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
      then 2 * reward_percentage::hugeint * ${integer('open_spread', 3)} * ${integer('point_value_usd', 6)}
        * ${integer('volume_lots', 4)}
    else 2 * reward_percentage::hugeint * ${integer('contract_commission_usd', 4)} * reward_k
  end`;

const DIVISOR = `
  case
    when formula_code is null then 1
    when formula_code = 'formula_forex' and reward_size_currency = 'USD' then 1
    when formula_code = 'formula_forex' then size_per_usd
    when formula_code = 'formula_classic_v2' then ${tenTo(9)}
    else ${tenTo(4)}
  end`;

/** Each amount: by what it multiplies the product, and whether it is not needed or equal to another one. */
const AMOUNTS = {
  reward_usd: { rate: undefined, percent: undefined, unless: 'false' },
  reward: { rate: 'own_per_usd', percent: undefined, unless: "currency = 'USD'" },
  parent_reward_usd: { rate: undefined, percent: 'percent', unless: 'parent_no is null' },
  parent_reward: {
    rate: 'parent_per_usd',
    percent: 'percent',
    unless: "parent_no is null or parent_currency = 'USD'",
  },
} as const;

type Amount = keyof typeof AMOUNTS;
const NAMES = Object.keys(AMOUNTS) as Amount[];
const each = (column: (name: Amount) => string): string => NAMES.map(column).join(',\n    ');

/** The floor of a division: in 64 bits where that is enough, else in limbs of 32 bits where the divisor is short. */
function divided(dividend: string, divisor: string): string {
  const limb = (shift: number) => `((${dividend} >> ${shift}) & ${LIMB - 1}::hugeint)::bigint`;
  const rest = (part: string, shift: number) => `(${part} % ${divisor} * ${LIMB} + ${limb(shift)})`;
  const parts = [limb(96)];
  for (const shift of [64, 32, 0]) parts.push(rest(parts.at(-1) ?? '', shift));
  const quotient = parts.reduce((high, part) => `(${high} * ${LIMB} + ${part} // ${divisor})`, '0::hugeint');
  return `case when ${dividend} between 0 and ${LARGEST_BIGINT} then (${dividend}::bigint // ${divisor})::hugeint
    when ${dividend} > 0 and ${divisor} < ${LIMB / 2} then ${quotient}
    when ${dividend} > 0 then ${dividend} // ${divisor}
    else ${dividend} end`;
}

const LIMB = 2 ** 32;
const LARGEST_BIGINT = '9223372036854775807';
/** Twice the largest amount that a column of 18 digits holds. */
const LARGEST_DOUBLED = `1${'9'.repeat(17)}8`;

/** The product with its rate and percent, or -1 where that does not fit into 128 bits: nothing else is negative. */
function numerator(name: Amount): string {
  const { rate, percent } = AMOUNTS[name];
  const factors = ['product', rate, percent].filter((factor) => factor !== undefined);
  const known = factors.map((factor) => `${factor} is not null`).join(' and ');
  return `case when ${known} then coalesce(try(${factors.join(' * ')}), -1) end`;
}

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
  traded as (
    select distinct a.partner_uid, a.parent_uid, a.account_type, f.symbol
    from fact f join account a using (client_account)
  ),
  scope as materialized (
    select row_number() over () as scope_no, * from (
      select partner_uid, account_type, symbol from traded
      union
      select parent_uid, account_type, symbol from traded where parent_uid is not null
    ) both_levels
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
    ${each((name) => `case when not (${AMOUNTS[name].unless}) then ${numerator(name)} end as a_${name}`)}
    from product
  ),
  bonus as (
    select *,
    ${each((name) => `case when has_ratio and a_${name} >= 0 then ${divided(`a_${name}`, 'd1')} end as q_${name}`)}
    from numerator
  ),
  opposite as (
    select *,
    ${each((name) => `${divided(`(q_${name} * m1)`, 'd2')} as t_${name}`)},
    ${each((name) => `${divided(`((a_${name} - q_${name} * d1) * m1 * m2)`, 'd1')} as s_${name}`)}
    from bonus
  ),
  remainder as (
    select *,
    ${each((name) => `(q_${name} * m1 - t_${name} * d2) * m2 + s_${name} as u_${name}`)}
    from opposite
  ),
  ratio as (
    select *,
    ${each((name) => `case when q_${name} is null then a_${name} else coalesce(try(t_${name} * m2 + ${divided(`u_${name}`, 'd2')}), -1) end as x_${name}`)}
    from remainder
  ),
  scaled as (
    select *,
    ${each((name) => `case when divisor = 1 then x_${name} else ${divided(`x_${name}`, 'divisor')} end as y_${name}`)}
    from ratio
  ),
  converted as (
    select *,
    ${each((name) => `${AMOUNTS[name].rate ? divided(`y_${name}`, tenTo(SCALE)) : `y_${name}`} as v_${name}`)}
    from scaled
  ),
  doubled as (
    select *,
    ${each((name) => `${AMOUNTS[name].percent ? divided(`v_${name}`, tenTo(4)) : `v_${name}`} as z_${name}`)}
    from converted
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
