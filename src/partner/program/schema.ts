import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { kindNamed } from '../facts/kinds/index.ts';
import { decimal } from '../requests/index.ts';
import { offsetQuery } from '../../platform/lists/index.ts';
import { MANUAL_KINDS } from '../wallets/index.ts';
import type { ProposalRow } from './store.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });
const orNull = <S extends ReturnType<typeof time>>(schema: S) => Type.Union([schema, Type.Null()]);
const name = (description: string, example: string) => Type.String({ description, examples: [example] });
const optionalName = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
const usd = (description: string) => decimal(description, 1250.5);

const MAX_FACTS = 1000;

const FACT = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]),
);

const TARIFF_EXAMPLE = {
  partner_uid: 'P1001',
  account_type: '*',
  symbol: '*',
  valid_from: '2024-07-01',
  formula_code: 'formula_forex',
  reward_size: '9',
  reward_size_currency: 'USD',
  level: 3,
};

export const NEW_PROPOSAL = Type.Object(
  {
    kind: name(
      'The kind of facts: tariffs, tier-changes, tier-levels, suspensions, partners, links or shares.',
      'tariffs',
    ),
    action: Type.Optional(
      Type.Enum(['send', 'withdraw'], {
        description: 'Whether the facts are sent or withdrawn; absent means sent.',
        examples: ['send'],
      }),
    ),
    facts: Type.Array(FACT, {
      minItems: 1,
      maxItems: MAX_FACTS,
      description: 'The facts as docs/facts.md describes them or, to withdraw them, their keys.',
      examples: [[TARIFF_EXAMPLE]],
    }),
    reason: Type.Optional(
      plainText(500, {
        description: 'Why, for the second person.',
        examples: ['Terms of the new contract.'],
      }),
    ),
  },
  { ...closed, title: 'NewProposal' },
);
export type NewProposal = Static<typeof NEW_PROPOSAL>;

export const PROPOSAL = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
    status: Type.Enum(['PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED'], { examples: ['PROPOSED'] }),
    kind: name('The kind of its facts; `ledger-entries` for a clawback, a bonus or a write-off.', 'tariffs'),
    action: Type.Enum(['send', 'withdraw'], { examples: ['send'] }),
    facts: Type.Array(FACT, { examples: [[TARIFF_EXAMPLE]] }),
    reason: optionalName('Why.', 'Terms of the new contract.'),
    proposed_by: name('Who proposed it.', 'ada@example.com'),
    proposed_at: time('When.'),
    ended_by: optionalName('Who confirmed, withdrew or refused it.', 'grace@example.com'),
    ended_at: orNull(time('When.')),
    batch: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The batch of the log that it became; null before, or if it changed nothing.',
      examples: [53],
    }),
  },
  { title: 'Proposal' },
);
export type Proposal = Static<typeof PROPOSAL>;

export const PROPOSALS_QUERY = Type.Object(
  {
    ...offsetQuery,
    status: Type.Optional(
      Type.Enum(['PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED'], { examples: ['PROPOSED'] }),
    ),
    kind: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only those of facts of this kind.',
        examples: ['suspensions'],
      }),
    ),
    partner_uid: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only those about this partner.', examples: ['P1001'] }),
    ),
    by_others: Type.Optional(
      Type.Boolean({ description: 'Only those that others than the caller proposed.', examples: [true] }),
    ),
  },
  closed,
);
export const PROPOSALS = Type.Object(
  { proposals: Type.Array(PROPOSAL), count: count('All that match.', 1) },
  { title: 'Proposals' },
);
export const PROPOSAL_PARAMS = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The proposal.',
      examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'],
    }),
  },
  closed,
);

export const toProposal = ({ tenant: _tenant, ...row }: ProposalRow): Proposal => ({
  ...row,
  facts: [...row.facts],
  proposed_at: row.proposed_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  batch: row.batch === null ? null : Number(row.batch),
});

/** A body with fields of a kind: texts, because a JSON number is not exact. */
export function bodyOf(kindName: string, fields: readonly string[], title: string) {
  const kind = kindNamed(kindName);
  const properties = fields.map((field) => {
    const declared = kind.fields[field];
    if (!declared) throw new Error(`${kindName} has no field ${field}.`);
    const { type, required, description, example } = declared;
    const schema =
      type.is === 'bool'
        ? Type.Boolean({ description, examples: [example] })
        : Type.String({ maxLength: 1000, description, examples: [String(example)] });
    return [field, required ? schema : Type.Optional(schema)] as const;
  });
  return Type.Object(Object.fromEntries(properties), { ...closed, title });
}

export const PARTNER_PARAMS = Type.Object(
  { partner_uid: Type.String({ maxLength: 64, description: 'The partner.', examples: ['P1001'] }) },
  closed,
);

const day = (description: string, example: string) =>
  Type.String({
    format: 'date',
    description,
    examples: [example],
  });
const why = Type.Optional(
  plainText(500, { description: 'Why, for the second person.', examples: ['Traffic under review.'] }),
);

export const NEW_SUSPENSION = Type.Object(
  {
    suspended_from: day('The first day.', '2024-03-10'),
    suspended_to: Type.Optional(
      day('The last day; absent means until the partner is reinstated.', '2024-03-31'),
    ),
    reason: why,
  },
  { ...closed, title: 'NewSuspension' },
);
export type NewSuspension = Static<typeof NEW_SUSPENSION>;

export const NEW_REINSTATEMENT = Type.Object(
  { reinstated_from: day('The first day on which the partner earns again.', '2024-03-20'), reason: why },
  { ...closed, title: 'NewReinstatement' },
);
export type NewReinstatement = Static<typeof NEW_REINSTATEMENT>;

export const NEW_ENTRY = Type.Object(
  {
    account_id: plainText(128, { description: 'An account of the partner.', examples: ['700100'] }),
    kind: Type.Enum(MANUAL_KINDS, {
      description:
        'A clawback takes from the balance, which may become a debt; a bonus adds to it; a write-off adds at most the debt.',
      examples: ['bonus'],
    }),
    amount: Type.String({
      maxLength: 40,
      description:
        'What is taken or added, in the currency of the account: a positive exact decimal with at most 8 decimals.',
      examples: ['120.50'],
    }),
    reason: plainText(500, {
      description: 'Why; the partner sees it in the ledger and in statements.',
      examples: ['Campaign of the spring.'],
    }),
  },
  { ...closed, title: 'NewManualEntry' },
);
export type NewEntry = Static<typeof NEW_ENTRY>;

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

export const PREVIEW_BODY = Type.Object(
  {
    month: Type.String({
      pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
      'x-form': 'a month such as 2024-03',
      description: 'The month whose orders are computed again.',
      examples: ['2024-03'],
    }),
    tariffs: Type.Array(FACT, {
      minItems: 1,
      maxItems: MAX_FACTS,
      description:
        'Draft tariffs. Each takes the place of all stored tariffs of its partner, account type and symbol for the whole ' +
        'month; of several drafts of the same, the one with the latest first day does.',
      examples: [[TARIFF_EXAMPLE]],
    }),
  },
  { ...closed, title: 'TariffDraft' },
);

/** What a partner earns from: its own clients, partners below, accounts that it shares or that are shared with it. */
export const EARNING_SOURCES = ['clients', 'below', 'shared'] as const;
export type EarningSource = (typeof EARNING_SOURCES)[number];

export const PREVIEW = Type.Object(
  {
    month: name('The month.', '2024-03'),
    orders_count: count('Orders on real accounts that were closed in it.', 1250),
    trial_orders_count: count('Orders on trial accounts, which earn nothing.', 40),
    credited_usd: usd('What all partners were credited for it, with adjustments and commissions, until now.'),
    earned_usd: usd('What all partners earn by the tariffs of today.'),
    preview_usd: usd('What all partners would earn by the draft.'),
    partners: Type.Array(
      Type.Object(
        {
          partner_uid: name('The partner.', 'P1001'),
          credited_usd: usd('What the partner was credited for it until now.'),
          earned_usd: usd('What the partner earns by the tariffs of today.'),
          preview_usd: usd('What the partner would earn by the draft.'),
          difference_usd: usd('The second less the first.'),
          changed_sources: Type.Array(Type.Enum(EARNING_SOURCES), {
            description:
              'From what the partner would earn more or less: `clients` of its own, partners `below`, accounts that are `shared`.',
            examples: [['clients']],
          }),
        },
        { title: 'PartnerPreview' },
      ),
      { description: 'Every partner who earns or was credited anything in the month.' },
    ),
  },
  { title: 'TariffPreview' },
);
export type Preview = Static<typeof PREVIEW>;
