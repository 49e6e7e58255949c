import { dayOf, markDays, type ProjectedKind, type Projection } from '../facts/store/index.ts';

/** What a credited row is. */
export const CREDITED_KINDS = [
  'reward',
  'second_level_reward',
  'commission',
  'commission_paid',
  'adjustment',
] as const;
export type CreditedKind = (typeof CREDITED_KINDS)[number];

/**
 * One row for each level, partner account, client account, agent, day and payout. In an adjustment the sums are
 * differences. The client, its country and its link are as they were when credited. Amounts have 18 digits where that is
 * enough: wider numbers take the engine several times as long to read.
 */
const CREDITED_REWARDS = {
  id: 'bigint not null',
  /** The number of the payout. */
  reward_order: 'bigint not null',
  kind: 'varchar not null',
  /** 2 where the parent earns, and is the partner of the row. */
  level: 'smallint not null',
  partner_uid: 'varchar not null',
  partner_no: 'integer',
  partner_account: 'varchar not null',
  currency: 'varchar not null',
  /** The account of the partner below; null on level 1. */
  subpartner_account: 'varchar',
  /** The agent of a commission, on the agent's row and on that of the partner who pays it. */
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

/** One row for each compensation and payout: `compensation_amount` in USD, `reward` in the currency of the account. */
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

/**
 * One row for each order, compensation and payout. The sizes are those of the tariffs on the day of the order, at the
 * end of the period and on the day of payment.
 */
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

/** The rows of payouts up to `tidy_payout` are clustered. */
const CREDITING_STATE = {
  tidy_payout: 'bigint not null',
};

const TABLES = {
  credited_rewards: CREDITED_REWARDS,
  progress_rewards: PROGRESS_REWARDS,
  progress_reward_details: PROGRESS_REWARD_DETAILS,
  crediting_state: CREDITING_STATE,
};

type Table = keyof typeof TABLES;

/** Columns that each store computes itself. */
const DERIVED: ReadonlySet<string> = new Set(['partner_no', 'kind']);

/** The columns of a table that come from payouts. */
const columnsOf = (table: Table): string[] => Object.keys(TABLES[table]).filter((name) => !DERIVED.has(name));

/** The types in which rows of payouts are read from the log. */
const typesOf = (columns: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => !DERIVED.has(name))
      .map(([name, type]) => [name, type.replace(' not null', '')]),
  );

const CREATE_TABLES = Object.entries(TABLES).map(([name, columns]) => {
  const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `create table ${name} (${declared.join(', ')});`;
});

/** Payouts name partners by uid; `partner_no` is the number of a partner in one store. */
const insert = (into: Table, rows: string, further = '', joins = ''): string => `
  insert into ${into} by name
  select ${columnsOf(into)
    .map((name) => `made.${name}`)
    .join(', ')}, partners.partner_no${further}
  from ${rows} made left join partners on partners.partner_uid = made.partner_uid ${joins}`;

/** The payouts after the first one of a day correct what that one credited. */
const KIND = `
  case when made.reward_order > first_payout.number then 'adjustment'
    when level = 2 then 'second_level_reward'
    when agent_uid is null then 'reward'
    when agent_uid = made.partner_uid then 'commission'
    else 'commission_paid' end as kind`;

const joinFirstPayouts = (rows: string): string => `
  join (
    select reward_date, min(reward_order) as number from (
      select reward_date, reward_order from ${rows}
      union all
      select reward_date, reward_order from credited_rewards where reward_date in (select reward_date from ${rows})
    ) group by reward_date
  ) first_payout on first_payout.reward_date = made.reward_date`;

/** Rewards and adjustments. `facts` is the last batch that they were computed from. */
const creditedRewards: ProjectedKind = {
  table: 'credited_rewards',
  columns: { ...typesOf(CREDITED_REWARDS), facts: 'bigint' },
  insert: (rows) => `
    ${insert('credited_rewards', rows, `, ${KIND}`, joinFirstPayouts(rows))};
    ${markDays('credited_rewards', `select reward_date as day from ${rows}`)};
    delete from touched_days using (
      select reward_date, max(facts) as facts from ${rows} group by reward_date
    ) credited
    where day = credited.reward_date and version <= credited.facts`,
};

const { compensation_amount: _summed, ...PROGRESS } = PROGRESS_REWARDS;

/** A row for each order of a compensation, each with what the compensation says. */
const progressRewards: ProjectedKind = {
  table: 'progress_reward_details',
  columns: { ...typesOf(PROGRESS), ...typesOf(PROGRESS_REWARD_DETAILS) },
  insert(rows) {
    const same = Object.keys(typesOf(PROGRESS)).join(', ');
    const compensations = `(
      select ${same}, sum(progress_reward_amount_usd) as compensation_amount from ${rows} group by ${same}
    )`;
    return `
      ${insert('progress_reward_details', rows)};
      ${markDays('progress_reward_details', `select ${dayOf('reward_date')} as day from ${rows}`)};
      ${insert('progress_rewards', compensations)};
      ${markDays('progress_rewards', `select ${dayOf(undefined)} as day from ${rows}`)}`;
  },
};

/** The kinds of batches that payouts are in the log. */
const KINDS = { 'credited-rewards': creditedRewards, 'progress-rewards': progressRewards };

export type PayoutBatchKind = keyof typeof KINDS;

/** What was credited, in the store: reports read it, and crediting compares with it. */
export const creditingProjection: Projection = {
  tables: `${CREATE_TABLES.join('\n')} insert into crediting_state values (0);`,
  kinds: KINDS,
};

/** Statements that insert the rows of a payout into the store. */
export const insertPayoutRows = (kind: PayoutBatchKind, rows: string): string => KINDS[kind].insert(rows);
