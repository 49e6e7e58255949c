import type { Context } from '../../kernel/index.ts';
import type { Facts } from '../facts/handle/index.ts';

/** An account from the facts. */
export interface OpenedAccount {
  readonly partner_account: string;
  readonly currency: string;
  readonly account_name: string;
}

const FIND_OPENED = `
  select partner_account, currency, account_name from partner_accounts
  where partner_uid = $1 order by partner_account limit 1000`;

/** The accounts of a partner, with or without ledger entries. */
export function openedAccounts(
  { signal }: Pick<Context<unknown>, 'signal'>,
  { database }: Facts,
  partnerUid: string,
): Promise<OpenedAccount[]> {
  return database.query<OpenedAccount>(FIND_OPENED, [partnerUid], { signal });
}
