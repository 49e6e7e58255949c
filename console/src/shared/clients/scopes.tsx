import { Checkbox, Stack } from '@mantine/core';
import { texts } from './texts.ts';

/** The scopes of a service with what each allows. */
export type ScopeTexts = Readonly<Record<string, string>>;

/** Those of the other service, which this one does not change. */
export const foreignScopes = (known: ScopeTexts, scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !Object.hasOwn(known, scope));

interface ScopesFieldProps {
  readonly scopes: ScopeTexts;
  readonly value: readonly string[];
  readonly onChange: (scopes: string[]) => void;
}

export function ScopesField({ scopes, value, onChange }: ScopesFieldProps) {
  return (
    <Checkbox.Group label={texts.field} value={[...value]} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {Object.entries(scopes).map(([scope, about]) => (
          <Checkbox key={scope} value={scope} label={scope} description={about} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
