import { expect, it } from 'vitest';
import { obstacleOf } from './obstacle.ts';

const EXPIRES_AT = '2026-01-31T13:00:00.000Z';
const END = Date.parse(EXPIRES_AT);
const approval = (expiresAt: string | null = EXPIRES_AT) => ({
  cannotVote: null,
  approvals: { required: 2, votes: [], expiresAt },
});

it('is what the server said', () => {
  expect(obstacleOf({ ...approval(), cannotVote: 'OWN' }, END)).toBe('OWN');
  expect(obstacleOf(approval(), END - 1)).toBeUndefined();
});

it('is the time once that has passed, where there is one', () => {
  expect(obstacleOf(approval(), END)).toBe('LATE');
  expect(obstacleOf(approval(null), END)).toBeUndefined();
});
