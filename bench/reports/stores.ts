import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { systemClock, type Context } from '../../src/kernel/index.ts';
import { prepareCrediting } from '../../src/partner/crediting/index.ts';
import { loadDemo } from '../../src/partner/demo/index.ts';
import { openFacts, type Facts } from '../../src/partner/facts/index.ts';
import { rewardDerivation } from '../../src/partner/rewards/index.ts';
import { startEmbedded } from '../../src/platform/postgres/index.ts';

const MEMORY_BYTES = 2 ** 30;

export interface Stores {
  readonly facts: Facts;
  readonly sql: Sql;
  close(): Promise<void>;
}

/** A demo program in the fact store, and the same rows in PostgreSQL with an index for every question. */
export async function openStores(orders: number): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
  // Root runs the database as another account, which has to enter the folder and read from it.
  await chmod(folder, 0o755);
  const facts = await openFacts({
    path: join(folder, 'facts', 'facts.duckdb'),
    spillFolder: join(folder, 'facts', 'spill'),
    threads: 2,
    memoryLimitBytes: MEMORY_BYTES,
    readers: 8,
    derivations: [rewardDerivation],
  });
  await prepareCrediting(facts);
  await loadDemo(contextOf(facts), { seed: 1, orders });
  await facts.database.write((session) => session.run(CREDIT));
  const server = await startEmbedded({
    dataFolder: folder,
    say: () => {},
    settings: { fsync: 'off', shared_buffers: '512MB', work_mem: '64MB', max_wal_size: '4GB' },
  });
  const sql = postgres(server.url, { onnotice: () => {} });
  for (const [table, indexes] of Object.entries(TABLES)) await copy(facts, sql, folder, table, indexes);
  return {
    facts,
    sql,
    close: async () => {
      await sql.end();
      await server.stop();
      await facts.database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const contextOf = (db: Facts, partnerUid?: string): Context<Facts> => ({
  actor: { kind: 'client', id: 'bench', tenant: 'bench', scopes: new Set(['reports:view']), partnerUid },
  clock: systemClock,
  db,
  traceId: 'bench',
  signal: new AbortController().signal,
});

/** As a run of crediting would have left it, without its ledger. */
const CREDIT = `
  insert into credited_rewards
  select row_number() over (order by o.day, o.partner_no, o.client_account), o.day - date '2020-01-01', 1,
    max(p.partner_uid), o.partner_no, max(a.partner_account), max(m.currency), null, max(a.client_uid), o.client_account,
    max(a.account_type), max(c.country), max(a.platform), max(c.link_code), o.day, o.day + interval 1 day, count(*),
    sum(o.volume_lots), sum(o.volume_mln_usd), sum(coalesce(o.reward, 0)), sum(coalesce(o.reward_usd, 0))
  from (select *, closed_at::date as day from orders) o
  join client_accounts a using (client_account)
  join clients c on c.client_uid = a.client_uid
  join partner_accounts m on m.partner_account = a.partner_account
  join partners p on p.partner_no = o.partner_no
  where not coalesce(a.trial, false)
  group by o.day, o.partner_no, o.client_account order by o.day, o.partner_no`;

/** The tables, and what is looked up in them. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  partners: ['partner_uid', 'parent_uid'],
  partner_accounts: ['partner_account'],
  impressions: ['partner_no, shown_on'],
  clicks: ['partner_no, clicked_at'],
  spend: ['partner_no, spent_on'],
  clients: ['client_uid', 'partner_no, registered_at'],
  client_accounts: ['client_account', 'partner_no'],
  deposits: ['partner_no, deposited_at'],
  shares: ['agent_uid'],
  orders: ['partner_no, closed_at', 'client_account'],
  credited_rewards: ['partner_no, reward_date'],
};

const TYPES: Readonly<Record<string, string>> = { VARCHAR: 'text', TINYINT: 'smallint' };

async function copy(
  { database }: Facts,
  sql: Sql,
  folder: string,
  table: string,
  indexes: readonly string[],
): Promise<void> {
  const columns = await database.query<{ column_name: string; column_type: string }>(
    `select column_name, column_type from (describe ${table})`,
  );
  const typed = columns.map(
    ({ column_name, column_type }) => `${column_name} ${TYPES[column_type] ?? column_type}`,
  );
  const file = join(folder, `${table}.csv`);
  await database.write((session) => session.run(`copy ${table} to '${file}' (header false)`));
  await sql.unsafe(`create table ${table} (${typed.join(', ')})`);
  await sql.unsafe(`copy ${table} from '${file}' (format csv)`);
  for (const index of indexes) await sql.unsafe(`create index on ${table} (${index})`);
  await sql.unsafe(`vacuum analyze ${table}`);
  await rm(file);
}
