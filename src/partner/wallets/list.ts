import { Decimal } from '../../kernel/index.ts';
import { partnerOf } from '../requests/index.ts';
import { openedAccounts } from './opened.ts';
import type { WalletAccount } from './schema.ts';
import { selectAccounts } from './store.ts';
import { toAccount } from './to-account.ts';
import type { FactsContext } from '../facts/handle/index.ts';

const MAX_ACCOUNTS = 2_000;

/** By account number. An account that was never credited has no row and is shown from the facts. */
export async function listAccounts(context: FactsContext): Promise<WalletAccount[]> {
  const partnerUid = partnerOf(context.actor);
  const opened = await openedAccounts(context, context.facts, partnerUid);
  const ids = opened.map(({ partner_account }) => partner_account);
  const rows = await selectAccounts(context.db, partnerUid, ids, MAX_ACCOUNTS).execute();
  const known = new Set(rows.map(({ id }) => id));
  const names = new Map(opened.map(({ partner_account, account_name }) => [partner_account, account_name]));
  const kept = rows
    .filter((row) => row.partner_uid === partnerUid)
    .map((row) => toAccount(row, names.get(row.id)));
  const empty = opened
    .filter(({ partner_account }) => !known.has(partner_account))
    .map(({ partner_account, account_name, currency }): WalletAccount => ({
      id: partner_account,
      name: account_name,
      currency,
      balance: Decimal.ZERO,
      type: 'reward',
      reserved_rebates_amount: Decimal.ZERO,
    }));
  return [...kept, ...empty].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
