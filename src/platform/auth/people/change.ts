import { invalid } from '../../../kernel/index.ts';
import { defineChange, type ChangeTarget, type CredentialRow } from '../credentials/index.ts';
import { roleFaults } from '../roles.ts';
import { powersOf } from '../scopes.ts';

interface RolesInput extends ChangeTarget {
  readonly kind: 'person';
  readonly roles: readonly string[];
}

/** Changes what a person is. Their sessions and tokens end, because they carry the old roles. */
export const changingRoles = defineChange({
  action: 'credential.change-roles',
  confirms: (row: CredentialRow, { roles }: RolesInput) => ({ before: row.roles, after: roles }),
  decide(row, { kind, roles: wanted, service }: RolesInput, { newId }) {
    const roles = [...new Set(wanted)];
    const faults = roleFaults({ kind, roles, partner_uid: row.partner_uid, service });
    if (faults.length > 0) throw invalid({ roles: faults });
    return { change: { roles, secret_id: newId() }, details: { before: row.roles, after: roles } };
  },
  gives(row, { roles }) {
    const before = powersOf(row);
    return powersOf({ scopes: row.scopes, roles }).filter((power) => !before.includes(power));
  },
});

export const changeRoles = changingRoles.performHere;
