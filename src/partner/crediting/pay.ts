import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { post, type EntryKind } from '../wallets/index.ts';
import type { Draft, Head } from './draft.ts';
import { insertPayout, lockHead, updateHead } from './store.ts';

/** Makes a drafted payout. Fails with a conflict when another payout was made since it was drafted. */
export async function pay(context: Context<Db>, draft: Draft): Promise<void> {
  await run(context, makePayout, draft);
}

const makePayout = command({
  name: 'payout.make',
  scope: 'admin',
  lock: (tx) => lockHead(tx).executeTakeFirst(),
  decide(head: Head, draft: Draft) {
    if (head.number !== draft.number - 1)
      throw new Problem('conflict', 'Another payout was made in the meantime.');
    const { kind, firstDay, lastDay, rowCount, rewardUsd, entries } = draft;
    const accounts = new Set(entries.map(({ posting }) => posting.account_id));
    return {
      change: draft,
      audit: {
        subject: String(draft.number),
        details: {
          kind,
          firstDay,
          lastDay,
          rows: rowCount,
          rewardUsd: rewardUsd.toString(),
          accounts: accounts.size,
        },
      },
    };
  },
  async write(tx, { number, kind, firstDay, lastDay, at, rowCount, lastRowId, rewardUsd, entries, rows }) {
    for (const entryKind of new Set(entries.map((entry) => entry.kind))) {
      const postings = entries.filter((entry) => entry.kind === entryKind).map(({ posting }) => posting);
      await post(tx, { kind: entryKind, reference: referenceOf(number, entryKind), at, postings });
    }
    await insertPayout(tx, {
      number: String(number),
      kind,
      first_day: firstDay,
      last_day: lastDay,
      row_count: String(rowCount),
      reward_usd: rewardUsd.toString(),
      rows,
      created_at: at,
    }).execute();
    return updateHead(tx, String(number), lastRowId).executeTakeFirst();
  },
});

/** A payout posts rewards and commissions to an account separately. */
const referenceOf = (payout: number, kind: EntryKind): string =>
  kind === 'commission' ? `payout:${payout}:commission` : `payout:${payout}`;
