import { Type, type Static, type TSchema } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { TIER_MEASURES, type TierMeasure } from '../facts/kinds/index.ts';

const int = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const number = (description: string, example: number) => Type.Number({ description, examples: [example] });
const text = (description: string, example: string) => Type.String({ description, examples: [example] });

const MONTH = Type.Object(
  {
    month: text('The month, in UTC.', '2024-03'),
    registration_count: int('Clients who registered.', 12),
    reward_usd: number(
      'All that was credited for its days, in USD: rewards on both levels, commissions less those that you pay, ' +
        'adjustments, and progress rewards that were due in it.',
      127.5,
    ),
  },
  { title: 'PartnerMonth' },
);

const BALANCE = Type.Object(
  {
    currency: text('The currency.', 'EUR'),
    balance: number('The funds of all accounts in the currency.', 1250.75),
    reserved_rebates_amount: number('The part of it that is reserved for rebates.', 40),
  },
  { title: 'PartnerBalance' },
);

export const SUMMARY = Type.Object(
  {
    partner_uid: text('The partner.', 'P1001'),
    tier_group_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The tier of the last rise that was paid; null before the first.',
      examples: [3],
    }),
    balances: Type.Union([Type.Array(BALANCE), Type.Null()], {
      description: 'By currency; null without the scope `wallets:view`.',
    }),
    clients_count: int('Clients of the first level.', 42),
    client_accounts_count: int('Their real accounts.', 57),
    subpartners_count: int('Partners directly below.', 3),
    this_month: MONTH,
    last_month: MONTH,
  },
  { title: 'PartnerSummary' },
);

interface Month {
  readonly month: string;
  readonly registration_count: number;
  readonly reward_usd: Decimal;
}

/** Before serialization, with exact decimals. */
export interface Summary {
  readonly partner_uid: string;
  readonly tier_group_id: number | null;
  readonly balances:
    | readonly {
        readonly currency: string;
        readonly balance: Decimal;
        readonly reserved_rebates_amount: Decimal;
      }[]
    | null;
  readonly clients_count: number;
  readonly client_accounts_count: number;
  readonly subpartners_count: number;
  readonly this_month: Month;
  readonly last_month: Month;
}

const orNull = <T extends TSchema>(schema: T, options: object) =>
  Type.Union([schema, Type.Null()], { ...options });
const tierId = (example: number) => int('The tier.', example);

export const TIER_PROGRESS = Type.Object(
  {
    tier: orNull(
      Type.Object({
        tier_group_id: tierId(2),
        name: orNull(Type.String(), {
          description: 'Its name; null if the tier has no level in force.',
          examples: ['Silver'],
        }),
        since: Type.String({
          format: 'date-time',
          description: 'When the last rise was paid.',
          examples: ['2024-04-05T00:00:00.000Z'],
        }),
      }),
      { description: 'The tier of the last rise that was paid; null before the first.' },
    ),
    next: orNull(
      Type.Object({
        tier_group_id: tierId(3),
        name: text('Its name.', 'Gold'),
        measure: Type.Enum([...TIER_MEASURES], {
          description:
            'What counts, over orders on real accounts of your clients: their volume, the clients with at least one closed ' +
            'order (active_clients), or your first-level rewards.',
          examples: ['volume_mln_usd'],
        }),
        threshold: number('How much of it the tier takes.', 25),
        window_days: int('Over how many days it counts.', 30),
        window_from: Type.String({
          format: 'date',
          description: 'The first day that counts.',
          examples: ['2024-05-03'],
        }),
        window_to: Type.String({
          format: 'date',
          description: 'The last day that counts: the current one in UTC.',
          examples: ['2024-06-01'],
        }),
      }),
      {
        description:
          'The level in force with the lowest number above your tier; null if there is none above it.',
      },
    ),
    reached: orNull(Type.Number(), {
      description: 'What you have reached of the measure; null without a next tier.',
      examples: [18.25],
    }),
    missing: orNull(Type.Number(), {
      description: 'What is missing to the threshold, 0 if it is reached; null without a next tier.',
      examples: [6.75],
    }),
  },
  { title: 'TierProgress' },
);

/** Before serialization, with exact decimals. */
export interface TierProgress {
  readonly tier: {
    readonly tier_group_id: number;
    readonly name: string | null;
    readonly since: Date;
  } | null;
  readonly next: {
    readonly tier_group_id: number;
    readonly name: string;
    readonly measure: TierMeasure;
    readonly threshold: Decimal;
    readonly window_days: number;
    readonly window_from: string;
    readonly window_to: string;
  } | null;
  readonly reached: Decimal | null;
  readonly missing: Decimal | null;
}

export const AFFILIATION_CHECK = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 254,
        pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
        'x-form': 'an e-mail address such as ada@example.com',
        description: 'The e-mail address of the client, in small or capital letters.',
        examples: ['ada@example.com'],
      }),
    ),
    client_uid: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'The client.', examples: ['u-1'] }),
    ),
    client_account: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'An account of the client.',
        examples: ['9001'],
      }),
    ),
  },
  { title: 'AffiliationCheck', additionalProperties: false, examples: [{ client_account: '9001' }] },
);
export type AffiliationCheck = Static<typeof AFFILIATION_CHECK>;

export const AFFILIATION = Type.Object(
  {
    affiliated: Type.Boolean({ description: 'Whether it is a client of yours.', examples: [true] }),
    clients: Type.Array(
      Type.Object({
        client_uid: text('The client.', 'u-1'),
        client_accounts: Type.Array(Type.String(), {
          description: 'The real accounts of the client.',
          examples: [['9001', '9002']],
        }),
      }),
      { description: "Your clients who match; empty for unknown clients and for another partner's." },
    ),
  },
  { title: 'Affiliation' },
);
export type Affiliation = Static<typeof AFFILIATION>;
