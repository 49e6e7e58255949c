import { Problem } from '../../kernel/index.ts';

export const STATUSES = [
  'SIMULATED',
  'PENDING',
  'PROCESSING',
  'PENDING_CANCEL',
  'CANCELLED',
  'COMPLETED',
  'FAILED',
] as const;
export type Status = (typeof STATUSES)[number];

export const EXECUTORS = ['MARKET', 'TAKER', 'MAKER', 'MAKER_TAKER', 'TWAP'] as const;
export type Executor = (typeof EXECUTORS)[number];

/** All permitted changes of status. */
const MOVES: Record<Status, readonly Status[]> = {
  SIMULATED: [],
  PENDING: ['PROCESSING', 'CANCELLED', 'FAILED'],
  PROCESSING: ['PENDING_CANCEL', 'COMPLETED', 'FAILED'],
  PENDING_CANCEL: ['CANCELLED', 'COMPLETED', 'FAILED'],
  CANCELLED: [],
  COMPLETED: [],
  FAILED: [],
};

export const hasEnded = (status: Status): boolean => MOVES[status].length === 0;

export function checkMove(from: Status, to: Status): void {
  if (MOVES[from].includes(to)) return;
  const possible = hasEnded(from) ? 'it has ended' : `it can become ${MOVES[from].join(' or ')}`;
  throw new Problem('invalid_transition', `The conversion is ${from} and cannot become ${to}: ${possible}.`);
}
