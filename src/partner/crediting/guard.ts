import type { Guard } from '../facts/index.ts';

const FIXED = ['currency', 'partner_uid'];

/** A ledger has one owner and one currency for ever, and so has the account that it belongs to. */
export const ledgerGuard: Guard = {
  kind: 'partner-accounts',
  refuse: FIXED.map(
    (field) => `
      select sent.line, '${field}', 'cannot change, because the account has a ledger: open another account'
      from batch sent join partner_accounts stored using (partner_account)
      where sent.${field} <> stored.${field} and (
        exists (
          select 1 from credited_rewards credited
          where credited.partner_no = stored.partner_no and credited.partner_account = stored.partner_account
        )
        or stored.partner_account in (select partner_account from progress_rewards)
        or stored.partner_account in (select partner_account from renamed_accounts)
      )`,
  ).join(' union all '),
};
