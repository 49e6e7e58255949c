import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import type { Duckdb } from '../../src/platform/duckdb/index.ts';
import { startEmbedded } from '../../src/platform/postgres/index.ts';

interface Table {
  /** What the questions look at. */
  readonly columns: string;
  /** In which order the rows came. */
  readonly arrival?: string;
  /** What is looked up in it. */
  readonly indexes: readonly string[];
}

const TABLES: Readonly<Record<string, Table>> = {
  partners: {
    columns: 'partner_uid, parent_uid, partner_no, ab_test',
    indexes: ['partner_uid', 'parent_uid'],
  },
  partner_accounts: {
    columns: 'partner_account, partner_no, currency, account_name, opened_on',
    indexes: ['partner_account', 'partner_no'],
  },
  campaigns: { columns: 'campaign_code, qualifying_deposit_usd, eligible_countries', indexes: [] },
  links: { columns: 'link_code, campaign_code, partner_no', indexes: ['link_code'] },
  impressions: {
    columns: 'partner_no, shown_on, impression_count',
    arrival: 'shown_on',
    indexes: ['partner_no, shown_on'],
  },
  clicks: { columns: 'partner_no, clicked_at', arrival: 'clicked_at', indexes: ['partner_no, clicked_at'] },
  spend: {
    columns: 'partner_no, spent_on, channel, amount_usd, country, media_source, platform',
    arrival: 'spent_on',
    indexes: ['partner_no, spent_on'],
  },
  clients: {
    columns: 'client_uid, partner_no, registered_at, country, platform, media_source, link_code',
    arrival: 'registered_at',
    indexes: ['client_uid', 'partner_no, registered_at'],
  },
  client_accounts: {
    columns:
      'client_account, client_uid, partner_no, partner_account, account_type, platform, trial, opened_at, comment',
    arrival: 'opened_at',
    indexes: ['client_account', 'client_uid', 'partner_no'],
  },
  installs: {
    columns: 'install_id, partner_no, installed_at, country, platform, media_source, link_code',
    arrival: 'installed_at',
    indexes: ['partner_no, installed_at'],
  },
  fraud_labels: { columns: 'subject, subject_id, label', indexes: ['subject_id'] },
  kyc: {
    columns: 'client_uid, partner_no, checked_at, result',
    arrival: 'checked_at',
    indexes: ['partner_no'],
  },
  deposits: {
    columns: 'client_account, partner_no, deposited_at, amount_usd',
    arrival: 'deposited_at',
    indexes: ['partner_no, deposited_at', 'client_account'],
  },
  shares: {
    columns: 'client_account, agent_uid, percent, shared_from, shared_to, partner_no',
    indexes: ['agent_uid'],
  },
  tier_changes: {
    columns: 'compensation_id, partner_no, compensation_period_start, compensation_period_end',
    indexes: ['compensation_id'],
  },
  orders: {
    columns: `server, ticket, symbol, formula_code, client_account, partner_no, parent_no, opened_at, closed_at,
      volume_lots, volume_mln_usd, open_spread, close_spread, reward, reward_usd, parent_reward, parent_reward_usd`,
    arrival: 'closed_at',
    indexes: ['partner_no, closed_at', 'client_account', 'parent_no'],
  },
  credited_rewards: {
    columns: `id, reward_order, level, partner_no, partner_account, currency, subpartner_account, client_uid,
      client_account, client_account_type, country, platform, link_code, reward_date, reward_datetime, orders_count,
      volume_lots, volume_mln_usd, reward, reward_usd`,
    arrival: 'id',
    indexes: ['partner_no, level, reward_date'],
  },
  progress_rewards: {
    columns: `compensation_id, reward_order, partner_no, old_tier_group_id, new_tier_group_id, payment_date,
      compensation_period_start, compensation_period_end, compensation_amount, commission_percentage`,
    indexes: ['partner_no'],
  },
  progress_reward_details: {
    columns: `id, compensation_id, partner_no, client_account, account_type, reward_date, order_id,
      progress_reward_amount_usd, initial_reward_usd, initial_reward_size, old_reward_size, new_reward_size`,
    arrival: 'id',
    indexes: ['compensation_id'],
  },
};

export interface Relational {
  readonly sql: Sql;
  close(): Promise<void>;
}

/** What a machine of this size would be given; nothing is lost that could not be made again. */
const SETTINGS = {
  fsync: 'off',
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
};

export async function startRelational(dataFolder: string): Promise<Relational> {
  const server = await startEmbedded({ dataFolder, say: () => {}, settings: SETTINGS });
  const sql = postgres(server.url, { onnotice: () => {} });
  return {
    sql,
    close: async () => {
      await sql.end();
      await server.stop();
    },
  };
}

/** The same rows, as they came, with an index for every question. */
export async function copyAll(database: Duckdb, sql: Sql, folder: string): Promise<void> {
  for (const [name, table] of Object.entries(TABLES)) await copy(database, sql, folder, name, table);
}

const TYPES: Readonly<Record<string, string>> = { VARCHAR: 'text', TINYINT: 'smallint' };

async function copy(database: Duckdb, sql: Sql, folder: string, name: string, table: Table): Promise<void> {
  const { columns, arrival, indexes } = table;
  const rows = `select ${columns} from ${name}`;
  const described = await database.query<{ column_name: string; column_type: string }>(
    `select column_name, column_type from (describe ${rows})`,
  );
  const typed = described.map(
    ({ column_name, column_type }) => `${column_name} ${TYPES[column_type] ?? column_type}`,
  );
  const file = join(folder, `${name}.csv`);
  const ordered = arrival === undefined ? rows : `${rows} order by ${arrival}`;
  await database.write((session) => session.run(`copy (${ordered}) to '${file}' (header false)`));
  await sql.unsafe(`create table ${name} (${typed.join(', ')})`);
  await sql.unsafe(`copy ${name} from '${file}' (format csv)`);
  for (const index of indexes) await sql.unsafe(`create index on ${name} (${index})`);
  await sql.unsafe(`vacuum analyze ${name}`);
  await rm(file);
}
