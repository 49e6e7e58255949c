import { sha256 } from '../../kernel/index.ts';

/**
 * Rows of payouts in the fact store; docs/decisions/0025 describes the columns. Amounts have 18 digits where that is
 * enough: wider numbers take the engine several times as long to read.
 */
const CREDITED_REWARDS = {
  id: 'bigint not null',
  reward_order: 'bigint not null',
  level: 'smallint not null',
  partner_uid: 'varchar not null',
  partner_no: 'integer',
  partner_account: 'varchar not null',
  currency: 'varchar not null',
  subpartner_account: 'varchar',
  agent_uid: 'varchar',
  client_uid: 'varchar not null',
  client_account: 'varchar not null',
  client_account_type: 'varchar not null',
  country: 'varchar not null',
  platform: 'varchar not null',
  link_code: 'varchar not null',
  reward_date: 'date not null',
  reward_datetime: 'timestamp not null',
  orders_count: 'bigint not null',
  volume_lots: 'decimal(18, 4) not null',
  volume_mln_usd: 'decimal(18, 8) not null',
  reward: 'decimal(38, 8) not null',
  reward_usd: 'decimal(18, 8) not null',
};

const PROGRESS_REWARDS = {
  compensation_id: 'bigint not null',
  reward_order: 'bigint not null',
  partner_uid: 'varchar not null',
  partner_no: 'integer',
  partner_account: 'varchar not null',
  currency: 'varchar not null',
  old_tier_group_id: 'bigint not null',
  new_tier_group_id: 'bigint not null',
  payment_date: 'timestamp not null',
  compensation_period_start: 'timestamp not null',
  compensation_period_end: 'timestamp not null',
  commission_percentage: 'decimal(5, 2) not null',
  compensation_amount: 'decimal(38, 8) not null',
  reward: 'decimal(38, 8) not null',
};

const PROGRESS_REWARD_DETAILS = {
  id: 'bigint not null',
  reward_order: 'bigint not null',
  compensation_id: 'bigint not null',
  partner_uid: 'varchar not null',
  partner_no: 'integer',
  client_account: 'varchar not null',
  account_type: 'varchar not null',
  reward_date: 'timestamp not null',
  server: 'varchar not null',
  order_id: 'bigint not null',
  progress_reward_amount_usd: 'decimal(38, 8) not null',
  initial_reward_usd: 'decimal(18, 8) not null',
  initial_reward_size: 'decimal(18, 6) not null',
  old_reward_size: 'decimal(18, 6) not null',
  new_reward_size: 'decimal(18, 6) not null',
};

/** A wallet account may be renamed; the fact keeps the name it was opened with. */
const RENAMED_ACCOUNTS = {
  partner_account: 'varchar not null',
  account_name: 'varchar not null',
};

/** The rows of payouts up to `tidy_payout` are clustered. */
const CREDITING_STATE = {
  last_payout: 'bigint not null',
  tidy_payout: 'bigint not null',
  layout: 'varchar not null',
};

const TABLES = {
  credited_rewards: CREDITED_REWARDS,
  progress_rewards: PROGRESS_REWARDS,
  progress_reward_details: PROGRESS_REWARD_DETAILS,
  renamed_accounts: RENAMED_ACCOUNTS,
  crediting_state: CREDITING_STATE,
};

/** The columns of a table that come from payouts: all but the partner's number. */
export const columnsOf = (table: keyof typeof TABLES): string[] =>
  Object.keys(TABLES[table]).filter((name) => name !== 'partner_no');

const CREATE_TABLES = Object.entries(TABLES).map(([name, columns]) => {
  const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `drop table if exists ${name}; create table ${name} (${declared.join(', ')});`;
});

/** Creates the tables, empty, in place of earlier ones; every day that has orders has to be credited again. */
export const createTables = (layout: string): string => `
  drop view if exists account_names;
  ${CREATE_TABLES.join('\n')}
  create view account_names as
    select partner_account, coalesce(renamed_accounts.account_name, partner_accounts.account_name) as account_name
    from partner_accounts left join renamed_accounts using (partner_account);
  insert into crediting_state values (0, 0, '${layout}');
  insert into touched_days
    select distinct closed_at::date, (select version from fact_state) from orders`;

export const FIND_STATE_TABLE =
  "select 1 from information_schema.tables where table_name = 'crediting_state'";

export const LAYOUT: string = sha256(CREATE_TABLES.join('')).toString('hex');
