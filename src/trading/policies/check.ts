import { Decimal, noFieldErrors, refuseFieldErrors } from '../../kernel/index.ts';
import type { Groups, Rule } from './schema.ts';

/** Refuses rules that can never match or are ambiguous. */
export function checkRules(rules: readonly Rule[], groups: Groups = {}): void {
  const errors = noFieldErrors();
  for (const [index, rule] of rules.entries()) {
    for (const [field, message] of Object.entries({ ...faultsOf(rule), ...approverFaults(rule, groups) }))
      errors[`rules.${index}.${field}`] = [message];
  }
  refuseFieldErrors(errors);
}

function faultsOf(rule: Rule): Record<string, string> {
  const { asset, currency, amountFrom, amountTo, sum, verdict, approvals, screening, requester } = rule;
  const faults: Record<string, string> = {};
  const hasAmounts = (amountFrom ?? amountTo ?? sum?.over) !== undefined;
  if (asset === undefined && currency === undefined && hasAmounts) {
    faults['asset'] = 'is required where an amount is given';
  }
  if (currency !== undefined && asset !== undefined) faults['currency'] = 'must be left out with an asset';
  else if (currency !== undefined && !hasAmounts) faults['currency'] = 'needs an amount or a sum';
  if (
    amountFrom !== undefined &&
    amountTo !== undefined &&
    Decimal.parse(amountFrom).compare(Decimal.parse(amountTo)) > 0
  ) {
    faults['amountTo'] = 'must be at least amountFrom';
  }
  if (requester !== undefined && verdict === 'ALLOW' && amountTo === undefined) {
    faults['amountTo'] = 'is required: it bounds what a managed balance may send without a person';
  }
  if (verdict === 'REQUIRE_APPROVALS' && approvals === undefined) {
    faults['approvals'] = 'is required with REQUIRE_APPROVALS';
  }
  if (verdict !== 'REQUIRE_APPROVALS' && approvals !== undefined) {
    faults['approvals'] = `must be left out with ${verdict}`;
  }
  if (verdict !== 'REQUIRE_SCREENING' && screening !== undefined) {
    faults['screening'] = `must be left out with ${verdict}`;
  }
  return faults;
}

export const PEOPLE = 'PEOPLE';

function approverFaults({ verdict, approvals = 1, approvers }: Rule, groups: Groups): Record<string, string> {
  if (approvers === undefined) return {};
  if (verdict !== 'REQUIRE_APPROVALS') return { approvers: `must be left out with ${verdict}` };
  if (approvers === PEOPLE) return {};
  const members = groups[approvers];
  if (members === undefined) return { approvers: `must be ${PEOPLE} or the name of one of the groups` };
  return members.length < approvals
    ? { approvals: `is more than the ${members.length} members of ${approvers}` }
    : {};
}
