import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { FILE_PREFIX, readingFrom } from './draft.ts';
import { selectHead, selectNext, type PayoutKind } from './store.ts';
import { createTables, LAYOUT } from './tables.ts';

interface Made {
  readonly number: number;
  readonly kind: PayoutKind;
  /** Which has its rows. */
  readonly relation: string;
}

/** Brings the tables of the fact store to the last payout, and tells its number. */
export async function catchUp(db: Db, facts: Facts): Promise<number> {
  const head = await selectHead(db).executeTakeFirstOrThrow();
  let last = await facts.database.write(async (session) => {
    const known = await lastCopied(session);
    if (known <= head.number) return known;
    // They tell of payouts that PostgreSQL does not know, which was taken back to an earlier state.
    await session.transaction(() => session.run(createTables(LAYOUT)));
    return 0;
  });
  while (last < head.number) {
    const next = await selectNext(db, last).executeTakeFirstOrThrow();
    const path = join(facts.spillFolder, `${FILE_PREFIX}${randomUUID()}.parquet`);
    await writeFile(path, next.rows);
    const { number, kind } = next;
    await facts.database.write((session) =>
      copyPayout(session, { number, kind, relation: readingFrom(path) }),
    );
    await rm(path);
    last = number;
  }
  return last;
}

export async function lastCopied(session: Session): Promise<number> {
  const [state] = await session.query<{ last_payout: number }>('select last_payout from crediting_state');
  if (!state) throw new Error('The fact store was not prepared for crediting.');
  return state.last_payout;
}

interface Besides {
  /** What has to come about for the copy to stand, done while the rows are written. */
  readonly meanwhile?: () => Promise<void>;
  /** Statements that belong to the copy. */
  readonly statements?: string;
}

/** Copies the rows of a payout that follows on the last one; false when it does not. */
export async function copyPayout(
  session: Session,
  { number, kind, relation }: Made,
  { meanwhile, statements = '' }: Besides = {},
): Promise<boolean> {
  return session.transaction(async () => {
    if ((await lastCopied(session)) !== number - 1) return false;
    const inserts = kind === 'progress' ? progressRows(relation) : rewardRows(relation);
    // Both have to end before the transaction does, also when one of them fails.
    const outcomes = await Promise.allSettled([
      meanwhile?.(),
      session.run(`${inserts.join(';')}; update crediting_state set last_payout = ${number}; ${statements}`),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return true;
  });
}

/** Payouts name partners by their uid; their number in this fact store is found when they are known to it. */
const ofPartner = (rows: string): string =>
  `select rows.*, partner_no from (${rows}) rows left join partners using (partner_uid)`;

const rewardRows = (relation: string): string[] => [
  `insert into credited_rewards by name ${ofPartner(`from ${relation}`)}`,
];

const progressRows = (relation: string): string[] => [
  `insert into progress_reward_details by name
    ${ofPartner(`select id, reward_order, compensation_id, partner_uid, client_account, account_type, reward_date,
      server, order_id, progress_reward_amount_usd, initial_reward_usd, initial_reward_size, old_reward_size,
      new_reward_size from ${relation}`)}`,
  `insert into progress_rewards by name
    ${ofPartner(`select reward_order, compensation_id, partner_uid, partner_account, currency, old_tier_group_id,
      new_tier_group_id, payment_date, compensation_period_start, compensation_period_end, commission_percentage,
      reward, sum(progress_reward_amount_usd) as compensation_amount from ${relation} group by all`)}`,
];

const COPIES = ['credited_rewards', 'progress_rewards', 'progress_reward_details'];

/** Finds the number of partners that were not known when their rows were copied. */
export async function findPartners(session: Session): Promise<void> {
  for (const table of COPIES) {
    await session.run(`
      update ${table} set partner_no = partners.partner_no from partners
      where ${table}.partner_no is null and ${table}.partner_uid = partners.partner_uid`);
  }
}
