import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createContext, use, type ReactNode } from 'react';
import { pageTitle } from '../text/index.ts';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** How many things wait for the person, which the tab says too. */
export const WaitingCount = createContext(0);

export function Page({ title, description, actions, children }: PageProps) {
  useDocumentTitle(pageTitle(title, use(WaitingCount)));
  return (
    <Stack gap="xl" maw={1180} mx="auto">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" size="sm" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
