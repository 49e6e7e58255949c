import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import {
  appendWithin,
  checkNext,
  lockLog,
  type Appended,
  type Batch,
  type LogHead,
} from '../facts/log/index.ts';
import { hold, post, rewardOccasion, type EntryKind } from '../wallets/index.ts';
import type { Draft, Head } from './draft.ts';
import { insertPayout, lockHead, updateHead } from './store.ts';

interface Payment {
  readonly draft: Draft;
  readonly batch: Batch;
}

/** Makes a drafted payout: its ledger entries and its batch. Fails with a conflict when another came before it. */
export async function pay(context: Context<Db>, draft: Draft, batch: Batch): Promise<Appended> {
  const { result } = await run(context, makePayout, { draft, batch });
  return result;
}

interface Heads {
  readonly log: LogHead;
  readonly payouts: Head;
}

async function lockHeads(tx: Tx): Promise<Heads> {
  const log = await lockLog(tx);
  return { log, payouts: await lockHead(tx).executeTakeFirstOrThrow() };
}

const makePayout = command({
  name: 'payout.make',
  scope: 'admin',
  lock: lockHeads,
  decide({ log, payouts }: Heads, payment: Payment) {
    const { draft, batch } = payment;
    checkNext(log, batch);
    if (payouts.number !== draft.number - 1)
      throw new Problem('conflict', 'Another payout was made in the meantime.');
    const { kind, firstDay, lastDay, rowCount, rewardUsd, entries } = draft;
    const accounts = new Set(entries.map(({ posting }) => posting.account_id));
    return {
      change: payment,
      audit: {
        subject: String(draft.number),
        details: {
          kind,
          firstDay,
          lastDay,
          rows: rowCount,
          rewardUsd: rewardUsd.toString(),
          accounts: accounts.size,
          batch: batch.number,
        },
      },
      // One job, however many partners there are.
      jobs: entries.length > 0 ? [rewardOccasion(draft.at)] : [],
    };
  },
  async write(tx, { draft, batch }, { actor }) {
    const {
      number,
      kind,
      firstDay,
      lastDay,
      at,
      rowCount,
      lastRowId,
      causes,
      rewardUsd,
      entries,
      maturities,
    } = draft;
    for (const entryKind of new Set(entries.map((entry) => entry.kind))) {
      const postings = entries.filter((entry) => entry.kind === entryKind).map(({ posting }) => posting);
      await post(tx, { kind: entryKind, reference: referenceOf(number, entryKind), at, postings });
    }
    await hold(tx, maturities, at);
    const appended = await appendWithin(tx, batch, { actor, now: at });
    await insertPayout(tx, {
      number: String(number),
      kind,
      first_day: firstDay,
      last_day: lastDay,
      row_count: String(rowCount),
      reward_usd: rewardUsd.toString(),
      batch: String(batch.number),
      causes: [...causes],
      created_at: at,
    }).execute();
    await updateHead(tx, String(number), lastRowId).execute();
    return appended;
  },
});

/** A payout of rewards posts up to three entries to an account. */
const PARTS: Partial<Record<EntryKind, string>> = {
  second_level_reward: ':second-level',
  commission: ':commission',
};
const referenceOf = (payout: number, kind: EntryKind): string => `payout:${payout}${PARTS[kind] ?? ''}`;
