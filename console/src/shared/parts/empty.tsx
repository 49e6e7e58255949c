import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What would be here, and how it gets here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="xs" maw={440}>
        <Text span c="dimmed" aria-hidden>
          {icon}
        </Text>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" ta="center" size="sm" style={{ textWrap: 'balance' }}>
          {children}
        </Text>
        {action !== undefined && <div style={{ marginTop: 8 }}>{action}</div>}
      </Stack>
    </Center>
  );
}
