import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { texts } from './texts.ts';

export default function Shortcuts({ onClose }: { onClose: () => void }) {
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
          <Group key={key} justify="space-between">
            <Text size="sm">{meaning}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
