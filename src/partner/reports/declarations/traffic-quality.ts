import { Type } from 'typebox';
import type { Row } from '../../../platform/duckdb/index.ts';
import {
  anyOrNone,
  castDay,
  int,
  nullable,
  option,
  percent,
  percentOf,
  quotientOrder,
  text,
  textOf,
  wholePercentOf,
  type Ask,
  type Report,
  type Scope,
} from '../query/index.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { COUNT, summed } from './totals.ts';

const MEASURES = [
  'registrations',
  'fake',
  'hijacked',
  'invalid',
  'other',
  'installs',
  'fraud_installs',
  'first_deposits',
  'qualified',
  'ineligible',
  'reward_usd',
  'spend',
] as const;

/** A select of all measures of one kind of thing, by country, media source and platform. */
function part(
  place: string,
  measures: Partial<Record<(typeof MEASURES)[number], string>>,
  from: string,
): string {
  const columns = MEASURES.map((name) => `${measures[name] ?? '0'} as ${name}`);
  return `select coalesce(${place}.country, '') as country, coalesce(${place}.media_source, '') as media_source,
      coalesce(${place}.platform, '') as platform, ${columns.join(', ')}
    from ${from} group by 1, 2, 3`;
}

const CAMPAIGN = (alias: string, { from }: Scope): string => `
  left join ${from('links')} l on l.link_code = ${alias}.link_code
  left join ${from('campaigns')} g on g.campaign_code = l.campaign_code`;

const INELIGIBLE = (alias: string): string =>
  `count(*) filter (where position(${alias}.country in g.eligible_countries) = 0)`;

/** The first deposit of each client: all that came within a day of it. */
const FIRST_DEPOSITS = ({ from }: Scope): string => `
  select d.client_no as client_no, sum(d.amount_usd) as amount_usd
  from ${from('deposits')} d
  join (
    select client_no, min(deposited_at) as first_at from ${from('deposits')}
    where trial is not true and client_no in (select client_no from cohort) group by client_no
  ) first on first.client_no = d.client_no
  where d.trial is not true and d.deposited_at <= first.first_at + interval '24 hours'
  group by d.client_no`;

const REWARDS = ({ from }: Scope): string => `
  select client_no, sum(reward_usd) as reward_usd from ${from('orders')}
  where client_no in (select client_no from cohort) group by client_no`;

const within = (column: string, { ask, bind }: Scope): string => {
  const first = castDay(`${ask.subject}-01`, bind);
  return `${column} >= ${first} and ${column} < ${first} + interval '1 month'`;
};

/** How many different values of a dimension a row stands for: one where it is grouped by it. */
const different = (dimension: string, { groupBy }: Ask): string =>
  groupBy.includes(dimension)
    ? `case when ${dimension} = '' then 0 else 1 end`
    : `count(distinct nullif(${dimension}, ''))`;

const rate = (over: string, description: string, example: string) =>
  percent({ over, under: 'registrations' }, description, example);

const labels = (name: 'fake' | 'hijacked' | 'invalid' | 'other') =>
  Type.Union([Type.String(), Type.Null()], {
    description: `Registrations labelled ${name}.`,
    examples: ['1.25'],
  });
const LABELS = ['fake', 'hijacked', 'invalid', 'other'] as const;

const ROI = { over: 'reward_usd', minus: 'spend', under: 'spend' };

export const trafficQuality: Report = {
  name: 'advanced_tqi',
  path: '/api/reports/cpa/advanced_tqi/:cohort/',
  operation: 'getTrafficQuality',
  summary: 'How good the traffic of a month turned out to be',
  description:
    'A cohort is the clients who registered in a month, with the installations and the spend of that month, and with ' +
    'what its clients have deposited and earned for the partner since. Rates are in percent, with two decimals.',
  reach: 'own',
  subject: {
    name: 'cohort',
    schema: Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
      'x-form': 'a month such as 2024-03',
      description: 'The month, `YYYY-MM`.',
      examples: ['2024-03'],
    }),
    known: (scope) =>
      `(exists (select 1 from ${scope.from('clients')} where ${within('registered_at', scope)})
        or exists (select 1 from ${scope.from('installs')} where ${within('installed_at', scope)})
        or exists (select 1 from ${scope.from('spend')} where ${within('spent_on', scope)}))`,
    unknown: (cohort) => `There is no cohort ${cohort}: nobody registered, nothing was installed or spent.`,
  },
  source: (scope) => `
    with cohort as (select * from ${scope.from('clients')} where ${within('registered_at', scope)})
      ${part(
        'c',
        {
          registrations: 'count(*)',
          ...Object.fromEntries(
            LABELS.map((label) => [label, `count(*) filter (where f.label = '${label}')`]),
          ),
          first_deposits: 'count(d.client_no)',
          qualified: 'count(*) filter (where d.amount_usd >= coalesce(g.qualifying_deposit_usd, 0))',
          ineligible: INELIGIBLE('c'),
          reward_usd: 'sum(r.reward_usd)',
        },
        `cohort c ${CAMPAIGN('c', scope)}
        left join ${scope.from('fraud_labels')} f on f.subject = 'registration' and f.subject_id = c.client_uid
        left join (${FIRST_DEPOSITS(scope)}) d on d.client_no = c.client_no
        left join (${REWARDS(scope)}) r on r.client_no = c.client_no`,
      )}
      union all
      ${part(
        'n',
        { installs: 'count(*)', fraud_installs: 'count(f.label)', ineligible: INELIGIBLE('n') },
        `${scope.from('installs')} n ${CAMPAIGN('n', scope)}
        left join ${scope.from('fraud_labels')} f on f.subject = 'install' and f.subject_id = n.install_id
        where ${within('n.installed_at', scope)}`,
      )}
      union all
      ${part('s', { spend: 'sum(s.amount_usd)' }, `${scope.from('spend')} s where ${within('s.spent_on', scope)}`)}`,
  grouping: {
    dimensions: {
      country: 'Where the client lives, or where the app was installed.',
      media_source: 'The network the client came from.',
      platform: 'Where the client registered, or what the app was installed on.',
    },
    measures: (ask) => ({
      ...summed(...MEASURES),
      frauds: 'coalesce(sum(fake + hijacked + invalid + other), 0)',
      all_frauds: 'coalesce(sum(fake + hijacked + invalid + other + fraud_installs), 0)',
      all_events: 'coalesce(sum(registrations + installs), 0)',
      country_count: different('country', ask),
      platform_count: different('platform', ask),
      media_source_count: different('media_source', ask),
      all_qualified: `(select coalesce(sum(qualified), 0) from ${
        ask.values['filtered_share'] === true ? 'found' : 'source'
      })`,
    }),
    byDefault: ['country', 'media_source', 'platform'],
    most: 3,
  },
  filters: {
    country: anyOrNone('country', 'Only these countries.', 'PT'),
    media_source: anyOrNone('media_source', 'Only these media sources.', 'google'),
    platform: anyOrNone('platform', 'Only these platforms.', 'web'),
    filtered_share: option('Whether `quals_share` is of the filtered rows instead of the whole cohort.'),
  },
  fields: {
    country: dimension('country', 'PT'),
    media_source: dimension('media_source', 'google'),
    platform: dimension('platform', 'web'),
    roi: {
      ...nullable(int('(Rewards − spend) ÷ spend, in whole percent.', 112)),
      read: (row) => wholePercentOf(row, ROI),
      order: quotientOrder(ROI),
    },
    country_count: int('Countries in the row.', 1),
    platform_count: int('Platforms in the row.', 1),
    media_source_count: int('Media sources in the row.', 1),
    fraud_rate_reg: rate('frauds', 'Registrations labelled fraud.', '2.50'),
    installs_fraud_rate: percent(
      { over: 'fraud_installs', under: 'installs' },
      'Installations labelled fraud.',
      '4.00',
    ),
    fraud_rate: percent({ over: 'all_frauds', under: 'all_events' }, 'Both together.', '3.10'),
    FTD_conversion_rate: rate('first_deposits', 'First deposits ÷ registrations.', '30.00'),
    FTQ_conversion_rate: rate('qualified', 'Qualified clients ÷ registrations.', '20.00'),
    quals_share: {
      ...percent(
        { over: 'qualified', under: 'all_qualified' },
        "The row's qualified clients ÷ the cohort's.",
        '12.50',
      ),
      order: () => ['qualified'],
    },
    is_eligible_country: {
      ...text('Whether all came from countries that their campaigns are for: `true` or `false`.', 'true'),
      read: ({ ineligible }) => String(ineligible === 0),
    },
    fraud_details: {
      schema: Type.Object(
        Object.fromEntries(LABELS.map((label) => [`${label}_fraud_rate_reg`, labels(label)])),
        { description: 'The parts of `fraud_rate_reg`.' },
      ),
      read: (row) =>
        Object.fromEntries(
          LABELS.map((over) => [`${over}_fraud_rate_reg`, percentOf(row, { over, under: 'registrations' })]),
        ),
      cells: {
        names: () => LABELS.map((label) => `${label}_fraud_rate_reg`),
        read: (parts) => Object.values(parts as Row),
      },
    },
    notifications: NOTIFICATIONS,
  },
  orderings: [
    'FTD_conversion_rate',
    'FTQ_conversion_rate',
    'fraud_rate_reg',
    'installs_fraud_rate',
    'roi',
    'country',
    'platform',
    'media_source',
    'country_count',
    'platform_count',
    'media_source_count',
    'quals_share',
  ],
  totals: { name: 'meta', columns: () => ({ count: 'count(*)' }), fields: COUNT },
  paging: { firstOffset: 1, limit: 1000 },
};

/** Empty in rows that are not grouped by it. */
function dimension(name: string, example: string) {
  return {
    ...text('Empty where rows are not grouped by it, or where nothing is known.', example),
    read: (row: Row) => textOf(row[name]),
  };
}
