import type { RolesChange } from '@quaestor/sdk';
import { Checkbox, Stack } from '@mantine/core';
import { texts } from './texts.ts';

export type Role = RolesChange['roles'][number];
type DeskRole = Extract<Role, `trading:${string}`>;

const ROLES: readonly DeskRole[] = [
  'trading:viewer',
  'trading:operator',
  'trading:approver',
  'trading:admin',
];

const isDeskRole = (role: string): role is DeskRole => ROLES.some((known) => known === role);

/** The name of a role at the desk; roles of the other service are shown as they are. */
export const roleName = (role: string): string => (isDeskRole(role) ? texts.roles[role].name : role);

/** Those of the other service, which this one does not change. */
export const foreignRoles = (roles: readonly string[]): string[] => roles.filter((role) => !isDeskRole(role));

interface RolesFieldProps {
  readonly value: readonly string[];
  readonly onChange: (roles: Role[]) => void;
  readonly disabled?: boolean;
}

export function RolesField({ value, onChange, disabled = false }: RolesFieldProps) {
  return (
    <Checkbox.Group
      label={texts.roles.label}
      value={[...value]}
      onChange={(roles) => onChange(roles as Role[])}
    >
      <Stack gap="sm" mt="xs">
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={texts.roles[role].name}
            description={texts.roles[role].about}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
