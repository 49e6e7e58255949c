import { command, run } from '../../platform/commands/index.ts';
import { readName, partnerOf } from '../requests/index.ts';
import { openedAccounts, type OpenedAccount } from './opened.ts';
import type { WalletAccount, WalletType } from './schema.ts';
import { lockAccount, upsertName, type NewAccount } from './store.ts';
import { toAccount } from './to-account.ts';
import type { FactsContext } from '../facts/handle/index.ts';

interface RenameInput {
  readonly id: string;
  readonly name: string;
  /** From the facts; absent if they do not have it. */
  readonly opened: OpenedAccount | undefined;
}

interface State {
  readonly name: string;
  readonly currency: string;
  readonly type: WalletType;
}

/** Renames an account of the partner, also in reports. */
export async function renameAccount(
  context: FactsContext,
  { account_id: id, account_name }: { readonly account_id: string; readonly account_name: string },
): Promise<WalletAccount> {
  const name = readName('account_name', account_name);
  const accounts = await openedAccounts(context, context.facts, partnerOf(context.actor));
  const opened = accounts.find(({ partner_account }) => partner_account === id);
  const { result } = await run(context, rename, { id, name, opened });
  return toAccount(result);
}

const rename = command({
  name: 'account.rename',
  scope: 'wallets:edit',
  async lock(tx, { id, opened }: RenameInput, { actor }): Promise<State | undefined> {
    const row = await lockAccount(tx, id).executeTakeFirst();
    if (row) return row.partner_uid === partnerOf(actor) ? row : undefined;
    return opened && { name: opened.account_name, currency: opened.currency, type: 'reward' };
  },
  decide({ name: formerName, currency, type }: State, { id, name }, { actor, now }) {
    const partner_uid = partnerOf(actor);
    const change: NewAccount = { id, partner_uid, name, renamed: true, currency, type, created_at: now };
    return {
      change,
      audit: { subject: id, details: { partner_uid, name, formerName } },
    };
  },
  write: (tx, account) => upsertName(tx, account).executeTakeFirst(),
});
