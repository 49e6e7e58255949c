import { Type, type Static } from 'typebox';
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
