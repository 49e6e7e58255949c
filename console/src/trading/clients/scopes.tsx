import type { NewClient } from '@quaestor/sdk';
import { Checkbox, Stack } from '@mantine/core';
import { texts } from './texts.ts';

export type Scope = NewClient['scopes'][number];

const SCOPES = Object.keys(texts.field.about) as readonly Scope[];

/** Those of the other service, which this one does not change. */
export const foreignScopes = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !Object.hasOwn(texts.field.about, scope));

interface ScopesFieldProps {
  readonly value: readonly string[];
  readonly onChange: (scopes: Scope[]) => void;
}

export function ScopesField({ value, onChange }: ScopesFieldProps) {
  return (
    <Checkbox.Group
      label={texts.field.label}
      value={[...value]}
      onChange={(scopes) => onChange(scopes as Scope[])}
    >
      <Stack gap="sm" mt="xs">
        {SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} description={texts.field.about[scope]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
