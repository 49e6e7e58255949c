import type { ForeignGuard } from '../facts/index.ts';

/** A ledger keeps its owner and its currency, and so does the account that it belongs to. */
export const ledgerGuards: readonly ForeignGuard[] = ['currency', 'partner_uid'].map((field) => ({
  kind: 'partner-accounts',
  field,
  reason: 'cannot change, because the account has a ledger: open another account',
  refused: `
    select sent.line from batch sent join partner_accounts stored using (partner_account)
    where sent.${field} <> stored.${field} and (
      exists (
        select 1 from credited_rewards credited
        where credited.partner_no = stored.partner_no and credited.partner_account = stored.partner_account
      )
      or stored.partner_account in (select partner_account from progress_rewards)
      or stored.partner_account in (select partner_account from renamed_accounts)
    )`,
}));
