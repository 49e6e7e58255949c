import { amount, code, country, date, datetime, int, kind, oneOf, optional, text } from './declare.ts';

const link = code('The link.', 'a1b2c3');
const platform = code('Where it was seen.', 'web');
const mediaSource = optional(text(256)('The network it came from.', 'google'));

const REFERRER_DOMAIN = {
  referrer_domain: {
    type: 'varchar',
    sql: "nullif(regexp_extract(lower(referrer), '^[a-z][a-z0-9+.-]*://(?:[^/?#]*@)?(\\[[^/?#\\]]+\\]|[^/:?#]+)', 1), '')",
  },
};

/** The dimensions by which reports group traffic. */
const DIMENSIONS = {
  country: optional(country('Where the person was.', 'PT')),
  platform: optional(platform),
  click_url: optional(text(2048)('The address the link led to.', 'https://example.com/open')),
  referrer: optional(
    text(2048)('The page the link was on; its domain is taken from it.', 'https://news.example/a'),
  ),
  utm_source: optional(text(256)('As in the link.', 'newsletter')),
  utm_medium: optional(text(256)('As in the link.', 'email')),
  utm_campaign: optional(text(256)('As in the link.', 'spring')),
  utm_term: optional(text(256)('As in the link.', 'gold')),
  utm_content: optional(text(256)('As in the link.', 'banner-1')),
  track1: optional(text(256)("The partner's own mark.", 'a')),
  track2: optional(text(256)("The partner's own mark.", 'b')),
  track3: optional(text(256)("The partner's own mark.", 'c')),
  track4: optional(text(256)("The partner's own mark.", 'd')),
  track5: optional(text(256)("The partner's own mark.", 'e')),
};

const ofLink = {
  references: [{ field: 'link_code', to: 'links' }],
  inherits: { through: 'link_code', columns: ['partner_no'] },
};

export const impressions = kind({
  name: 'impressions',
  description: 'How often a link was shown. One row may stand for many impressions of a day.',
  key: ['impression_id'],
  fields: {
    impression_id: code('The row.', 'i-20240301-1'),
    link_code: link,
    shown_on: date('The day.', '2024-03-01'),
    impression_count: int(1, 1_000_000_000)('How many.', 1250),
    ...DIMENSIONS,
  },
  time: 'shown_on',
  computed: REFERRER_DOMAIN,
  ...ofLink,
});

export const clicks = kind({
  name: 'clicks',
  description: 'One click on a link.',
  key: ['click_id'],
  fields: {
    click_id: code('The click.', 'c-1'),
    link_code: link,
    clicked_at: datetime('When.', '2024-03-01T09:15:00.000Z'),
    ...DIMENSIONS,
  },
  time: 'clicked_at',
  computed: REFERRER_DOMAIN,
  ...ofLink,
});

export const spend = kind({
  name: 'spend',
  description: 'What promoting a link cost on a day.',
  key: ['spend_id'],
  fields: {
    spend_id: code('The row.', 's-20240301-1'),
    link_code: link,
    spent_on: date('The day.', '2024-03-01'),
    channel: oneOf('web', 'app')('What was promoted.', 'web'),
    amount_usd: amount(18, 8)('How much.', '125.40'),
    media_source: mediaSource,
    ...DIMENSIONS,
  },
  time: 'spent_on',
  computed: REFERRER_DOMAIN,
  ...ofLink,
});

export const installs = kind({
  name: 'installs',
  description: 'One installation of an app.',
  key: ['install_id'],
  fields: {
    install_id: code('The installation.', 'n-1'),
    link_code: link,
    installed_at: datetime('When.', '2024-03-01T09:20:00.000Z'),
    country: country('Where.', 'PT'),
    platform: code('On what.', 'ios'),
    media_source: mediaSource,
  },
  time: 'installed_at',
  ...ofLink,
});
