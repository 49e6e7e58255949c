import { fromDay, toDay, type Scope, type Table } from '../query/index.ts';

/** By what something is attributed: the person who saw the link, or the client who came through it. */
type Attribution = 'traffic' | 'client' | 'client by number';

/** Something that happens, with a moment, and what it counts for. */
interface Stream {
  /** A relation called `event`, or `client` where the event is the client itself. */
  readonly from: (scope: Scope) => string;
  readonly at: string;
  readonly attribution: Attribution;
  /** Aggregates. */
  readonly measures: Readonly<Record<string, string>>;
}

/** Signed like the columns of other streams, with which it is united. */
const ROWS = 'cast(count(*) as bigint)';
const IS_REAL = 'trial is not true';
const PARTNER = 'partner_uid';

/**
 * The first of something that each client did on accounts of one sort. What comes after the period cannot be the
 * first thing in it.
 */
const firstByClient =
  (table: Table, moment: string, accounts: string) =>
  ({ ask, bind, from, dimensions }: Scope): string =>
    `(
    select client_no, ${partnerIn(dimensions)} min(${moment}) as at from ${from(table)}
    where ${accounts} and ${toDay(moment, ask.period?.to ?? '', bind)} group by client_no
  ) event`;

/** A client has one partner. */
const partnerIn = (dimensions: ReadonlySet<string>): string =>
  dimensions.has(PARTNER) ? 'min(partner_no) as partner_no,' : '';

const STREAMS: readonly Stream[] = [
  {
    from: ({ from }) => `${from('impressions')} event`,
    at: 'event.shown_on',
    attribution: 'traffic',
    measures: { impression_count: 'sum(event.impression_count)' },
  },
  {
    from: ({ from }) => `${from('clicks')} event`,
    at: 'event.clicked_at',
    attribution: 'traffic',
    measures: { click_count: ROWS },
  },
  {
    from: ({ from }) => `${from('spend')} event`,
    at: 'event.spent_on',
    attribution: 'traffic',
    measures: {
      spend_web: "sum(event.amount_usd) filter (where event.channel = 'web')",
      spend_app: "sum(event.amount_usd) filter (where event.channel = 'app')",
    },
  },
  {
    from: ({ from }) => `${from('clients')} client`,
    at: 'client.registered_at',
    attribution: 'client',
    measures: { registration_count: ROWS },
  },
  {
    from: ({ from, dimensions }) =>
      `(select client_no, ${partnerIn(dimensions)} min(checked_at) as at from ${from('kyc')} where result = 'passed' group by client_no) event`,
    at: 'event.at',
    attribution: 'client by number',
    measures: { kyc_passed: ROWS },
  },
  {
    from: ({ from }) => `(select * from ${from('deposits')} where ${IS_REAL}) event`,
    at: 'event.deposited_at',
    attribution: 'client by number',
    measures: { deposit_count: ROWS, deposit_usd: 'sum(event.amount_usd)' },
  },
  {
    from: firstByClient('deposits', 'deposited_at', IS_REAL),
    at: 'event.at',
    attribution: 'client by number',
    measures: { first_deposit_count: ROWS },
  },
  {
    from: firstByClient('orders', 'closed_at', IS_REAL),
    at: 'event.at',
    attribution: 'client by number',
    measures: { trade_starting_real_count: ROWS },
  },
  {
    from: firstByClient('orders', 'closed_at', 'trial'),
    at: 'event.at',
    attribution: 'client by number',
    measures: { trade_starting_trial_count: ROWS },
  },
  {
    from: ({ from }) => `(select * from ${from('orders')} where ${IS_REAL}) event`,
    at: 'event.closed_at',
    attribution: 'client by number',
    measures: {
      volume_lots: 'sum(event.volume_lots)',
      volume_mln_usd: 'sum(event.volume_mln_usd)',
      reward_usd: 'sum(event.reward_usd)',
    },
  },
];

/** Where the value of a dimension is found. */
type Place =
  /** In the row itself, as the number of the partner. */
  | { readonly in: 'partner' }
  /** In the moment itself: the first day of a unit of time. */
  | { readonly in: 'time'; readonly cut: (moment: string) => string }
  /** With the person, or with the link, campaign or click through which the person came. */
  | { readonly in: 'person' | 'link' | 'campaign' | 'click'; readonly column: string };

const first = (unit: string): Place => ({
  in: 'time',
  cut: (moment) => `cast(date_trunc('${unit}', ${moment}) as date)`,
});
const person = (column: string): Place => ({ in: 'person', column });
const click = (column: string): Place => ({ in: 'click', column });

/** A click knows only its own partner's links; a client that came by another's click has no such marks. */
const PLACES: Readonly<Record<string, Place>> = {
  [PARTNER]: { in: 'partner' },
  day: { in: 'time', cut: (moment) => `cast(${moment} as date)` },
  week: first('week'),
  month: first('month'),
  year: first('year'),
  country: person('country'),
  client_platform: person('platform'),
  partner_code: person('link_code'),
  campaign_code: { in: 'link', column: 'campaign_code' },
  campaign_title: { in: 'campaign', column: 'title' },
  click_url: click('click_url'),
  referrer: click('referrer'),
  referrer_domain: click('referrer_domain'),
  ...Object.fromEntries(
    ['source', 'medium', 'campaign', 'term', 'content'].map((name) => [`utm_${name}`, click(`utm_${name}`)]),
  ),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`track${number}`, click(`track${number}`)])),
};

const COUNT = 'bigint';
const MONEY = 'decimal(38, 8)';
const isCount = (measure: string): boolean => /_count$|^kyc_passed$/.test(measure);

/** Whose rows the tables hold. */
type Of = 'one partner' | 'all partners';

/** A source of the wanted measures: what happened in the period, summed for each value of the wanted dimensions. */
export function events(measures: readonly string[], of: Of = 'one partner'): (scope: Scope) => string {
  const streams = STREAMS.filter((stream) => measures.some((measure) => measure in stream.measures));
  return (scope) =>
    streams
      .map((stream) => select(stream, measures, scope, of))
      .map((sums) => (scope.dimensions.has(PARTNER) ? withPartners(sums, scope) : sums))
      .join('\nunion all\n');
}

/** Rows are summed by the small number of the partner, and get its name afterwards. */
const withPartners = (sums: string, { from }: Scope): string =>
  `select summed.* replace (partner.partner_uid as ${PARTNER})
    from (${sums}) summed join ${from('partners')} partner on partner.partner_no = summed.${PARTNER}`;

function select(stream: Stream, measures: readonly string[], scope: Scope, of: Of): string {
  const { ask, bind, dimensions } = scope;
  const { from, to } = ask.period ?? { from: '', to: '' };
  const names = [...dimensions];
  const values = names.map((name) => `${valueOf(name, stream)} as ${name}`);
  const sums = measures.map(
    (name) => `${stream.measures[name] ?? `cast(null as ${isCount(name) ? COUNT : MONEY})`} as ${name}`,
  );
  return `select ${[...values, ...sums].join(', ')}
    from ${[stream.from(scope), ...joins(stream, names, scope, of)].join(' ')}
    where ${fromDay(stream.at, from, bind)} and ${toDay(stream.at, to, bind)}
    group by ${names.map((_, index) => index + 1).join(', ')}`;
}

const isTraffic = ({ attribution }: Stream): boolean => attribution === 'traffic';

function valueOf(name: string, stream: Stream): string {
  const place = placeOf(name);
  switch (place.in) {
    case 'partner':
      return `${stream.attribution === 'client' ? 'client' : 'event'}.partner_no`;
    case 'time':
      return place.cut(stream.at);
    case 'person':
      return `coalesce(${isTraffic(stream) ? 'event' : 'client'}.${place.column}, '')`;
    case 'click':
      return `coalesce(${isTraffic(stream) ? 'event' : 'click'}.${place.column}, '')`;
    case 'link':
    case 'campaign':
      return `coalesce(${place.in}.${place.column}, '')`;
  }
}

function placeOf(name: string): Place {
  const place = PLACES[name];
  if (!place) throw new Error(`No event has the dimension ${name}.`);
  return place;
}

/** A click on the link of another partner gives a client no marks. */
const ofSamePartner = (of: Of): string =>
  of === 'all partners' ? ' and click.partner_no = client.partner_no' : '';

/** Only what the wanted dimensions need is joined. */
function joins(stream: Stream, names: readonly string[], { from }: Scope, of: Of): string[] {
  const needed = new Set(names.map((name) => placeOf(name).in));
  const needsLink = needed.has('link') || needed.has('campaign');
  const needsPerson = needed.has('person') || needed.has('click') || needsLink;
  const subject = isTraffic(stream) ? 'event' : 'client';
  return [
    ...(needsPerson && stream.attribution === 'client by number'
      ? [`join ${from('clients')} client on client.client_no = event.client_no`]
      : []),
    ...(needed.has('click') && !isTraffic(stream)
      ? [`left join ${from('clicks')} click on click.click_id = client.click_id${ofSamePartner(of)}`]
      : []),
    ...(needsLink ? [`left join ${from('links')} link on link.link_code = ${subject}.link_code`] : []),
    ...(needed.has('campaign')
      ? [`left join ${from('campaigns')} campaign on campaign.campaign_code = link.campaign_code`]
      : []),
  ];
}
