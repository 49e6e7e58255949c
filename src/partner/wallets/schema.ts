import { Type, type Static, type TSchema } from 'typebox';
import { plainText, type Decimal } from '../../kernel/index.ts';

const number = (description: string, example: number) => Type.Number({ description, examples: [example] });

export const WALLET_TYPES = ['reward', 'rebate', 'payout'] as const;
export type WalletType = (typeof WALLET_TYPES)[number];

export const WalletAccountSchema = Type.Object(
  {
    id: Type.String({ description: 'The account number.', examples: ['700100'] }),
    name: Type.String({ description: 'The name its owner gave it.', examples: ['Main'] }),
    currency: Type.String({ examples: ['EUR'] }),
    balance: number('All that is on the account: the sum of its ledger.', 1250.5),
    type: Type.Enum(WALLET_TYPES, { examples: ['reward'] }),
    reserved_rebates_amount: number('What pending and approved rebates hold of the balance.', 12.75),
  },
  { title: 'WalletAccount' },
);

/** The answer before serialization, with exact decimals. */
export interface WalletAccount {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: Decimal;
  readonly type: WalletType;
  readonly reserved_rebates_amount: Decimal;
}

export const WalletAccounts = Type.Object({ accounts: Type.Array(WalletAccountSchema) });

export const AccountId = Type.Object({
  account_id: plainText(128, { examples: ['700100'] }),
});

export const Rename = Type.Object(
  {
    account_name: Type.String({
      description:
        'The new name: 1 to 64 characters without control characters; spaces at its ends are dropped.',
      examples: ['Europe'],
    }),
  },
  { title: 'RenameWalletAccount', additionalProperties: false },
);
export type Rename = Static<typeof Rename>;

export const ENTRY_KINDS = [
  'reward',
  'second_level_reward',
  'adjustment',
  'commission',
  'progress',
  'rebate',
  'disbursement',
  'return',
  'clawback',
  'bonus',
  'write_off',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Entries that a person proposes and another confirms. */
export const MANUAL_KINDS = ['clawback', 'bonus', 'write_off'] as const satisfies readonly EntryKind[];
export type ManualKind = (typeof MANUAL_KINDS)[number];

const orNull = (schema: TSchema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });

const LedgerEntrySchema = Type.Object(
  {
    id: Type.String({ description: 'The entry.', examples: ['42'] }),
    created: Type.String({ format: 'date-time', examples: ['2024-03-05T00:30:00.000Z'] }),
    kind: Type.Enum(ENTRY_KINDS, {
      description:
        'A payout posts first-level rewards, second-level rewards and commissions apart; one that corrects credited days ' +
        'posts an `adjustment`. Until version 0.2, second-level rewards were part of `reward`. A `clawback`, a `bonus` and a ' +
        '`write_off` of a debt were proposed by one person and confirmed by another; their `reason` says why.',
      examples: ['reward'],
    }),
    amount: number('What it added to the balance or took from it.', 12.75),
    balance: number('The balance after it.', 1250.5),
    reason: Type.String({ examples: ['Rewards for 2024-03-04, payout 17'] }),
    payout: orNull(Type.Integer(), 'The number of the payout: `reward_order` in reports.', 17),
    rebate_group: orNull(Type.Integer(), 'The group of a rebate.', null),
    period_start: orNull(Type.String({ format: 'date' }), 'The first day of the period of a rebate.', null),
    reference: Type.String({ description: 'Nothing is posted twice for one.', examples: ['payout:17'] }),
  },
  { title: 'LedgerEntry' },
);

/** The answer before serialization, with exact decimals. */
export interface LedgerEntry {
  readonly id: string;
  readonly created: Date;
  readonly kind: EntryKind;
  readonly amount: Decimal;
  readonly balance: Decimal;
  readonly reason: string;
  readonly payout: number | null;
  readonly rebate_group: number | null;
  readonly period_start: string | null;
  readonly reference: string;
}

export const EntriesQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, examples: [100] })),
    cursor: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'The `next_cursor` of the page before; absent for the first page.',
        examples: ['MjAyNC0wMy0wNVQwMDozMDowMC4wMDBaIDQy'],
      }),
    ),
    kind: Type.Optional(
      Type.Enum(ENTRY_KINDS, { description: 'Only entries of this kind.', examples: ['reward'] }),
    ),
  },
  { additionalProperties: false },
);
export type EntriesQuery = Static<typeof EntriesQuery>;

export const LedgerEntries = Type.Object(
  {
    entries: Type.Array(LedgerEntrySchema),
    next_cursor: orNull(Type.String(), 'Asks for the next page; null on the last one.', null),
  },
  { title: 'LedgerEntries' },
);

export const BalanceQuery = Type.Object(
  {
    day: Type.String({
      format: 'date',
      description: 'The balance is that at the end of this day (UTC).',
      examples: ['2024-03-31'],
    }),
  },
  { additionalProperties: false },
);

export const BalanceSchema = Type.Object(
  {
    account_id: Type.String({ examples: ['700100'] }),
    currency: Type.String({ examples: ['EUR'] }),
    day: Type.String({ format: 'date', examples: ['2024-03-31'] }),
    balance: number('At the end of the day.', 1250.5),
  },
  { title: 'WalletBalance' },
);

export const StatementParams = Type.Object({
  account_id: plainText(128, { examples: ['700100'] }),
  month: Type.String({
    pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
    'x-form': 'a month such as 2024-03',
    description: 'The month (UTC).',
    examples: ['2024-03'],
  }),
});

const FORMATS = ['json', 'csv', 'pdf', 'xlsx'] as const;
export const StatementQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Enum(FORMATS, { description: 'Goes before the `Accept` header.', examples: ['json'] }),
    ),
  },
  { additionalProperties: false },
);

export const StatementSchema = Type.Object(
  {
    account: WalletAccountSchema,
    month: Type.String({ examples: ['2024-03'] }),
    opening_balance: number('Before the first line.', 1237.75),
    lines: Type.Array(LedgerEntrySchema, { description: 'The entries of the month, the oldest first.' }),
    closing_balance: number('The opening balance and all lines.', 1250.5),
  },
  { title: 'WalletStatement' },
);
