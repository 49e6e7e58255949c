import { Problem, sha256, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { isAsked } from '../../../platform/proofs/index.ts';
import type { Withdrawal } from '../schema.ts';
import type { Vote } from './schema.ts';
import { selectWithdrawal } from '../store.ts';
import { describeVote, voteOnWithdrawal } from './vote.ts';

interface ListedVote extends Vote {
  readonly id: string;
}

type VoteResult =
  | { readonly id: string; readonly withdrawal: Withdrawal }
  | { readonly id: string; readonly code: string; readonly detail: string; readonly traceId: string };

/** Votes on several withdrawals with one confirmation. Each vote has its own result. */
export async function voteTogether(
  context: Context<Db>,
  votes: readonly ListedVote[],
): Promise<VoteResult[]> {
  if (await isAsked(context.db, context.actor)) await run(context, confirmVotes, votes);
  const results: VoteResult[] = [];
  for (const vote of votes) results.push(await voteOnOne(context, vote));
  return results;
}

async function voteOnOne(context: Context<Db>, vote: ListedVote): Promise<VoteResult> {
  const { id } = vote;
  try {
    return { id, withdrawal: await voteOnWithdrawal(context, vote, { isConfirmed: true }) };
  } catch (error) {
    if (error instanceof Problem && error.code !== 'reference_reused')
      return { id, code: error.code, detail: error.message, traceId: context.traceId };
    throw error;
  }
}

/** Confirms the whole list before the votes: what a withdrawal pays to whom never changes in between. */
const confirmVotes = command({
  name: 'votes.confirm',
  scope: 'approvals:edit',
  async lock(tx, votes: readonly ListedVote[], { actor }) {
    const described = [];
    for (const { id, decision } of votes) {
      const row = await selectWithdrawal(tx, actor.tenant, id).executeTakeFirst();
      if (row === undefined) throw new Problem('not_found', `There is no withdrawal ${id}.`);
      described.push(describeVote(row, decision));
    }
    return { votes: described };
  },
  approves: (state) => state,
  decide: ({ votes }) => ({
    change: undefined,
    audit: { subject: sha256(JSON.stringify(votes)).toString('hex').slice(0, 32), details: { votes } },
  }),
  write: async () => ({}),
});
