import { Problem } from '../../kernel/index.ts';
import type { WithdrawalRow } from './store.ts';

/** Refuses what another has taken up, or ended, since it was chosen. */
export function checkPending({ status, due_at }: WithdrawalRow, now: Date): void {
  if (status === 'PENDING' && due_at !== null && due_at <= now) return;
  throw new Problem('invalid_transition', 'There is nothing to be done about this withdrawal now.');
}
