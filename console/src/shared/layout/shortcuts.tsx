import { Divider, Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import type { NavSection } from './nav.ts';
import { texts } from './texts.ts';

interface ShortcutsProps {
  readonly sections: readonly NavSection[];
  readonly onClose: () => void;
}

export default function Shortcuts({ sections, onClose }: ShortcutsProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.shortcuts.title}
      size="sm"
      closeButtonProps={{ 'aria-label': texts.shortcuts.close }}
    >
      <Stack gap="sm">
        {texts.shortcuts.keys.map(([key, meaning]) => (
          <Shortcut key={key} keys={[key]} meaning={meaning} />
        ))}
        <Divider label={texts.shortcuts.screens} />
        {sections.flatMap(({ items }) =>
          items.map(({ to, key, label }) => <Shortcut key={to} keys={['g', key]} meaning={label} />),
        )}
      </Stack>
    </Modal>
  );
}

const Shortcut = ({ keys, meaning }: { keys: readonly string[]; meaning: string }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm">{meaning}</Text>
    <Group gap={4} wrap="nowrap">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </Group>
  </Group>
);
