import type { ForeignGuard } from '../facts/kinds/index.ts';

const hasLedger = (account: string): string => `(
  exists (
    select 1 from credited_rewards credited
    where credited.partner_no = ${account}.partner_no and credited.partner_account = ${account}.partner_account
  )
  or ${account}.partner_account in (select partner_account from progress_rewards)
  or ${account}.partner_account in (select partner_account from renamed_accounts)
  or ${account}.partner_account in (select partner_account from entered_accounts)
)`;

/** A ledger keeps its owner and its currency, and so does the account that it belongs to. */
export const ledgerGuards: readonly ForeignGuard[] = [
  ...['currency', 'partner_uid'].map((field) => ({
    kind: 'partner-accounts',
    against: 'change' as const,
    field,
    reason: 'cannot change, because the account has a ledger: open another account',
    refused: `
      select sent.line from batch sent join partner_accounts stored using (partner_account)
      where sent.${field} <> stored.${field} and ${hasLedger('stored')}`,
  })),
  {
    kind: 'partner-accounts',
    against: 'withdrawal',
    field: 'partner_account',
    reason: 'has a ledger, so it must stay',
    refused: `
      select withdrawal.line from withdrawal join partner_accounts stored using (partner_account)
      where ${hasLedger('stored')}`,
  },
];
