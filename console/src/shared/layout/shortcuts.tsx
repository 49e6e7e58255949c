import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';

const SHORTCUTS = [
  ['/', 'Go to the filter'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['Ctrl K', 'Search for a screen or a command'],
  ['?', 'Show this list'],
] as const;

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {SHORTCUTS.map(([key, meaning]) => (
          <Group key={key} justify="space-between">
            <Text size="sm">{meaning}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
