import type { Actor } from '../../kernel/index.ts';
import type { ShownVote, WithdrawalRow } from './store.ts';

/** Why somebody cannot vote on a withdrawal. The first that applies is said. */
export const OBSTACLES = [
  'CLOSED',
  'LATE',
  'OWN',
  'VOTED',
  'SCREENER',
  'ENOUGH',
  'NOT_APPROVER',
  'OTHERS',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

interface Ballot extends Pick<WithdrawalRow, 'status' | 'due_at' | 'approvers' | 'approvals_required'> {
  readonly votes: readonly Pick<ShownVote, 'people'>[];
  /** Everybody who answers for the request. */
  readonly requesters: readonly string[];
  /** Everybody who answers for the verdict of its screening. */
  readonly screeners: readonly string[];
}

/** Who reads it, and when. */
export interface Reader {
  readonly actor: Actor;
  /** Everybody who would answer for a vote of the actor. */
  readonly people: readonly string[];
  readonly now: Date;
}

/** Null where the actor can vote, for which `approvals/store.ts` has the same rules in SQL. */
export function cannotVote(ballot: Ballot, { actor, people, now }: Reader): Obstacle | null {
  const { status, due_at, requesters, screeners, votes, approvers, approvals_required } = ballot;
  const isSame = (others: readonly string[]) => others.some((other) => people.includes(other));
  if (status !== 'APPROVAL_REQUESTED') return 'CLOSED';
  if (due_at !== null && due_at <= now) return 'LATE';
  if (isSame(requesters)) return 'OWN';
  if (votes.some((vote) => isSame(vote.people))) return 'VOTED';
  if (isSame(screeners)) return 'SCREENER';
  if (votes.length >= approvals_required) return 'ENOUGH';
  if (!actor.scopes.has('approvals:edit')) return 'NOT_APPROVER';
  const isApprover =
    approvers === null ||
    (actor.kind === 'person' && (approvers.length === 0 || approvers.includes(actor.id)));
  return isApprover ? null : 'OTHERS';
}
