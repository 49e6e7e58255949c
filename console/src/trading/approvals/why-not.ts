import type { Approval } from '@quaestor/sdk';
import { texts } from './texts.ts';

/** Why a person cannot vote on a withdrawal that waits for votes. */
export function whyNot(
  { requestedBy, approvals }: Pick<Approval, 'requestedBy' | 'approvals'>,
  account: { readonly login: string; readonly scopes: readonly string[] },
  now: number,
): string {
  const { expiresAt, votes } = approvals;
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return texts.whyNot.late;
  if (requestedBy === account.login) return texts.whyNot.own;
  if (votes.some(({ voter }) => voter === account.login)) return texts.whyNot.voted;
  if (!account.scopes.includes('approvals:edit')) return texts.whyNot.notApprover;
  return texts.whyNot.others;
}
