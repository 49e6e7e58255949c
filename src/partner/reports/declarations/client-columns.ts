import { amount, anyOf, anyOrNone, date, nullable, text } from '../query/index.ts';

/* Fields and filters of the reports about clients of the first level. */

export const CLIENT_FILTERS = {
  client_uid: anyOf('client_uid', 'Only these clients.', 'u-1'),
  client_country: anyOf('client_country', 'Only these countries.', 'PT'),
  link_code: anyOf('link_code', 'Only clients who came through these links.', 'a1b2c3'),
  partner_account: anyOf('partner_account', 'Only these accounts of yours.', '700100'),
  partner_account_name: anyOrNone('partner_account_name', 'Only accounts of these names.', 'Main'),
};

export const CLIENT_FIELDS = {
  client_uid: text('The client.', 'u-1'),
  client_country: text('Where the client lives.', 'PT'),
  link_code: text('The link the client came through.', 'a1b2c3'),
  partner_account: text('The account of yours that earns from the client.', '700100'),
  partner_account_name: text('Its name.', 'Main'),
};

export const LAST_TRADE = nullable(
  date('When the last order was closed; null before the first.', '2024-03-04'),
);

export const REWARD = {
  reward: amount('First-level rewards, in the currency of the partner account.', 11.77),
};
