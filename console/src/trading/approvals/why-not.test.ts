import { expect, it } from 'vitest';
import { whyNot } from './why-not.ts';

const vote = {
  voter: 'grace',
  decision: 'APPROVE' as const,
  comment: null,
  at: '2026-01-31T12:05:00.000Z',
};
const approval = { requestedBy: 'ada', approvals: { required: 2, votes: [vote], expiresAt: null } };

it.each([
  ['ada', ['approvals:edit'], 'You requested it'],
  ['grace', ['approvals:edit'], 'You have voted'],
  ['joan', [], 'You are not an approver'],
  ['joan', ['approvals:edit'], 'The policy wants other people'],
])('%s with %j reads why they cannot vote', (login, scopes, reason) => {
  expect(whyNot(approval, { login, scopes })).toMatch(reason);
});
