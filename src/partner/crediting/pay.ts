import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { post } from '../wallets/index.ts';
import type { Draft, Head } from './draft.ts';
import { insertPayout, lockHead, updateHead } from './store.ts';

/** Makes a drafted payout, unless another has been made since: then it is refused as a conflict. */
export async function pay(context: Context<Db>, draft: Draft): Promise<void> {
  await run(context, makePayout, draft);
}

const ENTRY_KINDS = { rewards: 'reward', adjustments: 'adjustment', progress: 'progress' } as const;

const makePayout = command({
  name: 'payout.make',
  scope: 'admin',
  lock: (tx) => lockHead(tx).executeTakeFirst(),
  decide(head: Head, draft: Draft) {
    if (head.number !== draft.number - 1)
      throw new Problem('conflict', 'Another payout has been made meanwhile.');
    const { kind, firstDay, lastDay, rowCount, rewardUsd, postings } = draft;
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
          accounts: postings.length,
        },
      },
    };
  },
  async write(tx, { number, kind, firstDay, lastDay, at, rowCount, lastRowId, rewardUsd, postings, rows }) {
    await post(tx, { kind: ENTRY_KINDS[kind], reference: `payout:${number}`, at, postings });
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
