import { Problem, type Actor, type Context } from '../../../kernel/index.ts';
import { ownActs } from '../../../platform/auth/index.ts';
import { command, run, type RunOptions } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { toMark } from '../../recipients/index.ts';
import { answerActs } from '../../screening/index.ts';
import { requestSubmit } from '../jobs.ts';
import { eventsOf, move, proceed, saveShown, type Move } from '../move.ts';
import type { Withdrawal } from '../schema.ts';
import type { Vote } from './schema.ts';
import { lockWithdrawal, type VoteRow, type WithdrawalRow } from '../store.ts';
import { insertVote, selectVotes } from './store.ts';

interface VoteInput extends Vote {
  readonly id: string;
}

/** Enough approvals make it PENDING; a single rejection cancels it. */
export async function voteOnWithdrawal(
  context: Context<Db>,
  input: VoteInput,
  options?: RunOptions,
): Promise<Withdrawal> {
  return (await run(context, vote, input, options)).result;
}

const vote = command({
  name: 'withdrawal.vote',
  scope: 'approvals:edit',
  async lock(tx, { id }: VoteInput, { actor, clock }) {
    const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const own = { by: actor.id, at: clock.now() };
    const votes = await selectVotes(tx, id).execute();
    const cast = votes.map(({ voter, created_at }) => ({ by: voter, at: created_at }));
    const request = { by: row.requested_by, at: row.created_at };
    const screened = answerActs(row);
    const isOwn = await ownActs(tx, [request, ...cast, ...screened], own);
    return {
      row,
      votes,
      hasVoted: cast.some(isOwn),
      isRequester: isOwn(request),
      isScreener: screened.some(isOwn),
    };
  },
  approves: ({ row }, { decision }) => describeVote(row, decision),
  decide({ row, votes, hasVoted, isRequester, isScreener }, { decision, comment = null }, { actor, now }) {
    const voter = actor.id;
    refuseUnlessOpen(row, now);
    if (isRequester) {
      throw new Problem(
        'unprocessable',
        'The requester of a withdrawal cannot vote on it, nor can an account that counts as the requester.',
      );
    }
    if (hasVoted) {
      throw new Problem(
        'conflict',
        'You, or an account that counts as you, have already voted; a vote cannot be changed.',
      );
    }
    if (isScreener) {
      throw new Problem(
        'unprocessable',
        'Who answered for the screening of a withdrawal cannot vote on it, nor can an account that counts as them.',
      );
    }
    if (votes.length >= row.approvals_required) {
      throw new Problem('invalid_transition', 'It has its approvals and waits for its screening.');
    }
    if (decision === 'APPROVE') refuseUnlessApprover(row, actor);
    const approvals = votes.length + 1;
    const change = decide(row, approvals, { voter, decision, comment }, now);
    const { status } = change.after;
    const reason =
      decision === 'REJECT'
        ? change.after.failure_message
        : `${approvals} of ${row.approvals_required} approvals`;
    const ballot: VoteRow = { withdrawal_id: row.id, voter, decision, comment, created_at: now };
    return {
      change: { ...change, ballot },
      audit: { subject: row.id, details: { status, reason, decision, comment } },
      events: eventsOf(change),
      jobs: status === 'PENDING' ? [requestSubmit(row.venue)] : [],
    };
  },
  async write(tx, { ballot, ...change }) {
    await insertVote(tx, ballot).execute();
    return saveShown(tx, change);
  },
});

/** Everything that makes a vote what it is. */
export function describeVote(row: WithdrawalRow, decision: string) {
  const { id, reference, venue, asset, amount, destination } = row;
  const recipient = toMark(row);
  return {
    id,
    reference,
    decision,
    venue,
    asset,
    amount,
    destination: { ...destination },
    ...(recipient && { recipient }),
  };
}

function refuseUnlessOpen(row: WithdrawalRow, now: Date): void {
  if (row.status !== 'APPROVAL_REQUESTED') {
    throw new Problem('invalid_transition', `The withdrawal is ${row.status}; it does not wait for votes.`);
  }
  if (row.due_at && row.due_at <= now) {
    throw new Problem('invalid_transition', `The time to vote ended at ${row.due_at.toISOString()}.`);
  }
}

function refuseUnlessApprover({ approvers }: WithdrawalRow, actor: Actor): void {
  if (approvers === null) return;
  if (actor.kind !== 'person') {
    throw new Problem('unprocessable', 'The policy wants people to approve it, not programs.');
  }
  if (approvers.length > 0 && !approvers.includes(actor.id)) {
    throw new Problem(
      'unprocessable',
      `The policy wants these people to approve it: ${approvers.join(', ')}.`,
    );
  }
}

function decide(
  row: WithdrawalRow,
  approvals: number,
  { voter, decision, comment }: Pick<VoteRow, 'voter' | 'decision' | 'comment'>,
  now: Date,
): Move {
  if (decision === 'REJECT') {
    const failure_message = `Rejected by ${voter}${comment === null ? '.' : `: ${comment}`}`;
    return move(row, 'CANCELLED', now, { failure_message });
  }
  return proceed(row, approvals, now);
}
