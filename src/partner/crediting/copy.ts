import { rm, writeFile } from 'node:fs/promises';
import type { Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { fileIn, tableOf } from './draft.ts';
import { selectHead, selectNext, type PayoutKind } from './store.ts';
import { columnsOf, createTables, LAYOUT } from './tables.ts';

interface PayoutRows {
  readonly number: number;
  readonly kind: PayoutKind;
  /** The table or view that has its rows. */
  readonly table: string;
}

/** Copies all payouts that the fact store does not have yet, and returns the number of the last one. */
export async function catchUp(db: Db, facts: Facts): Promise<number> {
  const head = await selectHead(db).executeTakeFirstOrThrow();
  let last = await facts.database.write(async (session) => {
    const known = await lastCopied(session);
    if (known <= head.number) return known;
    // The store has payouts that PostgreSQL does not know: PostgreSQL was restored to an earlier state.
    await session.transaction(() => session.run(createTables(LAYOUT)));
    return 0;
  });
  while (last < head.number) {
    const next = await selectNext(db, last).executeTakeFirstOrThrow();
    const path = fileIn(facts.spillFolder);
    await writeFile(path, next.rows);
    const { number, kind } = next;
    const table = tableOf(number);
    await facts.database.write(async (session) => {
      await session.viewRows(path, table);
      await copyPayout(session, { number, kind, table });
    });
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

interface CopyOptions {
  /** Runs while the rows are written; when it fails, nothing is copied. */
  readonly meanwhile?: () => Promise<void>;
  /** Statements that are part of the same transaction. */
  readonly statements?: string;
}

/** Copies the rows of a payout; returns false when it is not the next one after the last that was copied. */
export async function copyPayout(
  session: Session,
  { number, kind, table }: PayoutRows,
  { meanwhile, statements = '' }: CopyOptions = {},
): Promise<boolean> {
  return session.transaction(async () => {
    if ((await lastCopied(session)) !== number - 1) return false;
    const inserts = kind === 'progress' ? progressRows(table) : [insert('credited_rewards', table, ['*'])];
    // Both have to end before the transaction does, even if one of them fails.
    const outcomes = await Promise.allSettled([
      meanwhile?.(),
      session.run(`${inserts.join(';')}; update crediting_state set last_payout = ${number}; ${statements}`),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return true;
  });
}

/**
 * Payouts name partners by uid; `partner_no` is the number of a partner in this fact store. Columns are matched by name,
 * so that payouts from before a column was added can still be copied.
 */
function insert(into: Copy, rows: string, columns: readonly string[]): string {
  return `insert into ${into} by name
    select ${columns.map((name) => `made.${name}`).join(', ')}, partners.partner_no
    from ${rows} made left join partners on partners.partner_uid = made.partner_uid`;
}

function progressRows(table: string): string[] {
  const columns = columnsOf('progress_rewards');
  const same = columns.filter((name) => name !== 'compensation_amount');
  const compensations = `(
    select ${same.join(', ')}, sum(progress_reward_amount_usd) as compensation_amount
    from ${table} group by ${same.join(', ')}
  )`;
  return [
    insert('progress_reward_details', table, columnsOf('progress_reward_details')),
    insert('progress_rewards', compensations, columns),
  ];
}

const COPIES = ['credited_rewards', 'progress_rewards', 'progress_reward_details'] as const;
type Copy = (typeof COPIES)[number];

/** Fills in the numbers of partners that the store did not know when their rows were copied. */
export async function findPartners(session: Session): Promise<void> {
  for (const table of COPIES) {
    await session.run(`
      update ${table} set partner_no = partners.partner_no from partners
      where ${table}.partner_no is null and ${table}.partner_uid = partners.partner_uid`);
  }
}
