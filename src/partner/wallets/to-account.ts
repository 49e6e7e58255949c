import { Decimal } from '../../kernel/index.ts';
import type { WalletAccount, WalletType } from './schema.ts';

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly renamed: boolean;
  readonly currency: string;
  readonly balance: string;
  readonly type: WalletType;
  readonly reserved_rebates: string;
}

/** An account has the name from the facts until its owner renames it. */
export function toAccount(row: AccountRow, openedName?: string): WalletAccount {
  return {
    id: row.id,
    name: row.renamed ? row.name : (openedName ?? row.name),
    currency: row.currency,
    balance: Decimal.parse(row.balance).trim(),
    type: row.type,
    reserved_rebates_amount: Decimal.parse(row.reserved_rebates).trim(),
  };
}
