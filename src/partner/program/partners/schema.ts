import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';
import { decimal } from '../../requests/index.ts';

const closed = { additionalProperties: false } as const;
const name = (description: string, example: string) => Type.String({ description, examples: [example] });
const optionalName = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
const usd = (description: string) => decimal(description, 1250.5);

export const PARTNER_PARAMS = Type.Object(
  { partner_uid: Type.String({ maxLength: 64, description: 'The partner.', examples: ['P1001'] }) },
  closed,
);

export const PARTNERS_QUERY = Type.Object(
  {
    ...offsetQuery,
    q: Type.Optional(
      plainText(64, {
        description: 'Part of the partner, or one of its accounts or links.',
        examples: ['P10'],
      }),
    ),
    parent_uid: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only the partners directly below this one; empty for those without a parent.',
        examples: ['P1000'],
      }),
    ),
  },
  closed,
);

const PARTNER_SUMS = {
  partner_uid: name('The partner.', 'P1001'),
  parent_uid: optionalName('The partner who brought this one.', 'P1000'),
  country: optionalName('Where the partner is.', 'PT'),
  ab_test: Type.Boolean({ examples: [false] }),
  suspended_since: optionalName(
    'The first day of the present suspension; null if the partner earns.',
    '2024-03-10',
  ),
  subpartners_count: count('Partners directly below.', 2),
  accounts_count: count('Accounts into which the partner earns.', 1),
  links_count: count('Links.', 3),
  clients_count: count('Clients who came through them.', 120),
  credited_usd: usd('All rewards that were credited.'),
};

export const PARTNERS = Type.Object(
  {
    partners: Type.Array(Type.Object(PARTNER_SUMS, { title: 'ManagedPartner' })),
    count: count('All that match.', 1),
  },
  { title: 'ManagedPartners' },
);
export type Partners = Static<typeof PARTNERS>;

export const PARTNER = Type.Object(
  {
    ...PARTNER_SUMS,
    parents: Type.Array(Type.String(), {
      description: 'The partners above, nearest first.',
      examples: [['P1000']],
    }),
    accounts: Type.Array(
      Type.Object({
        partner_account: name('The account.', '700100'),
        currency: name('Its currency.', 'EUR'),
        account_name: name('The name it was opened with.', 'Main'),
        opened_on: name('When.', '2024-01-02'),
      }),
      { description: 'Into which the partner earns, the oldest first.' },
    ),
    suspensions: Type.Array(
      Type.Object({
        suspended_from: name('The first day.', '2024-03-10'),
        suspended_to: optionalName('The last day; null if it goes on.', '2024-03-31'),
        reason: optionalName('Why.', 'Traffic under review.'),
      }),
      { description: 'Past, present and future ones, the newest first.' },
    ),
  },
  { title: 'ManagedPartnerDetails' },
);
export type Partner = Static<typeof PARTNER>;

export const LINKS_QUERY = Type.Object({ ...offsetQuery }, closed);
export const LINKS = Type.Object(
  {
    links: Type.Array(
      Type.Object(
        {
          link_code: name('The link.', 'a1b2c3'),
          partner_account: name('The account that earns from it.', '700100'),
          campaign_code: optionalName('The campaign it is part of.', 'spring-24'),
          campaign_title: optionalName('How reports name the campaign.', 'Spring 2024'),
          clients_count: count('Clients who came through it.', 40),
        },
        { title: 'ManagedLink' },
      ),
    ),
    count: count('All of the partner.', 1),
  },
  { title: 'ManagedLinks' },
);
export type Links = Static<typeof LINKS>;
