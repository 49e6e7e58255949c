import { Decimal, noFieldErrors, refuseFieldErrors } from '../../kernel/index.ts';
import type { Rule } from './schema.ts';

/** Refuses rules that can never match or are ambiguous. */
export function checkRules(rules: readonly Rule[]): void {
  const errors = noFieldErrors();
  for (const [index, rule] of rules.entries()) {
    for (const [field, message] of Object.entries(faultsOf(rule)))
      errors[`rules.${index}.${field}`] = [message];
  }
  refuseFieldErrors(errors);
}

function faultsOf({ asset, amountFrom, amountTo, sum, verdict, approvals }: Rule): Record<string, string> {
  const faults: Record<string, string> = {};
  if (asset === undefined && (amountFrom ?? amountTo ?? sum?.over) !== undefined) {
    faults['asset'] = 'is required where an amount is given';
  }
  if (
    amountFrom !== undefined &&
    amountTo !== undefined &&
    Decimal.parse(amountFrom).compare(Decimal.parse(amountTo)) > 0
  ) {
    faults['amountTo'] = 'must be at least amountFrom';
  }
  if (verdict === 'REQUIRE_APPROVALS' && approvals === undefined) {
    faults['approvals'] = 'is required with REQUIRE_APPROVALS';
  }
  if (verdict !== 'REQUIRE_APPROVALS' && approvals !== undefined) {
    faults['approvals'] = `must be left out with ${verdict}`;
  }
  return faults;
}
