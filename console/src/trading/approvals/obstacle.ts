import type { Approval } from '@quaestor/sdk';

type Obstacle = NonNullable<Approval['cannotVote']>;

/** Why this person cannot vote: as the server said, or because the time has passed since. */
export function obstacleOf(
  { cannotVote, approvals: { expiresAt } }: Pick<Approval, 'cannotVote' | 'approvals'>,
  now: number,
): Obstacle | undefined {
  const isLate = expiresAt !== null && Date.parse(expiresAt) <= now;
  return cannotVote ?? (isLate ? 'LATE' : undefined);
}
