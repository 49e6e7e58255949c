import { describe, expect, it } from 'vitest';
import { canMove, checkMove, STATUSES } from './status.ts';

const MOVES = new Set([
  'APPROVAL_REQUESTED PENDING',
  'APPROVAL_REQUESTED CANCELLED',
  'PENDING SUBMITTED',
  'PENDING FAILED',
  'PENDING CANCELLED',
  'SUBMITTED COMPLETED',
  'SUBMITTED FAILED',
]);

describe.each(STATUSES)('from %s', (from) => {
  it.each(STATUSES)('to %s', (to) => {
    const isAllowed = MOVES.has(`${from} ${to}`);
    expect(canMove(from, to)).toBe(isAllowed);
    let refused: unknown;
    try {
      checkMove(from, to);
    } catch (error) {
      refused = error;
    }
    expect((refused as { code?: string } | undefined)?.code).toBe(
      isAllowed ? undefined : 'invalid_transition',
    );
  });
});
