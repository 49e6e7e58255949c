import { accountableFor, type Actor } from '../../kernel/index.ts';
import type { ShownVote } from './votes/index.ts';
import type { WithdrawalRow } from './store.ts';

/** Why somebody cannot vote on a withdrawal. The first that applies is said. */
export const OBSTACLES = ['CLOSED', 'LATE', 'OWN', 'VOTED', 'NOT_APPROVER', 'OTHERS'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

interface Ballot extends Pick<WithdrawalRow, 'status' | 'due_at' | 'requested_by' | 'approvers'> {
  readonly votes: readonly Pick<ShownVote, 'voter'>[];
  /** The person who answers for the requester, where that is a client. */
  readonly requester_owner: string | null;
}

/** Null where the actor can vote, for which `waiting/store.ts` has the same rules in SQL. */
export function cannotVote(ballot: Ballot, actor: Actor, now: Date): Obstacle | null {
  const { status, due_at, requested_by, requester_owner, votes, approvers } = ballot;
  const voter = accountableFor(actor);
  if (status !== 'APPROVAL_REQUESTED') return 'CLOSED';
  if (due_at !== null && due_at <= now) return 'LATE';
  if (voter === requested_by || voter === requester_owner) return 'OWN';
  if (votes.some((vote) => vote.voter === voter)) return 'VOTED';
  if (!actor.scopes.has('approvals:edit')) return 'NOT_APPROVER';
  const isApprover =
    approvers === null ||
    (actor.kind === 'person' && (approvers.length === 0 || approvers.includes(actor.id)));
  return isApprover ? null : 'OTHERS';
}
