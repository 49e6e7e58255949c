import { invalid } from '../../../kernel/index.ts';
import { grantFaults, powersOf } from '../scopes.ts';
import { defineChange, type ChangeTarget } from './change.ts';
import type { CredentialRow } from './store.ts';

interface ScopesInput extends ChangeTarget {
  /** Replaces all scopes, before others are added and removed. */
  readonly set?: readonly string[] | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** Changes what the credential may do. Its secret stays valid; its tokens end because they carry the old scopes. */
export const changingScopes = defineChange({
  action: 'credential.change-scopes',
  confirms: (row: CredentialRow, input: ScopesInput) => ({
    before: row.scopes,
    after: newScopes(row, input),
  }),
  decide(row, input: ScopesInput, circumstances) {
    const scopes = newScopes(row, input);
    return {
      change: { scopes, secret_id: circumstances.newId() },
      details: { before: row.scopes, after: scopes },
    };
  },
  gives(row, input) {
    const before = powersOf(row);
    return powersOf({ scopes: newScopes(row, input) }).filter((power) => !before.includes(power));
  },
});

export const changeScopes = changingScopes.performHere;

function newScopes(row: CredentialRow, { set = row.scopes, add = [], remove = [] }: ScopesInput) {
  const kept = [...set, ...add].filter((scope) => !remove.includes(scope));
  const scopes = [...new Set(kept)];
  const faults = [
    ...grantFaults({ scopes, partner_uid: row.partner_uid }),
    ...remove
      .filter((scope) => !row.scopes.includes(scope))
      .map((scope) => `${scope} cannot be removed: ${row.name} does not have it`),
  ];
  if (faults.length > 0) throw invalid({ scopes: faults });
  return scopes;
}
