import { amount, anyOrNone, int, rounded, type Fields, type Report } from '../query/index.ts';
import { events } from './events.ts';
import { dimensions, GROUP_FIELDS, groupTotals, MONTH_TO_DATE, TIME, UTM, UTM_FILTERS } from './groups.ts';
import { summed } from './totals.ts';

export const IB_MEASURES = [
  'click_count',
  'registration_count',
  'kyc_passed',
  'first_deposit_count',
  'deposit_usd',
  'trade_starting_trial_count',
  'trade_starting_real_count',
  'volume_mln_usd',
  'volume_lots',
  'reward_usd',
] as const;

const TRACKS = ['track1', 'track2', 'track3', 'track4', 'track5'] as const;

const DIMENSIONS = dimensions(
  ...TIME,
  'country',
  'campaign_title',
  'partner_code',
  'referrer_domain',
  ...TRACKS,
  ...UTM,
);

const COUNTS = {
  click_count: int('Clicks on links.', 120),
  registration_count: int('Clients who registered.', 12),
  kyc_passed: int('Clients whose identity was first confirmed.', 8),
  first_deposit_count: int('Clients whose first deposit it was.', 4),
};
const TRIAL_STARTS = {
  trade_starting_trial_count: int('Clients whose first order on a trial account was closed.', 5),
};
const REAL_STARTS = {
  trade_starting_real_count: int('Clients whose first order on a real account was closed.', 3),
};
const AMOUNTS: Fields = {
  volume_mln_usd: amount('Volume of orders on real accounts, in millions of USD.', 1.6275),
  volume_lots: amount('Volume of orders on real accounts, in lots.', 15),
  reward_usd: amount('First-level rewards.', 127.5),
};

export const ibPerformance: Report = {
  name: 'ib_performance',
  path: '/api/reports/ib/performance/',
  operation: 'getIbPerformance',
  summary: 'What clients did, from clicks to rewards',
  description:
    'Clicks count by their own country and marks; what clients did counts by the country of the client, and by the ' +
    'marks of the click that led to the registration.',
  reach: 'own',
  source: events(IB_MEASURES),
  grouping: { dimensions: DIMENSIONS, measures: () => summed(...IB_MEASURES), byDefault: ['day'], most: 2 },
  period: MONTH_TO_DATE,
  filters: {
    country: anyOrNone('country', 'Only these countries.', 'PT'),
    partner_code: anyOrNone('partner_code', 'Only these links.', 'a1b2c3'),
    campaign_title: anyOrNone('campaign_title', 'Only campaigns of these titles.', 'Spring 2024'),
    referrer_domain: anyOrNone('referrer_domain', 'Only these domains.', 'news.example'),
    ...Object.fromEntries(TRACKS.map((name) => [name, anyOrNone(name, 'Only these.', 'banner-7')])),
    ...UTM_FILTERS,
  },
  fields: { group_fields: GROUP_FIELDS, ...COUNTS, ...TRIAL_STARTS, ...REAL_STARTS, ...AMOUNTS },
  orderings: [
    ...Object.keys(DIMENSIONS),
    'click_count',
    'registration_count',
    'kyc_passed',
    'first_deposit_count',
    'trade_starting_trial_count',
    'trade_starting_real_count',
    'volume_mln_usd',
    'reward_usd',
    'volume_lots',
  ],
  totals: groupTotals(IB_MEASURES, {
    ...COUNTS,
    deposit_usd: rounded('deposit_usd', 'What deposits into real accounts came to, in whole dollars.', 2250),
    ...REAL_STARTS,
    ...TRIAL_STARTS,
    ...AMOUNTS,
  }),
};
