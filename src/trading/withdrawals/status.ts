import { Problem } from '../../kernel/index.ts';

export const STATUSES = [
  'SIMULATED',
  'APPROVAL_REQUESTED',
  'PENDING',
  'SUBMITTED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export type Status = (typeof STATUSES)[number];

/** The contract's own sample spells one status in another way. Filters take it; it is never written. */
const SPELLED_IN_SAMPLE = 'PENDING_APPROVAL';
export const STATUS_FILTER = [...STATUSES, SPELLED_IN_SAMPLE] as const;
export const STATUS_ALIASES = new Map([[SPELLED_IN_SAMPLE, 'APPROVAL_REQUESTED']] as const);
export const toStatus = (given: (typeof STATUS_FILTER)[number]): Status =>
  given === SPELLED_IN_SAMPLE ? 'APPROVAL_REQUESTED' : given;

/** All permitted changes of status. */
const MOVES: Record<Status, readonly Status[]> = {
  SIMULATED: [],
  APPROVAL_REQUESTED: ['PENDING', 'CANCELLED'],
  PENDING: ['SUBMITTED', 'FAILED', 'CANCELLED'],
  SUBMITTED: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: [],
  CANCELLED: [],
};

export const canMove = (from: Status, to: Status): boolean => MOVES[from].includes(to);

export function checkMove(from: Status, to: Status): void {
  if (canMove(from, to)) return;
  const possible = MOVES[from].length === 0 ? 'it has ended' : `it can become ${MOVES[from].join(' or ')}`;
  throw new Problem('invalid_transition', `The withdrawal is ${from} and cannot become ${to}: ${possible}.`);
}
