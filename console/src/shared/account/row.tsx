import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export const Row = ({ title, about, action }: { title: string; about: string; action?: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" gap="md">
    <div style={{ minWidth: 0 }}>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {about}
      </Text>
    </div>
    {action !== undefined && <div style={{ flex: 'none' }}>{action}</div>}
  </Group>
);
