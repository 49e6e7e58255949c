/*
 * The rewards of many orders in SQL, exactly. Every amount is an integer at the scale of its column. The engine
 * multiplies 128-bit integers fast but divides them slowly, so divisions come last and use 64 bits where they fit.
 */

/** Decimals of an amount of money. */
const SCALE = 8;
/** Decimals of a percentage as a fraction. */
const PERCENT_SCALE = 4;
const tenTo = (exponent: number): string => `1${'0'.repeat(exponent)}`;
const MONEY_UNIT = tenTo(SCALE);

/** The integer that a decimal column holds at its scale. The product has to stay within 18 digits to be fast. */
export const integer = (column: string, scale: number): string =>
  `(${column} * cast(${tenTo(scale)} as decimal(${scale + 1}, 0)))::bigint`;

/** The same for a column of 18 digits and 8 decimals, whose whole part and fraction are converted separately. */
export const wideInteger = (column: string): string =>
  `(trunc(${column})::bigint * ${MONEY_UNIT} + ${integer(`(${column} - trunc(${column}))::decimal(9, 8)`, SCALE)})`;

/**
 * `product / (2 * divisor)` is the first-level reward at the scale of money, before the bonus coefficient and the
 * close-by coefficient. It is doubled so that a floor still shows whether half of the last unit is reached.
 * By the precisions of its factors the product fits into 128 bits.
 */
const PRODUCT = `
  case
    when trial or is_suspended then 0
    when formula_code is null then 2 * coalesce(${wideInteger('carried_reward_usd')}, 0)::hugeint
    when formula_code = 'formula_forex' and reward_size_currency = 'USD'
      then 2 * reward_size::hugeint * ${integer('volume_lots', 4)}
    when formula_code = 'formula_forex'
      then 2 * reward_size::hugeint * ${integer('volume_lots', 4)} * ${MONEY_UNIT}
    when formula_code in ('formula_classic', 'formula_ecn')
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

interface Terms {
  /** Units of its currency for one USD, at the scale of money; undefined for USD. */
  readonly rate?: string;
  /** Its part of the first-level reward, in hundredths of a percent; undefined for all of it. */
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
const terms = (amount: Amount): Terms => AMOUNTS[amount];

/** Most products of many decimals end in this many zeros; without them, the remaining steps fit into 64 bits. */
const ZEROS = tenTo(6);
const LARGEST_BIGINT = 2n ** 63n - 1n;
/** Twice the largest amount that a column of 18 digits holds. */
const LARGEST_DOUBLED = 2n * (10n ** 18n - 1n);

/** The floor of a quotient, computed in 64 bits where the dividend fits. -1 means too wide and stays -1. */
const divided = (dividend: string, divisor: string): string =>
  `case when ${dividend} between 0 and ${LARGEST_BIGINT} then (${dividend}::bigint // ${divisor})::hugeint
    when ${dividend} > 0 then ${dividend} // ${divisor} else ${dividend} end`;

/** The value of an expression, or -1 where it needs more than 128 bits. Nothing else is negative. */
const orTooWide = (expression: string): string => `coalesce(try(${expression}), -1)`;

const REFUSE_TOO_LARGE = `error('refused: The reward of order ' || server || ':' || ticket
  || ' is too large to be right: check its volume and its tariff.')`;

/** All remaining divisions in 64 bits; null where they do not fit. A wider product is multiplied by its rate in parts. */
function dividedInShort(amount: Amount): string {
  const { rate, percent } = terms(amount);
  const byDivisor = (dividend: string): string =>
    percent ? `${dividend} // divisor // ${tenTo(PERCENT_SCALE)}` : `${dividend} // divisor`;
  const fits = `scaled_${amount} between 0 and ${LARGEST_BIGINT}`;
  if (!rate) return `case when ${fits} then ${byDivisor(`scaled_${amount}::bigint`)} end`;
  const part = `part_${amount}::bigint`;
  const inParts = `(${part} // ${MONEY_UNIT} * ${rate} + ${part} % ${MONEY_UNIT} * (${rate} // ${MONEY_UNIT})
      + ${part} % ${MONEY_UNIT} * (${rate} % ${MONEY_UNIT}) // ${MONEY_UNIT})`;
  const largestScaled = (LARGEST_BIGINT / 2n) * 10n ** BigInt(SCALE);
  return `case when ${fits} then ${byDivisor(`scaled_${amount}::bigint // ${MONEY_UNIT}`)}
    when not has_ratio and part_${amount} <= ${LARGEST_BIGINT} and scaled_${amount} between 0 and ${largestScaled}
    then ${byDivisor(inParts)} end`;
}

/**
 * The steps from the product to an amount. Each adds a column for every amount, named by the step.
 *
 * With the bonus coefficient (bonus_over / bonus_under) and the close-by coefficient (close_over / close_under) the
 * exact value is converted * bonus_over * close_over / (bonus_under * close_under), whose numerator can need more
 * than 128 bits. With converted = quotient * bonus_under + remainder it is
 * (quotient * bonus_over * close_over + remainder * bonus_over * close_over / bonus_under) / close_under, and the
 * same once more with quotient * bonus_over = whole * close_under + rest keeps every part within 128 bits.
 * A chain of floors is the floor of the whole.
 */
const STEPS: Readonly<Record<string, (amount: Amount) => string>> = {
  part: (amount) => {
    const { percent, unless } = terms(amount);
    return `case when not (${unless}) then ${percent ? `product * ${percent}` : 'product'} end`;
  },
  converted: (amount) => {
    const { rate } = terms(amount);
    if (!rate) return `part_${amount}`;
    return `case when part_${amount} is not null and ${rate} is not null
      then ${orTooWide(`part_${amount} * ${rate}`)} end`;
  },
  quotient: (amount) =>
    `case when has_ratio and converted_${amount} >= 0 then ${divided(`converted_${amount}`, 'bonus_under')} end`,
  whole: (amount) => divided(`(quotient_${amount} * bonus_over)`, 'close_under'),
  remainder: (amount) =>
    divided(
      `((converted_${amount} - quotient_${amount} * bonus_under) * bonus_over * close_over)`,
      'bonus_under',
    ),
  rest: (amount) =>
    `(quotient_${amount} * bonus_over - whole_${amount} * close_under) * close_over + remainder_${amount}`,
  scaled: (amount) =>
    `case when quotient_${amount} is null then converted_${amount}
      else ${orTooWide(`whole_${amount} * close_over + ${divided(`rest_${amount}`, 'close_under')}`)} end`,
  short: dividedInShort,
  by_divisor: (amount) =>
    `case when short_${amount} is null then ${divided(`scaled_${amount}`, 'divisor')} end`,
  by_rate: (amount) =>
    terms(amount).rate ? divided(`by_divisor_${amount}`, MONEY_UNIT) : `by_divisor_${amount}`,
  by_percent: (amount) =>
    terms(amount).percent ? divided(`by_rate_${amount}`, tenTo(PERCENT_SCALE)) : `by_rate_${amount}`,
  doubled: (amount) =>
    `case when by_percent_${amount} < 0 or by_percent_${amount} > ${LARGEST_DOUBLED}
        or short_${amount} > ${LARGEST_DOUBLED} then ${REFUSE_TOO_LARGE}
      else coalesce(short_${amount}, by_percent_${amount}::bigint) end`,
};

/** The rows of a select that has the factors, with each amount; null where something it needs is not known. */
export function withAmounts(factors: string): string {
  const products = `
    select *, has_bonus or has_opposite as has_ratio,
      case when ends_in_zeros then (full_product::bigint // ${ZEROS})::hugeint else full_product end as product,
      case when ends_in_zeros then full_divisor // ${ZEROS} else full_divisor end as divisor,
      case when has_bonus then ${integer('equity_usd', 2)} - ${integer('credit_usd', 2)} else 1 end as bonus_over,
      case when has_bonus then ${integer('equity_usd', 2)} else 1 end as bonus_under,
      case when has_opposite then ${integer('open_commission_usd', 4)} else 1 end as close_over,
      case when has_opposite then ${integer('open_spread_revenue_usd', 4)} else 1 end as close_under
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
  const doubled = Object.entries(STEPS).reduce(
    (rows, [name, step]) =>
      `select *, ${forEach((amount) => `${step(amount)} as ${name}_${amount}`)} from (${rows})`,
    products,
  );
  const rounded = forEach(
    (amount) => `(((doubled_${amount} + 1) // 2)::decimal(18, 0) * 0.00000001)::decimal(18, 8) as ${amount}`,
  );
  return `select *, ${rounded} from (${doubled})`;
}

const forEach = (column: (amount: Amount) => string): string =>
  (Object.keys(AMOUNTS) as Amount[]).map(column).join(',\n  ');
