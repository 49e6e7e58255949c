import { counting, Dice, MAX_PARTNERS, type Scale } from './scale.ts';

export interface DemoBatch {
  readonly kind: string;
  /** A select whose columns are the fields of the kind. */
  readonly sql: string;
}

const CURRENCIES = { USD: 60, EUR: 15, IDR: 9, GBP: 6, JPY: 5, VND: 5 };
const PER_USD = { EUR: 0.92, IDR: 15_850, GBP: 0.79, JPY: 149.5, VND: 24_600 };
export const COUNTRIES = { ID: 18, VN: 14, TH: 12, IN: 12, ZA: 9, NG: 8, BR: 8, PT: 6, ES: 5, DE: 4, PL: 4 };
const CAMPAIGNS = ['Spring', 'Summer', 'Autumn', 'Winter', 'Mobile', 'Education', 'Crypto week', 'Gold'];

/** The formula of each account type, and the first lots, millions or percents of it. */
const ACCOUNT_TERMS = [
  ['standard', 'formula_forex', '7.50'],
  ['pro', 'formula_forex', '4.20'],
  ['raw', 'formula_ecn', '11.00'],
  ['classic', 'formula_classic', '14.50'],
  ['zero', 'formula_classic_v2', '30.00'],
] as const;
/** Contracts for difference pay a part of the commission on every account type. */
const CFD_SYMBOLS: readonly string[] = ['US500', 'BTCUSD'];

/** The partner of the demo sign-in. */
export const FIRST_PARTNER = 'demo-partner';

export const partnerUid = (row: string): string =>
  `case when (${row}) = 0 then '${FIRST_PARTNER}' else 'P' || (1000 + ${row}) end`;
/** First accounts come before second ones. An account has the same owner in programs of any size. */
const placeOf = (row: string, { partners }: Scale): string =>
  `(${row} + case when (${row}) < ${partners} then 0 else ${MAX_PARTNERS - partners} end)`;
const accountNumber = (row: string, scale: Scale): string => `(700000 + ${placeOf(row, scale)})::varchar`;
export const linkCode = (row: string): string => `'ln' || (1000 + ${row})`;

/** Each account has a link. The first partner has some more. */
const ownerOfLink = (accounts: number, partners: number): string =>
  `case when i < ${accounts} then i when i < ${accounts + 16} and i % 4 = 0 then 0 else i % ${partners} end`;

const rows = (count: number): string => `from ${counting(0, count)}`;

/** Partners, their accounts and links, rates and tariffs. */
export function programBatches(scale: Scale): DemoBatch[] {
  const { partners, links, days, start } = scale;
  const dice = new Dice(scale);
  // An account with a ledger keeps its currency, so a program of another seed must have the same.
  const currencies = new Dice({ seed: 1 });
  /** Every fifth partner has a second account. */
  const accounts = partners + Math.ceil(partners / 5);
  return [
    {
      kind: 'partners',
      sql: `select ${partnerUid('i')} as partner_uid,
          case when i between 2 and 4 then ${partnerUid('(i % 2)')}
            when i > 4 and ${dice.whole('has parent', 'i', 10)} < 3
            then ${partnerUid(dice.whole('parent', 'i', 'greatest(i // 3, 1)'))} end as parent_uid,
          ${dice.pick('partner country', 'i', COUNTRIES)} as country,
          ${dice.whole('ab test', 'i', 4)} = 0 as ab_test ${rows(partners)}`,
    },
    {
      kind: 'partner-accounts',
      sql: `select ${accountNumber('i', scale)} as partner_account,
          ${partnerUid(`(i % ${partners})`)} as partner_uid,
          ${currencies.pick('currency', placeOf('i', scale), CURRENCIES)} as currency,
          case when i < ${partners} then 'Main' else 'Second' end as account_name,
          date '${start}' + case when i < ${partners} then 0 else 200 end as opened_on
        ${rows(accounts)}`,
    },
    {
      kind: 'campaigns',
      sql: `select 'c' || i as campaign_code, title, 100::decimal(18, 2) as qualifying_deposit_usd,
          case when i % 4 = 3 then 'ID,VN,TH,IN' end as eligible_countries
        from (values ${CAMPAIGNS.map((title, i) => `(${i}, '${title}')`).join(', ')}) c(i, title)`,
    },
    {
      kind: 'links',
      sql: `select ${linkCode('i')} as link_code,
          ${accountNumber(ownerOfLink(accounts, partners), scale)} as partner_account,
          'c' || ${dice.whole('campaign', 'i', CAMPAIGNS.length)} as campaign_code ${rows(links)}`,
    },
    {
      kind: 'rates',
      sql: `select currency, (date '${start}' - 7 + day::int) as rate_date,
          (base * (1 + 0.05 * sin(day / 90.0) + 0.004 * ${dice.fraction('rate', 'currency || day')}))::decimal(18, 8)
            as per_usd
        from (values ${Object.entries(PER_USD)
          .map(([currency, base]) => `('${currency}', ${base})`)
          .join(', ')}) c(currency, base), generate_series(0, ${days + 6}) d(day)
        where extract(isodow from date '${start}' - 7 + day::int) < 6`,
    },
    { kind: 'tariffs', sql: tariffs(scale) },
    {
      kind: 'tier-changes',
      sql: `select i + 1 as compensation_id, ${partnerUid('i')} as partner_uid,
          1 + i % 3 as old_tier_group_id, 2 + i % 3 as new_tier_group_id, 40::decimal(5, 2) as commission_percentage,
          (date '${start}' + 330)::timestamp as compensation_period_start,
          (date '${start}' + 360)::timestamp - interval '1 millisecond' as compensation_period_end,
          (date '${start}' + 365)::timestamp as payment_date ${rows(risen(scale))}`,
    },
    { kind: 'tier-levels', sql: tierLevels(scale) },
  ];
}

/** What each tier takes: the volumes grow with the program, so that the first partner is between two tiers. */
const tierLevels = ({ orders, start }: Scale): string => `
  select tier_group_id, date '${start}' as valid_from, name, measure,
    (case measure when 'volume_mln_usd' then ceil(size * ${orders}) else size end)::decimal(18, 8) as threshold, window_days
  from (values
    (1, 'Bronze', 'active_clients', 3, 30),
    (2, 'Silver', 'volume_mln_usd', 0.0003, 30),
    (3, 'Gold', 'volume_mln_usd', 0.0018, 30),
    (4, 'Platinum', 'volume_mln_usd', 0.01, 90)
  ) level(tier_group_id, name, measure, size, window_days)`;

/** The first partners rise to a better tier after a year. */
const risen = ({ partners }: Scale): number => Math.max(3, Math.round(partners / 10));

const of = (formulas: string, value: string): string =>
  `case when formula_code in (${formulas}) then ${value} end`;

function tariffs(scale: Scale): string {
  const { start } = scale;
  const terms = ACCOUNT_TERMS.flatMap(([type, formula, rate]) => [
    `('${type}', '*', '${formula}', ${rate})`,
    ...CFD_SYMBOLS.map((symbol) => `('${type}', '${symbol}', 'formula_cfd', 25.00)`),
  ]).join(', ');
  const select = (partner: string, from: string, factor: string, level: number) => `
    select ${partner} as partner_uid, account_type, symbol, ${from} as valid_from, formula_code,
      (${of("'formula_forex'", `rate * ${factor}`)})::decimal(9, 4) as reward_size,
      ${of("'formula_forex'", "'USD'")} as reward_size_currency,
      (${of("'formula_classic', 'formula_ecn'", `rate * ${factor}`)})::decimal(9, 4) as rate_per_million,
      (${of("'formula_classic_v2', 'formula_cfd'", `rate * ${factor}`)})::decimal(5, 2) as reward_percentage,
      (${of("'formula_cfd'", '1')})::decimal(8, 4) as reward_k,
      ${level} as level, 10::decimal(5, 2) as second_level_percent
    from (values ${terms}) t(account_type, symbol, formula_code, rate)`;
  return `
    ${select("'*'", `date '${start}'`, '1', 1)}
    union all
    ${select(partnerUid('i'), `date '${start}' + 365`, '1.2', 2)}, ${counting(0, risen(scale))}`;
}
