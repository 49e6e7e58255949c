import type { Approval } from '@quaestor/sdk';

/** Why a person cannot vote on a withdrawal that waits for votes. */
export function whyNot(
  { requestedBy, approvals }: Pick<Approval, 'requestedBy' | 'approvals'>,
  account: { readonly login: string; readonly scopes: readonly string[] },
): string {
  if (requestedBy === account.login) return 'You requested it, and nobody approves their own withdrawal.';
  if (approvals.votes.some(({ voter }) => voter === account.login))
    return 'You have voted. A vote cannot be changed.';
  if (!account.scopes.includes('approvals:edit'))
    return 'You are not an approver. An admin can make you one.';
  return 'The policy wants other people to approve it.';
}
