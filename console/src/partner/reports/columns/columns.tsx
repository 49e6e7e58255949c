import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { Panel } from '../../../shared/panel/index.ts';
import { plainText } from '../../plain-text.ts';
import type { ColumnChoice } from './use-columns.ts';
import { texts } from '../texts.ts';

const { columns: t } = texts;

/** Chooses which columns are shown. */
export default function ColumnPanel({
  fields,
  shown,
  groups,
  choose,
  onClose,
}: ColumnChoice & { onClose: () => void }) {
  const names = shown.map(({ name }) => name);
  const toggle = (name: string, isShown: boolean) =>
    choose(
      fields.map((field) => field.name).filter((each) => (each === name ? isShown : names.includes(each))),
    );
  return (
    <Panel title={t.title} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => choose(undefined)}>
          {t.reset}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => choose(fields.map(({ name }) => name))}>
          {t.all}
        </Button>
      </Group>
      <Stack gap="sm">
        {fields.map(({ name, description }) => (
          <Checkbox
            key={name}
            label={texts.field(name)}
            description={plainText(description)}
            checked={names.includes(name)}
            disabled={groups.includes(name) || (names.length === 1 && names[0] === name)}
            onChange={({ currentTarget: { checked } }) => toggle(name, checked)}
          />
        ))}
      </Stack>
    </Panel>
  );
}
