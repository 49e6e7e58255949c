import {
  amount,
  atMostAll,
  bool,
  code,
  codeOrAny,
  countries,
  country,
  currency,
  date,
  datetime,
  int,
  kind,
  oneOf,
  optional,
  positive,
  text,
  LARGEST_INT,
} from './declare.ts';

/** Enough for 2 to this power partners. */
const MAX_DOUBLINGS = 24;

/**
 * The lines of partners on a circle of parents. Each step doubles the number of parents it goes up, so a long chain takes
 * few steps. Only a circle has no end: the parents reached by the last step are on it.
 */
const ON_CIRCLE = `
  with recursive link as (
    select partner_uid, parent_uid from batch where parent_uid is not null
    union all
    select partner_uid, parent_uid from partners stored
    where parent_uid is not null and partner_uid not in (select partner_uid from batch)
  ),
  above(partner_uid, parent_uid, doublings) as (
    select partner_uid, parent_uid, 0 from link
    union all
    select low.partner_uid, high.parent_uid, low.doublings + 1
    from above low join above high on high.partner_uid = low.parent_uid
    where low.doublings < ${MAX_DOUBLINGS}
  )
  select line from batch
  where partner_uid in (select parent_uid from above where doublings = ${MAX_DOUBLINGS})`;

export const partners = kind({
  name: 'partners',
  description: 'Those who bring clients. A partner may have a parent, who earns second-level rewards.',
  key: ['partner_uid'],
  fields: {
    partner_uid: code('The partner.', 'P1001'),
    parent_uid: optional(code('The partner who brought this one.', 'P1000')),
    country: optional(country('Where the partner is.', 'PT')),
    ab_test: optional(
      bool('Whether the partner takes part in a test of progress rewards; absent means no.', false),
    ),
  },
  references: [{ field: 'parent_uid', to: 'partners' }],
  number: 'partner_no',
  rules: [{ field: 'parent_uid', holds: 'parent_uid <> partner_uid', reason: 'must be another partner' }],
  guards: [
    {
      field: 'parent_uid',
      reason: 'must not lead back to the partner through the parents above',
      refused: ON_CIRCLE,
    },
  ],
});

export const partnerAccounts = kind({
  name: 'partner-accounts',
  description:
    'The accounts into which partners earn. First-level rewards go to the account of the link; second-level ' +
    'rewards go to the account that the parent opened first (of several opened on one day, the one with the lowest number).',
  key: ['partner_account'],
  fields: {
    partner_account: code('The account number.', '700100'),
    partner_uid: code('Whose account it is.', 'P1001'),
    currency: currency('The currency in which `reward` is stated and paid.', 'EUR'),
    account_name: text(64)('The name it was opened with.', 'Main'),
    opened_on: date('When it was opened.', '2024-01-02'),
  },
  references: [{ field: 'partner_uid', to: 'partners' }],
  inherits: { through: 'partner_uid', columns: ['partner_no'] },
});

export const campaigns = kind({
  name: 'campaigns',
  description: 'What links are grouped by in reports. The same campaign may be run by several partners.',
  key: ['campaign_code'],
  fields: {
    campaign_code: code('The campaign.', 'spring-24'),
    title: text(200)('How reports name it.', 'Spring 2024'),
    qualifying_deposit_usd: optional(
      amount(18, 2)(
        'A client qualifies when the first deposit reaches this; absent means any deposit does.',
        '100.00',
      ),
    ),
    eligible_countries: optional(countries('The countries the campaign is for; absent means all.', 'PT,ES')),
  },
});

export const links = kind({
  name: 'links',
  description: 'The links through which clients come. A link belongs to the partner of its account.',
  key: ['link_code'],
  fields: {
    link_code: code('The link; reports also call it partner code.', 'a1b2c3'),
    partner_account: code('The account that earns from it.', '700100'),
    campaign_code: optional(code('The campaign it is part of.', 'spring-24')),
  },
  references: [
    { field: 'partner_account', to: 'partner-accounts' },
    { field: 'campaign_code', to: 'campaigns' },
  ],
  inherits: { through: 'partner_account', columns: ['partner_no'] },
});

export const FORMULAS = [
  'formula_forex',
  'formula_classic',
  'formula_classic_v2',
  'formula_cfd',
  'formula_ecn',
] as const;
export type Formula = (typeof FORMULAS)[number];

/** Rewards of earlier days are cleared whatever a tariff says. */
export const MAX_CLEARING_DAYS = 366;

const needs = (name: string, ...formulas: readonly Formula[]) => ({
  field: name,
  holds: `formula_code not in (${formulas.map((formula) => `'${formula}'`).join(', ')}) or ${name} is not null`,
  reason: `is needed by ${formulas.join(' and ')}`,
});

export const tariffs = kind({
  name: 'tariffs',
  description:
    'Which formula and rates an order gets. Of the tariffs in force on the day the order was closed, the one ' +
    'that names the partner goes before one for every partner; then the one that names the account type; then ' +
    'the one that names the symbol; then the one in force last. An order without a tariff has no formula and ' +
    'earns what it carries itself.',
  key: ['partner_uid', 'account_type', 'symbol', 'valid_from'],
  fields: {
    partner_uid: codeOrAny('The partner, or * for every partner.', 'P1001'),
    account_type: codeOrAny('The type of the client account, or * for every type.', 'standard'),
    symbol: codeOrAny('The symbol, or * for every symbol.', '*'),
    valid_from: date('The first day on which it is in force.', '2024-01-01'),
    valid_to: optional(
      date(
        'The last day; absent means it never ends. A tariff that applied before it applies again afterwards.',
        '2024-12-31',
      ),
    ),
    formula_code: oneOf(...FORMULAS)('How the reward is computed.', 'formula_forex'),
    reward_size: optional(amount(9, 4)('formula_forex: the reward for one lot.', '8.5')),
    reward_size_currency: optional(currency('formula_forex: its currency.', 'USD')),
    rate_per_million: optional(
      amount(9, 4)('formula_classic, formula_ecn: USD for a million of volume.', '12.5'),
    ),
    reward_percentage: optional(
      amount(5, 2)('formula_classic_v2: of the spread; formula_cfd: of the commission.', '33.33'),
    ),
    reward_k: optional(amount(8, 4)('formula_cfd: the coefficient of the reward.', '1')),
    level: int(1, 1000)('The reward level, shown in the details of an order.', 3),
    second_level_percent: optional(
      amount(5, 2)(
        'What the partner earns of the first-level rewards of the partners below; absent means 0.',
        '10',
      ),
    ),
    clearing_days: optional(
      int(0, MAX_CLEARING_DAYS)(
        'How many days after its day a reward can be disbursed. Absent means as the tariff for every account type, then ' +
          'the one for every partner; 0 if none of them says.',
        30,
      ),
    ),
  },
  exampleFields: ['reward_size', 'reward_size_currency'],
  references: [{ field: 'partner_uid', to: 'partners', wildcard: '*' }],
  rules: [
    {
      field: 'clearing_days',
      holds: "clearing_days is null or symbol = '*'",
      reason: 'is only for tariffs of every symbol',
    },
    { field: 'valid_to', holds: 'valid_to >= valid_from', reason: 'must not be before valid_from' },
    atMostAll('reward_percentage'),
    atMostAll('second_level_percent'),
    needs('reward_size', 'formula_forex'),
    needs('reward_size_currency', 'formula_forex'),
    needs('rate_per_million', 'formula_classic', 'formula_ecn'),
    needs('reward_percentage', 'formula_classic_v2', 'formula_cfd'),
    needs('reward_k', 'formula_cfd'),
    {
      field: 'valid_from',
      holds: "formula_code <> 'formula_classic_v2' or valid_from >= date '2017-12-22'",
      reason: 'must not be before 2017-12-22, the first day of formula_classic_v2',
    },
  ],
});

export const tierChanges = kind({
  name: 'tier-changes',
  description:
    'A partner rises to a better tier, and the orders of a past period are topped up. The old reward size is ' +
    'that of the tariff in force at the end of the period, the new one that of the day of payment.',
  key: ['compensation_id'],
  fields: {
    compensation_id: int(1, LARGEST_INT)('The compensation.', 501),
    partner_uid: code('Who rises.', 'P1001'),
    old_tier_group_id: int(0, LARGEST_INT)('The tier before.', 2),
    new_tier_group_id: int(0, LARGEST_INT)('The tier after.', 3),
    commission_percentage: amount(5, 2)(
      'What the new tier pays of the base reward, as shown to the partner.',
      '40',
    ),
    compensation_period_start: datetime('The first moment of the period.', '2024-03-01T00:00:00.000Z'),
    compensation_period_end: datetime('The last moment of the period.', '2024-03-31T23:59:59.999Z'),
    payment_date: datetime('When the compensation is paid.', '2024-04-05T00:00:00.000Z'),
  },
  references: [{ field: 'partner_uid', to: 'partners' }],
  rules: [
    atMostAll('commission_percentage'),
    {
      field: 'compensation_period_end',
      holds: 'compensation_period_end > compensation_period_start',
      reason: 'must be after compensation_period_start',
    },
  ],
  inherits: { through: 'partner_uid', columns: ['partner_no'] },
});

export const TIER_MEASURES = ['volume_mln_usd', 'volume_lots', 'active_clients', 'reward_usd'] as const;
export type TierMeasure = (typeof TIER_MEASURES)[number];

export const tierLevels = kind({
  name: 'tier-levels',
  description:
    'What a partner has to reach for a tier. The level of a tier that came into force last applies; tiers rise with their ' +
    'numbers. A level pays nothing by itself: a tier change raises a partner.',
  key: ['tier_group_id', 'valid_from'],
  fields: {
    tier_group_id: int(0, LARGEST_INT)('The tier.', 3),
    valid_from: date('The first day on which the level is in force.', '2024-01-01'),
    name: text(64)('How partners see the tier.', 'Gold'),
    measure: oneOf(...TIER_MEASURES)(
      'What counts, over orders on real accounts of first-level clients: their volume, the clients with at least one closed ' +
        'order, or the first-level rewards.',
      'volume_mln_usd',
    ),
    threshold: amount(18, 8)('How much of it the tier takes; a whole number for active_clients.', '25'),
    window_days: int(1, 366)('Over how many days it counts, up to and including the current day in UTC.', 30),
  },
  rules: [
    {
      field: 'threshold',
      holds: "measure <> 'active_clients' or threshold = floor(threshold)",
      reason: 'must be a whole number for active_clients',
    },
  ],
});

/** The lines that overlap another suspension of the same partner. */
const OVERLAPPING = `
  with suspension as (
    select line, partner_uid, suspended_from, suspended_to from batch
    union all
    select null, partner_uid, suspended_from, suspended_to from suspensions stored
    where not exists (
      select 1 from batch where batch.partner_uid = stored.partner_uid and batch.suspended_from = stored.suspended_from
    )
  )
  select distinct sent.line from suspension sent join suspension other on other.partner_uid = sent.partner_uid
    and other.suspended_from <> sent.suspended_from
    and (sent.suspended_to is null or other.suspended_from <= sent.suspended_to)
    and (other.suspended_to is null or sent.suspended_from <= other.suspended_to)
  where sent.line is not null`;

export const suspensions = kind({
  name: 'suspensions',
  description:
    'A time in which a partner earns nothing. An order that is closed on such a day earns neither its partner nor, ' +
    'because there is no first-level reward, the parent or an agent anything. A suspended parent earns no second-level ' +
    'rewards, and a suspended agent no commission. A compensation that is due on such a day is not paid.',
  key: ['partner_uid', 'suspended_from'],
  fields: {
    partner_uid: code('The partner.', 'P1001'),
    suspended_from: date('The first day.', '2024-03-10'),
    suspended_to: optional(date('The last day; absent means it goes on.', '2024-03-31')),
    reason: optional(text(500)('Why.', 'Traffic under review')),
  },
  references: [{ field: 'partner_uid', to: 'partners' }],
  rules: [
    {
      field: 'suspended_to',
      holds: 'suspended_to >= suspended_from',
      reason: 'must not be before suspended_from',
    },
  ],
  guards: [
    {
      field: 'suspended_from',
      reason: 'must not be within another suspension of the partner',
      refused: OVERLAPPING,
    },
  ],
  inherits: { through: 'partner_uid', columns: ['partner_no'] },
});

export const rates = kind({
  name: 'rates',
  description:
    'What one USD was worth on a day. A day without a rate takes the last one before it. USD itself needs none.',
  key: ['currency', 'rate_date'],
  fields: {
    currency: currency('The currency.', 'EUR'),
    rate_date: date('The day.', '2024-03-01'),
    per_usd: positive(18, 8)('Units of the currency for one USD.', '0.92350000'),
  },
  rules: [{ field: 'currency', holds: "currency <> 'USD'", reason: 'must not be USD, which is always 1' }],
});
