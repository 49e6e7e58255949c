/*
 * Rewards of many orders in SQL, exactly. Every amount is a whole number at the scale of its column. Wide
 * integers are multiplied fast but divided slowly; so divisions are left to the end and done in 64 bits wherever the
 * numbers fit.
 */

/** Decimals of an amount of money. */
const SCALE = 8;
/** Decimals of a percentage as a fraction. */
const PERCENT_SCALE = 4;
const tenTo = (exponent: number): string => `1${'0'.repeat(exponent)}`;

/** The integer that a decimal column holds at its scale. The product has to stay within 18 digits to be fast. */
export const integer = (column: string, scale: number): string =>
  `(${column} * cast(${tenTo(scale)} as decimal(${scale + 1}, 0)))::bigint`;

/** The same for a column of 18 digits and 8 decimals, whose whole part and fraction are taken apart for that. */
export const wideInteger = (column: string): string =>
  `(trunc(${column})::bigint * ${tenTo(SCALE)} + ${integer(`(${column} - trunc(${column}))::decimal(9, 8)`, SCALE)})`;

/**
 * `product / (2 * divisor)` is the first-level reward at the scale of money, but for the coefficients of the bonus
 * and of the opposite order. It is doubled so that a floor still tells whether half of the last unit is reached.
 * By the precisions of its factors the product fits into 128 bits.
 */
const PRODUCT = `
  case
    when trial then 0
    when formula_code is null then 2 * wide(coalesce(${wideInteger('carried_reward_usd')}, 0))
    when formula_code = 'formula_forex' and reward_size_currency = 'USD'
      then 2 * wide(reward_size) * ${integer('volume_lots', 4)}
    when formula_code = 'formula_forex'
      then 2 * wide(reward_size) * ${integer('volume_lots', 4)} * ${tenTo(SCALE)}
    when formula_code in ('formula_classic', 'formula_ecn')
      then 2 * wide(rate_per_million) * ${wideInteger('volume_mln_usd')}
    when formula_code = 'formula_classic_v2'
      then 2 * wide(reward_percentage) * ${integer('open_spread', 3)} * ${integer('point_value_usd', 6)}
        * ${integer('volume_lots', 4)}
    else 2 * wide(reward_percentage) * ${integer('contract_commission_usd', 4)} * reward_k
  end`;

const DIVISOR = `
  case
    when formula_code is null then 1
    when formula_code = 'formula_forex' and reward_size_currency = 'USD' then 1
    when formula_code = 'formula_forex' then size_per_usd
    when formula_code = 'formula_classic_v2' then ${tenTo(9)}
    else ${tenTo(4)}
  end`;

interface Terms {
  /** Units of its currency for one USD, at the scale of money; undefined for USD. */
  readonly rate?: string;
  /** What it is of the first-level reward, in hundredths of a percent; undefined for all of it. */
  readonly percent?: string;
  /** When it is not needed, because there is no such amount or another one is equal. */
  readonly unless: string;
}

const AMOUNTS = {
  own_usd: { unless: 'false' },
  own: { rate: 'own_per_usd', unless: "currency = 'USD'" },
  parent_usd: { percent: 'percent', unless: 'parent_no is null' },
  parent: {
    rate: 'parent_per_usd',
    percent: 'percent',
    unless: "parent_no is null or parent_currency = 'USD'",
  },
} as const satisfies Record<string, Terms>;

type Amount = keyof typeof AMOUNTS;
const terms = (name: Amount): Terms => AMOUNTS[name];

/** Zeros that most products of many decimals end in; without them, the rest of the way fits into 64 bits. */
const ZEROS = tenTo(6);
const LARGEST_BIGINT = 2n ** 63n - 1n;
/** Twice the largest amount that a column of 18 digits holds. */
const LARGEST_DOUBLED = 2n * (10n ** 18n - 1n);

/** The floor of a division, in 64 bits where that is enough. */
const divided = (dividend: string, divisor: string): string =>
  `case when ${dividend} between 0 and ${LARGEST_BIGINT} then wide(div(${dividend}::bigint, ${divisor}))
    when ${dividend} > 0 then div(${dividend}, ${divisor}) else ${dividend} end`;

const TOO_LARGE = `refuse('The reward of order ' || server || ':' || ticket
  || ' is too large to be right: check its volume and its tariff.')`;

/** The quotient where it can be had in 64 bits, also from a product that is wider: by parts of the rate's scale. */
function inShort(name: Amount): string {
  const { rate, percent } = terms(name);
  const unit = tenTo(SCALE);
  const rest = (dividend: string): string =>
    percent ? `div(div(${dividend}, divisor), ${tenTo(PERCENT_SCALE)})` : `div(${dividend}, divisor)`;
  const fits = `x_${name} between 0 and ${LARGEST_BIGINT}`;
  if (!rate) return `case when ${fits} then ${rest(`x_${name}::bigint`)} end`;
  const base = `b_${name}::bigint`;
  const quotient = `div(${base}, ${unit}) * ${rate} + ${base} % ${unit} * div(${rate}, ${unit})
      + div(${base} % ${unit} * (${rate} % ${unit}), ${unit})`;
  return `case when ${fits} then ${rest(`div(x_${name}::bigint, ${unit})`)}
    when not has_ratio and b_${name} <= ${LARGEST_BIGINT} and x_${name} between 0 and ${(LARGEST_BIGINT / 2n) * 10n ** BigInt(SCALE)}
    then ${rest(quotient)} end`;
}

/**
 * The steps from the product to an amount; each adds a column for every amount, named by its letter. What is too wide
 * becomes -1 on the way; nothing else is negative.
 *
 * With the bonus (m1/d1) and the opposite order (m2/d2) the exact value is a·m1·m2 / (d1·d2), whose numerator can
 * need more than 128 bits. With a = q·d1 + r it is (q·m1·m2 + r·m1·m2/d1) / d2, and the same once more with
 * q·m1 = t·d2 + u keeps every part within them. A chain of floors is the floor of the whole.
 */
const STEPS: readonly (readonly [string, (name: Amount) => string])[] = [
  [
    'b',
    (name) => {
      const { percent, unless } = terms(name);
      return `case when not (${unless}) then ${percent ? `product * ${percent}` : 'product'} end`;
    },
  ],
  [
    'a',
    (name) => {
      const { rate } = terms(name);
      if (!rate) return `b_${name}`;
      return `case when b_${name} is not null and ${rate} is not null then unless_too_wide(b_${name} * ${rate}) end`;
    },
  ],
  ['q', (name) => `case when has_ratio and a_${name} >= 0 then ${divided(`a_${name}`, 'd1')} end`],
  ['t', (name) => divided(`(q_${name} * m1)`, 'd2')],
  ['s', (name) => divided(`((a_${name} - q_${name} * d1) * m1 * m2)`, 'd1')],
  ['u', (name) => `(q_${name} * m1 - t_${name} * d2) * m2 + s_${name}`],
  [
    'x',
    (name) =>
      `case when q_${name} is null then a_${name}
        else unless_too_wide(t_${name} * m2 + ${divided(`u_${name}`, 'd2')}) end`,
  ],
  ['f', inShort],
  ['g', (name) => `case when f_${name} is null then ${divided(`x_${name}`, 'divisor')} end`],
  ['h', (name) => (terms(name).rate ? divided(`g_${name}`, tenTo(SCALE)) : `g_${name}`)],
  ['i', (name) => (terms(name).percent ? divided(`h_${name}`, tenTo(PERCENT_SCALE)) : `h_${name}`)],
  [
    'j',
    (name) =>
      `case when i_${name} < 0 or i_${name} > ${LARGEST_DOUBLED} or f_${name} > ${LARGEST_DOUBLED} then ${TOO_LARGE}
        else coalesce(f_${name}, i_${name}::bigint) end`,
  ],
];

/** The rows of a select that has the factors, with each amount; null where something it needs is not known. */
export function withAmounts(factors: string): string {
  const products = `
    select *, has_bonus or has_opposite as has_ratio,
      case when ends_in_zeros then wide(div(full_product::bigint, ${ZEROS})) else full_product end as product,
      case when ends_in_zeros then div(full_divisor, ${ZEROS}) else full_divisor end as divisor,
      case when has_bonus then ${integer('equity_usd', 2)} - ${integer('credit_usd', 2)} else 1 end as m1,
      case when has_bonus then ${integer('equity_usd', 2)} else 1 end as d1,
      case when has_opposite then ${integer('open_commission_usd', 4)} else 1 end as m2,
      case when has_opposite then ${integer('open_spread_revenue_usd', 4)} else 1 end as d2
    from (
      select *,
        case when full_divisor >= ${ZEROS} and full_product <= ${LARGEST_BIGINT}
          then full_product::bigint % ${ZEROS} = 0 and full_divisor % ${ZEROS} = 0 else false end as ends_in_zeros
      from (
        select *, ${PRODUCT} as full_product, ${DIVISOR} as full_divisor,
          formula_code is not null and equity_usd is not null and credit_usd <> 0 as has_bonus,
          coalesce(formula_code = 'formula_forex' and close_by, false) as has_opposite
        from (${factors})
      )
    )`;
  const doubled = STEPS.reduce(
    (rows, [letter, step]) =>
      `select *, ${each((name) => `${step(name)} as ${letter}_${name}`)} from (${rows})`,
    products,
  );
  const rounded = each(
    (name) => `(div(j_${name} + 1, 2)::decimal(18, 0) * 0.00000001)::decimal(18, 8) as ${name}`,
  );
  return `select *, ${rounded} from (${doubled})`;
}

const each = (column: (name: Amount) => string): string =>
  (Object.keys(AMOUNTS) as Amount[]).map(column).join(',\n  ');
