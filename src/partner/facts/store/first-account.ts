/** How the accounts of a partner are ordered: by the day they were opened, then by number. A shorter number is lower. */
export const ACCOUNT_ORDER = 'opened_on, length(partner_account), partner_account';

/** The first account of each partner, which gets whatever no link assigns to an account. */
export const FIRST_ACCOUNTS = `
  select distinct on (partner_no) partner_no, partner_uid, partner_account, account_name, currency
  from partner_accounts order by partner_no, ${ACCOUNT_ORDER}`;
