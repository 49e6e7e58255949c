import type { RolesChange } from '@quaestor/sdk';
import { Checkbox, Stack } from '@mantine/core';
import { texts } from './texts.ts';

export type Role = RolesChange['roles'][number];

/** The roles that a service gives. */
export type RoleTexts = Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly about: string;
      /** Whether it is for people of a partner, who have no other role. */
      readonly isOfPartners?: boolean;
    }
  >
>;

/** The name of a role of this service; roles of the other one are shown as they are. */
export const roleName = (roles: RoleTexts, role: string): string => roles[role]?.name ?? role;

/** Those of the other service, which this one does not change. */
export const foreignRoles = (known: RoleTexts, roles: readonly string[]): string[] =>
  roles.filter((role) => !Object.hasOwn(known, role));

/** The role of people of a partner, where the service has partners. */
export const partnerRole = (roles: RoleTexts): Role | undefined =>
  Object.keys(roles).find((role) => roles[role]?.isOfPartners) as Role | undefined;

interface RolesFieldProps {
  readonly roles: RoleTexts;
  readonly value: readonly string[];
  readonly onChange: (roles: Role[]) => void;
}

export function RolesField({ roles, value, onChange }: RolesFieldProps) {
  return (
    <Checkbox.Group label={texts.roles} value={[...value]} onChange={(chosen) => onChange(chosen as Role[])}>
      <Stack gap="sm" mt="xs">
        {Object.entries(roles).map(
          ([role, { name, about, isOfPartners = false }]) =>
            !isOfPartners && <Checkbox key={role} value={role} label={name} description={about} />,
        )}
      </Stack>
    </Checkbox.Group>
  );
}
