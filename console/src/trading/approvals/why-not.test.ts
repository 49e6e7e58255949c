import { expect, it } from 'vitest';
import { whyNot } from './why-not.ts';

const vote = {
  voter: 'grace',
  decision: 'APPROVE' as const,
  comment: null,
  at: '2026-01-31T12:05:00.000Z',
};
const EXPIRES_AT = '2026-01-31T13:00:00.000Z';
const approval = { requestedBy: 'ada', approvals: { required: 2, votes: [vote], expiresAt: EXPIRES_AT } };
const before = Date.parse(EXPIRES_AT) - 1;

it.each([
  ['ada', ['approvals:edit'], 'You requested it'],
  ['grace', ['approvals:edit'], 'You have voted'],
  ['joan', [], 'You are not an approver'],
  ['joan', ['approvals:edit'], 'The policy wants other people'],
])('%s with %j reads why they cannot vote', (login, scopes, reason) => {
  expect(whyNot(approval, { login, scopes }, before)).toMatch(reason);
});

it('after the time to vote that is the reason, for everyone', () => {
  const account = { login: 'joan', scopes: ['approvals:edit'] };
  expect(whyNot(approval, account, before + 1)).toBe('The time to vote has ended.');
  const unlimited = { ...approval, approvals: { ...approval.approvals, expiresAt: null } };
  expect(whyNot(unlimited, account, before + 1)).toMatch('The policy wants other people');
});
