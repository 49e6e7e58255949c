import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { offsetQuery } from '../../platform/lists/index.ts';

const closed = { additionalProperties: false } as const;
const name = (description: string, example: string) => Type.String({ description, examples: [example] });
const optionalName = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const LINKS_QUERY = Type.Object(
  {
    ...offsetQuery,
    q: Type.Optional(
      plainText(64, {
        description: 'Part of the link code or of the title of its campaign, in small or capital letters.',
        examples: ['spring'],
      }),
    ),
  },
  closed,
);

export const LINK = Type.Object(
  {
    link_code: name('The link; reports also call it partner code.', 'a1b2c3'),
    address: optionalName(
      'Where people go who follow the link, by the setting `partner.linkUrl`; null without it.',
      'https://broker.example/open?link=a1b2c3',
    ),
    partner_account: name('The account that earns from it.', '700100'),
    campaign_code: optionalName('The campaign it is part of.', 'spring-24'),
    campaign_title: optionalName('How reports name the campaign.', 'Spring 2024'),
    click_count: count('Clicks so far.', 1250),
    last_clicked_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When it was clicked last; null before the first click.',
      examples: ['2024-03-01T09:15:00.000Z'],
    }),
    clients_count: count('Clients who came through it.', 40),
  },
  { title: 'Link' },
);

export const LINKS = Type.Object(
  { links: Type.Array(LINK), count: count('All that match.', 1) },
  { title: 'Links' },
);
export type Links = Static<typeof LINKS>;
export type Link = Static<typeof LINK>;

export const NEW_LINK = Type.Object(
  {
    link_code: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9._-]+$',
      'x-form': '1 to 64 letters, digits and . _ -',
      description: 'The code of the link. No other link of the program may have it.',
      examples: ['a1b2c3'],
    }),
    partner_account: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The account of yours that earns from it.',
      examples: ['700100'],
    }),
    campaign_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The campaign it is part of: one of GET /api/partner/campaigns/.',
        examples: ['spring-24'],
      }),
    ),
  },
  { ...closed, title: 'NewLink' },
);
export type NewLink = Static<typeof NEW_LINK>;

export const CAMPAIGNS = Type.Object(
  {
    campaigns: Type.Array(
      Type.Object(
        {
          campaign_code: name('The campaign.', 'spring-24'),
          title: name('How reports name it.', 'Spring 2024'),
          eligible_countries: optionalName('The countries it is for; null for all.', 'PT,ES'),
          links_count: count('Your links in it.', 3),
        },
        { title: 'Campaign' },
      ),
    ),
  },
  { title: 'Campaigns' },
);
export type Campaigns = Static<typeof CAMPAIGNS>;
