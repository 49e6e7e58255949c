import { amount, anyOrNone, int, ratio, rounded, type Fields, type Report } from '../query/index.ts';
import { events } from './events.ts';
import { dimensions, GROUP_FIELDS, groupTotals, MONTH_TO_DATE, TIME, UTM, UTM_FILTERS } from './groups.ts';
import { summed } from './totals.ts';

export const PERFORMANCE_MEASURES = [
  'click_count',
  'registration_count',
  'deposit_count',
  'deposit_usd',
  'first_deposit_count',
  'trade_starting_real_count',
  'volume_mln_usd',
  'reward_usd',
  'volume_lots',
  'impression_count',
  'spend_web',
  'spend_app',
] as const;

const DIMENSIONS = dimensions(
  ...TIME,
  'country',
  'campaign_code',
  'campaign_title',
  'click_url',
  'referrer',
  'referrer_domain',
  'client_platform',
  ...UTM,
);

const NUMBERS: Fields = {
  click_count: int('Clicks on links.', 120),
  registration_count: int('Clients who registered.', 12),
  deposit_count: int('Deposits into real accounts.', 9),
  deposit_usd: rounded('deposit_usd', 'What they came to, in whole dollars.', 2250),
  first_deposit_count: int('Clients whose first deposit it was.', 4),
  trade_starting_count: {
    ...int('Clients whose first order on a real account was closed.', 3),
    read: ({ trade_starting_real_count: count }) => count ?? null,
    order: () => ['trade_starting_real_count'],
  },
  volume_mln_usd: amount('Volume of orders on real accounts, in millions of USD.', 1.6275),
  reward_usd: amount('First-level rewards.', 127.5),
  volume_lots: amount('Volume of orders on real accounts, in lots.', 15),
  conversion: ratio({ over: 'registration_count', under: 'click_count' }, 'Registrations ÷ clicks.', 0.1),
  impression_count: int('How often links were shown.', 24_000),
  spend: amount('spend_web + spend_app.', 60),
  spend_web: amount('What promotion on the web cost, in USD.', 40),
  spend_app: amount('What promotion of apps cost, in USD.', 20),
  ctr: ratio({ over: 'click_count', under: 'impression_count' }, 'Clicks ÷ impressions.', 0.005),
  roi: ratio({ over: 'reward_usd', minus: 'spend', under: 'spend' }, '(reward_usd − spend) ÷ spend.', 1.125),
  cpc: ratio({ over: 'spend', under: 'click_count' }, 'Spend ÷ clicks.', 0.5),
  cpr: ratio({ over: 'spend', under: 'registration_count' }, 'Spend ÷ registrations.', 5),
  epc: ratio({ over: 'reward_usd', under: 'click_count' }, 'reward_usd ÷ clicks.', 1.0625),
  cftd: ratio({ over: 'spend', under: 'first_deposit_count' }, 'Spend ÷ first deposits.', 15),
};

export const performance: Report = {
  name: 'performance',
  path: '/api/reports/performance/',
  operation: 'getPerformance',
  summary: 'What links brought, from impressions to rewards',
  description:
    'Impressions, clicks and spend count by their own country, platform and marks; what clients did counts by the ' +
    'country and platform of the client, and by the marks of the click that led to the registration.',
  reach: 'own',
  source: events(PERFORMANCE_MEASURES),
  grouping: {
    dimensions: DIMENSIONS,
    measures: () => ({
      ...summed(...PERFORMANCE_MEASURES),
      spend: 'coalesce(sum(spend_web), 0) + coalesce(sum(spend_app), 0)',
    }),
    byDefault: ['day'],
    most: 3,
  },
  period: MONTH_TO_DATE,
  filters: {
    country: anyOrNone('country', 'Only these countries.', 'PT'),
    campaign_code: anyOrNone('campaign_code', 'Only these campaigns.', 'spring-24'),
    campaign_title: anyOrNone('campaign_title', 'Only campaigns of these titles.', 'Spring 2024'),
    click_url: anyOrNone('click_url', 'Only links to these addresses.', 'https://broker.example/start'),
    referrer: anyOrNone('referrer', 'Only these pages.', 'https://news.example/reviews'),
    referrer_domain: anyOrNone('referrer_domain', 'Only these domains.', 'news.example'),
    client_platform: anyOrNone('client_platform', 'Only these platforms.', 'web'),
    ...UTM_FILTERS,
  },
  fields: { group_fields: GROUP_FIELDS, ...NUMBERS },
  orderings: [
    ...Object.keys(DIMENSIONS),
    'first_deposit_count',
    'cftd',
    'spend_web',
    'spend_app',
    'click_count',
    'registration_count',
    'deposit_count',
    'deposit_usd',
    'trade_starting_count',
    'volume_mln_usd',
    'reward_usd',
    'volume_lots',
    'conversion',
    'impression_count',
    'spend',
    'ctr',
    'cpr',
    'cpc',
    'roi',
    'epc',
  ],
  totals: groupTotals([...PERFORMANCE_MEASURES, 'spend'], NUMBERS),
};
