import type { ManagedBalanceSettings } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Facts, Section } from '../../shared/parts/index.ts';
import { changesOf } from './describe.ts';
import { texts } from './form-texts.ts';

interface ChangesProps {
  readonly before: ManagedBalanceSettings | undefined;
  readonly after: ManagedBalanceSettings;
}

/** In words, before it is saved: old → new. */
export function Changes({ before, after }: ChangesProps) {
  const changes = changesOf(before, after);
  return (
    <Section title={texts.edit.changes}>
      {changes.length === 0 ? <Text size="sm">{texts.edit.unchanged}</Text> : <Facts items={changes} />}
    </Section>
  );
}
