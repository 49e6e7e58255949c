import { COUNTRIES, linkCode, type DemoBatch } from './program.ts';
import { counting, Dice, MIN_PARTNERS, momentAt, type Scale } from './scale.ts';

const PLATFORMS = { web: 45, android: 38, ios: 17 };
const SOURCES = { google: 40, facebook: 25, telegram: 15, newsletter: 12, forum: 8 };
const REFERRERS = {
  'https://news.example/markets': 3,
  'https://forum.example/t/brokers': 2,
  'https://blog.example/gold': 1,
};

/** Registrations come faster over time. Two of three that would fall on a weekend come two days before or after. */
export function registeredAt(scale: Scale, client: string): string {
  const moment = momentAt(scale, `pow((${client} + 0.5) / ${scale.clients}, 0.8) * 0.999`);
  const moved = `case when ${moment} < date '${scale.start}' + 2 then 2 else -2 end`;
  return `(${moment} + case when extract(isodow from ${moment}) > 5 and (${client}) % 3 > 0 then ${moved} else 0 end
    * interval '1 day')`;
}

/** Whether accounts of a client may be shared with agents. */
export const isSharable = (client: string): string => `((${client}) % 20 = 3)`;

/**
 * The partner of a sharable client, who is the same in programs of any size and seed: an agent must not become the
 * partner of an account that is shared with it.
 */
export const ownerOfSharable = (client: string): string =>
  new Dice({ seed: 1 }).skewed('sharing link', client, MIN_PARTNERS);

/** The link that brought a client. The first links belong to the partners in the same order. */
const linkOfClient = (scale: Scale, client: string): string =>
  `case when ${isSharable(client)} then ${ownerOfSharable(client)}
    else ${new Dice(scale).skewed('link', client, scale.links)} end`;

const FIRST_CLIENT = 10_000;

export const clientUid = (row: string): string => `'u' || (${FIRST_CLIENT} + ${row})`;
/** The row of a client. */
export const clientRow = (uid: string): string => `(substr(${uid}, 2)::bigint - ${FIRST_CLIENT})`;

/** Impressions, clicks, spend, clients and their checks. */
export function trafficBatches(scale: Scale): DemoBatch[] {
  const { links, clients, clicks, clicksPerClient, days, trafficDays, start } = scale;
  const dice = new Dice(scale);
  const linkOf = (client: string) => linkOfClient(scale, client);
  // The first click of each group led to a client; the others went to any link.
  const isConverted = `i % ${clicksPerClient} = 0`;
  const client = `(i // ${clicksPerClient})`;
  const linkOfClick = `case when ${isConverted} then ${linkOf(client)} else ${dice.skewed('click link', 'i', links)} end`;
  const platformOf = (row: string) => dice.pick('platform', row, PLATFORMS);
  const countryOf = (row: string) => dice.pick('country', row, COUNTRIES);
  const sourceOf = (row: string) => dice.pick('source', row, SOURCES);

  const perLink = Math.ceil(days / trafficDays);
  const trafficDay = `date '${start}' + (i % ${perLink} * ${trafficDays})::int`;
  const trafficLink = `(i // ${perLink})`;
  const onWeekday =
    trafficDays === 1 ? `case when extract(isodow from ${trafficDay}) > 5 then 0.6 else 1.1 end *` : '';
  /** The first links bring most traffic, and traffic grows over time. Weekends are quiet. */
  const weight = `${onWeekday} ${trafficDays} * pow(1 - ${trafficLink} / ${links}.0, 3) * (0.4 + i % ${perLink} / ${perLink}.0)`;

  return [
    {
      kind: 'impressions',
      sql: `select 'i' || i as impression_id, ${linkCode(trafficLink)} as link_code, ${trafficDay} as shown_on,
          1 + floor(900 * ${weight} * (0.5 + ${dice.fraction('seen', 'i')}))::bigint as impression_count,
          ${countryOf('i')} as country, ${platformOf('i')} as platform, ${sourceOf('i')} as utm_source
        from ${counting(0, links * perLink)}`,
    },
    {
      kind: 'clicks',
      sql: `select 'k' || i as click_id, ${linkCode(linkOfClick)} as link_code,
          ${registeredAt(scale, client)} - (30 + ${dice.whole('pause', 'i', 3600)}) * interval '1 second' as clicked_at,
          ${countryOf(client)} as country, ${platformOf(client)} as platform,
          'https://broker.example/open' as click_url, ${dice.pick('referrer', 'i', REFERRERS)} as referrer,
          ${sourceOf(client)} as utm_source, ${dice.pick('medium', 'i', { cpc: 5, email: 2, social: 3 })} as utm_medium,
          'always-on' as utm_campaign, 'banner-' || ${dice.whole('banner', 'i', 4)} as utm_content,
          'desk-' || ${dice.whole('track', 'i', 3)} as track1
        from ${counting(0, clicks)}`,
    },
    {
      kind: 'spend',
      sql: `select 's' || i as spend_id, ${linkCode(trafficLink)} as link_code, ${trafficDay} as spent_on,
          case when ${dice.whole('channel', 'i', 3)} = 0 then 'app' else 'web' end as channel,
          (18 * ${weight} * (0.5 + ${dice.fraction('cost', 'i')}))::decimal(18, 2) as amount_usd,
          ${sourceOf('i')} as media_source, ${countryOf('i')} as country, ${platformOf('i')} as platform,
          ${sourceOf('i')} as utm_source
        from ${counting(0, links * perLink)} where ${trafficLink} % 2 = 0`,
    },
    {
      kind: 'clients',
      sql: `select ${clientUid('i')} as client_uid, ${linkCode(linkOf('i'))} as link_code,
          'k' || (i * ${clicksPerClient}) as click_id, ${registeredAt(scale, 'i')} as registered_at,
          ${countryOf('i')} as country, ${platformOf('i')} as platform, ${sourceOf('i')} as media_source
        from ${counting(0, clients)}`,
    },
    {
      kind: 'installs',
      sql: `select 'n' || i as install_id, ${linkCode(linkOf('i'))} as link_code,
          ${registeredAt(scale, 'i')} - (${dice.whole('install', 'i', 1800)}) * interval '1 second' as installed_at,
          ${countryOf('i')} as country, ${platformOf('i')} as platform, ${sourceOf('i')} as media_source
        from ${counting(0, clients)} where ${platformOf('i')} <> 'web'`,
    },
    {
      kind: 'kyc',
      sql: `select ${clientUid('i')} as client_uid,
          ${registeredAt(scale, 'i')} + (1 + ${dice.whole('kyc', 'i', 60)}) * interval '1 hour' as checked_at,
          case when ${dice.whole('kyc result', 'i', 10)} = 0 then 'rejected' else 'passed' end as result
        from ${counting(0, clients)} where ${dice.whole('kyc done', 'i', 100)} < 82`,
    },
    {
      kind: 'fraud-labels',
      sql: `select 'registration' as subject, ${clientUid('i')} as subject_id,
          ${dice.pick('fraud', 'i', { fake: 5, hijacked: 2, invalid: 2, other: 1 })} as label
        from ${counting(0, clients)} where ${dice.whole('is fraud', 'i', 100)} < 3
        union all
        select 'install', 'n' || i, ${dice.pick('fraud', 'i', { fake: 3, hijacked: 4, invalid: 2, other: 1 })}
        from ${counting(0, clients)}
        where ${platformOf('i')} <> 'web' and ${dice.whole('is install fraud', 'i', 100)} < 5`,
    },
  ];
}
