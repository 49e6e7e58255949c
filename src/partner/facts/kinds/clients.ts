import {
  amount,
  atMostAll,
  bool,
  code,
  country,
  currency,
  date,
  datetime,
  int,
  kind,
  oneOf,
  optional,
  positive,
  sha256Hex,
  symbol,
  text,
  LARGEST_INT,
} from './declare.ts';

export const clients = kind({
  name: 'clients',
  description: 'A person who registered through a link.',
  key: ['client_uid'],
  fields: {
    client_uid: code('The client.', 'u-1'),
    link_code: code('The link the client came through.', 'a1b2c3'),
    click_id: optional(code('The click the registration is put down to.', 'c-1')),
    registered_at: datetime('When.', '2024-03-01T09:30:00.000Z'),
    country: country('Where the client lives.', 'PT'),
    platform: code('Where the client registered.', 'web'),
    media_source: optional(text(256)('The network the client came from.', 'google')),
    email_sha256: optional(
      sha256Hex(
        'The SHA-256 of the e-mail address without spaces around it and in small letters, for affiliation checks.',
        '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b',
      ),
    ),
  },
  references: [
    { field: 'link_code', to: 'links' },
    { field: 'click_id', to: 'clicks' },
  ],
  number: 'client_no',
  time: 'registered_at',
  inherits: { through: 'link_code', columns: ['partner_no', 'partner_account'] },
});

export const clientAccounts = kind({
  name: 'client-accounts',
  description: 'A trading account of a client. Orders on trial accounts earn nothing.',
  key: ['client_account'],
  fields: {
    client_account: code('The account number.', '9001'),
    client_uid: code('Whose account it is.', 'u-1'),
    account_type: code('The type, by which tariffs differ.', 'standard'),
    platform: code('The trading platform.', 'mt5'),
    trial: optional(bool('Whether it holds play money; absent means no.', false)),
    opened_at: datetime('When it was opened.', '2024-03-01T10:00:00.000Z'),
    comment: optional(text(500)("The partner's note.", 'met at the fair')),
  },
  references: [{ field: 'client_uid', to: 'clients' }],
  number: 'account_no',
  time: 'opened_at',
  inherits: { through: 'client_uid', columns: ['partner_no', 'partner_account', 'client_no'] },
});

export const kyc = kind({
  name: 'kyc',
  description: "One check of a client's identity. A client has passed from the first check that was passed.",
  key: ['client_uid', 'checked_at'],
  fields: {
    client_uid: code('The client.', 'u-1'),
    checked_at: datetime('When.', '2024-03-02T08:00:00.000Z'),
    result: oneOf('passed', 'rejected')('What it found.', 'passed'),
  },
  references: [{ field: 'client_uid', to: 'clients' }],
  time: 'checked_at',
  inherits: { through: 'client_uid', columns: ['partner_no', 'client_no'] },
});

export const deposits = kind({
  name: 'deposits',
  description: 'Money that a client put into an account.',
  key: ['deposit_id'],
  fields: {
    deposit_id: code('The deposit.', 'd-1'),
    client_account: code('The account.', '9001'),
    deposited_at: datetime('When.', '2024-03-02T09:00:00.000Z'),
    amount_usd: positive(18, 8)('How much, in USD at that time.', '250.00'),
  },
  references: [{ field: 'client_account', to: 'client-accounts' }],
  time: 'deposited_at',
  inherits: { through: 'client_account', columns: ['partner_no', 'client_no', 'account_no', 'trial'] },
});

export const orders = kind({
  name: 'orders',
  description:
    'One closed order. Which of the optional fields an order needs follows from the formula of its tariff; ' +
    'an order that lacks one of them has no reward until it is sent again complete.',
  key: ['server', 'ticket'],
  fields: {
    server: code('The trading server.', 'real-1'),
    ticket: int(1, LARGEST_INT)('The number of the order on that server.', 123456),
    client_account: code('The account that traded.', '9001'),
    symbol: symbol('What was traded.', 'EURUSD'),
    base_currency: optional(currency('The base currency of the symbol.', 'EUR')),
    opened_at: datetime('When it was opened.', '2024-03-04T10:00:00.000Z'),
    closed_at: datetime(
      'When it was closed; its day in UTC is the day of the reward.',
      '2024-03-04T15:30:00.000Z',
    ),
    volume_lots: amount(11, 4)('The volume in lots.', '1.5'),
    volume_mln_usd: amount(18, 8)('The volume in millions of USD.', '0.16275'),
    open_spread: optional(amount(9, 3)('The spread at opening, in points.', '1.2')),
    close_spread: optional(amount(9, 3)('The spread at closing, in points.', '1.4')),
    point_value_usd: optional(amount(11, 6)('What one point of one lot is worth in USD.', '10')),
    contract_commission_usd: optional(amount(12, 4)('The commission of the contract.', '7.5')),
    close_by: optional(bool('Whether an opposite order closed it; absent means no.', false)),
    open_commission_usd: optional(amount(12, 4)('The commission at opening.', '3.5')),
    open_spread_revenue_usd: optional(amount(12, 4)('The revenue from the spread at opening.', '7')),
    equity_usd: optional(
      positive(13, 2)(
        'The equity of the account at closing; without it, nothing is taken off for a bonus.',
        '1000.00',
      ),
    ),
    credit_usd: optional(
      amount(13, 2)('The bonus part of the equity; given exactly when the equity is, 0 for none.', '100.00'),
    ),
    carried_reward_usd: optional(
      amount(18, 8)('What the order earns when no tariff applies to it; absent means 0.', '0'),
    ),
  },
  references: [{ field: 'client_account', to: 'client-accounts' }],
  rules: [
    { field: 'closed_at', holds: 'closed_at >= opened_at', reason: 'must not be before opened_at' },
    {
      field: 'open_commission_usd',
      holds: 'not close_by or open_commission_usd is not null',
      reason: 'is needed when an opposite order closed it',
    },
    {
      field: 'open_spread_revenue_usd',
      holds: 'not close_by or coalesce(open_spread_revenue_usd, 0) > 0',
      reason: 'must be more than zero when an opposite order closed it',
    },
    {
      field: 'credit_usd',
      holds: '(equity_usd is null) = (credit_usd is null)',
      reason: 'must be given together with equity_usd',
    },
    { field: 'credit_usd', holds: 'credit_usd <= equity_usd', reason: 'must not exceed equity_usd' },
  ],
  time: 'closed_at',
});

export const fraudLabels = kind({
  name: 'fraud-labels',
  description: 'A registration or an installation that was found to be fraud.',
  key: ['subject', 'subject_id'],
  fields: {
    subject: oneOf('registration', 'install')('What was found.', 'registration'),
    subject_id: code('The client or the installation.', 'u-1'),
    label: oneOf('fake', 'hijacked', 'invalid', 'other')('In which way.', 'fake'),
  },
  references: [
    { field: 'subject_id', to: 'clients', when: { field: 'subject', equals: 'registration' } },
    { field: 'subject_id', to: 'installs', when: { field: 'subject', equals: 'install' } },
  ],
  inherits: { through: 'subject_id', columns: ['partner_no'] },
});

/** The lines that apply on the first day on which the shares of their account come to more than 100 %. */
const OVER_100 = `
  with share as (
    select client_account, percent, shared_from, shared_to from batch anti join outcome using (line)
    union all
    select client_account, percent, shared_from, shared_to from shares
    where client_account in (select client_account from batch)
      and (client_account, agent_uid) not in (select (client_account, agent_uid) from batch)
  ),
  change as (
    select client_account, shared_from as day, percent from share
    union all
    select client_account, shared_to + 1, -percent from share where shared_to is not null
  ),
  total as (
    select client_account, day, sum(sum(percent)) over (partition by client_account order by day) as percent
    from change group by client_account, day
  )
  select line from batch
  join (select client_account, min(day) as day from total where percent > 100 group by client_account)
    using (client_account)
  where day between shared_from and coalesce(shared_to, day)`;

export const shares = kind({
  name: 'shares',
  description:
    'A client account that its partner shares with an agent. Crediting pays the agent a percentage of the first-level ' +
    'rewards, which the partner pays.',
  key: ['client_account', 'agent_uid'],
  fields: {
    client_account: code('The account.', '9001'),
    agent_uid: code('The agent, a partner too.', 'P1002'),
    percent: amount(5, 2)('What the agent gets of each reward.', '25'),
    shared_from: date('The first day.', '2024-03-01'),
    shared_to: optional(date('The last day; absent means it goes on.', '2024-12-31')),
  },
  references: [
    { field: 'client_account', to: 'client-accounts' },
    { field: 'agent_uid', to: 'partners' },
  ],
  rules: [
    atMostAll('percent'),
    { field: 'shared_to', holds: 'shared_to >= shared_from', reason: 'must not be before shared_from' },
  ],
  guards: [
    {
      field: 'agent_uid',
      reason: 'must be another partner than the one whose client has the account',
      refused: `
        select line from batch
        join client_accounts account using (client_account)
        join partners owner using (partner_no)
        where owner.partner_uid = batch.agent_uid`,
    },
    {
      field: 'percent',
      reason: 'must not bring the shares of the account to more than 100 on any day',
      refused: OVER_100,
    },
  ],
  inherits: { through: 'client_account', columns: ['partner_no', 'account_no'] },
});
