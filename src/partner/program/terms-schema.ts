import { Type, type Static } from 'typebox';
import { kindNamed } from '../facts/kinds/index.ts';
import { decimal } from '../requests/index.ts';
import { offsetQuery } from '../../platform/lists/index.ts';

const closed = { additionalProperties: false } as const;
const FACT = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]),
);
const identifier = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 64, description, examples: [example] }));
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

/** The example of a kind, as it is answered. */
const exampleOf = (kind: string) =>
  Object.fromEntries(
    Object.entries(kindNamed(kind).fields).map(([name, { example }]) => [name, example] as const),
  );

const sent = {
  batch: Type.Integer({ description: 'The batch that sent it.', examples: [52] }),
  actor: Type.String({ description: 'Who sent it.', examples: ['grace@example.com'] }),
  created_at: Type.String({
    format: 'date-time',
    description: 'When.',
    examples: ['2024-06-01T12:00:00.000Z'],
  }),
};

const termsOf = (kind: string, title: string) =>
  Type.Object(
    {
      rows: Type.Array(
        Type.Object({
          fact: Type.Unsafe<Static<typeof FACT>>({
            ...FACT,
            description: 'As docs/facts.md describes it.',
            examples: [exampleOf(kind)],
          }),
          state: Type.Enum(['past', 'present', 'future'], {
            description:
              'Whether it is in force today: a tariff on its days, a tier change until its payment, a level until the ' +
              'next one of its tier.',
            examples: ['present'],
          }),
          batch: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The batch that last sent it.',
            examples: [52],
          }),
        }),
        { description: 'Facts with their state.' },
      ),
      count: count('All that match.', 1),
    },
    { title },
  );

export const TARIFFS = termsOf('tariffs', 'Tariffs');
export const TIER_CHANGES = termsOf('tier-changes', 'TierChanges');
export const TIER_LEVELS = termsOf('tier-levels', 'TierLevels');
export type Terms = Static<typeof TARIFFS>;

export const TARIFFS_QUERY = Type.Object(
  {
    ...offsetQuery,
    partner_uid: identifier('Only tariffs of this partner; `*` for those of every partner.', 'P1001'),
    account_type: identifier('Only tariffs of this account type.', 'standard'),
    symbol: identifier('Only tariffs of this symbol.', '*'),
    day: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Only those in force on this day.',
        examples: ['2024-03-01'],
      }),
    ),
  },
  closed,
);

const COMPENSATION = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The compensation.',
  examples: [501],
});

export const TIER_CHANGES_QUERY = Type.Object(
  {
    ...offsetQuery,
    partner_uid: identifier('Only those of this partner.', 'P1001'),
    compensation_id: Type.Optional(COMPENSATION),
  },
  closed,
);

const TIER = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The tier.',
  examples: [3],
});

export const TIER_LEVELS_QUERY = Type.Object({ ...offsetQuery, tier_group_id: Type.Optional(TIER) }, closed);
export const TIER_KEY = Type.Object({ tier_group_id: TIER }, closed);

const required = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: [example] });

export const TARIFF_KEY = Type.Object(
  {
    partner_uid: required('The partner, or `*`.', 'P1001'),
    account_type: required('The account type, or `*`.', 'standard'),
    symbol: required('The symbol, or `*`.', '*'),
    valid_from: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Only the tariff of this first day; absent means all of them.',
        examples: ['2024-01-01'],
      }),
    ),
  },
  closed,
);

export const COMPENSATION_KEY = Type.Object({ compensation_id: COMPENSATION }, closed);

const historyOf = (kind: string, title: string) =>
  Type.Object(
    {
      versions: Type.Array(
        Type.Object({
          ...sent,
          source: Type.String({ description: 'The format it came in, or `void`.', examples: ['json'] }),
          withdrawn: Type.Boolean({ description: 'Whether the batch withdrew it.', examples: [false] }),
          fact: Type.Unsafe<Static<typeof FACT>>({ ...FACT, examples: [exampleOf(kind)] }),
        }),
        { description: 'Every version that the log has, newest first; at most 1,000.' },
      ),
    },
    { title },
  );

export const TARIFF_HISTORY = historyOf('tariffs', 'TariffHistory');
export const TIER_CHANGE_HISTORY = historyOf('tier-changes', 'TierChangeHistory');
export const TIER_LEVEL_HISTORY = historyOf('tier-levels', 'TierLevelHistory');

const usd = (description: string) => decimal(description, 1250.5);

export const TIER_PREVIEW_BODY = Type.Object(
  {
    tier_changes: Type.Array(FACT, {
      minItems: 1,
      maxItems: 1000,
      description: 'Draft tier changes. One with the id of a stored compensation takes its place.',
      examples: [[exampleOf('tier-changes')]],
    }),
  },
  { ...closed, title: 'TierChangeDraft' },
);

export const TIER_PREVIEW = Type.Object(
  {
    due_usd: usd('What all of them would be credited.'),
    compensations: Type.Array(
      Type.Object(
        {
          compensation_id: Type.Integer({ examples: [501] }),
          partner_uid: Type.String({ description: 'Who rises.', examples: ['P1001'] }),
          orders_count: count('Orders that would be topped up, or whose top-up would change.', 120),
          due_usd: usd('What would be credited, less what was credited for the compensation before.'),
        },
        { title: 'CompensationPreview' },
      ),
    ),
  },
  { title: 'TierChangePreview' },
);
export type TierPreview = Static<typeof TIER_PREVIEW>;
