import { Problem } from '../../../kernel/index.ts';
import type { WithdrawalRow } from '../store.ts';

/** Refuses a withdrawal that changed after it was selected. */
export function checkPending({ status, due_at }: WithdrawalRow, now: Date): void {
  if (status === 'PENDING' && due_at !== null && due_at <= now) return;
  throw new Problem('invalid_transition', 'This withdrawal is not due.');
}
