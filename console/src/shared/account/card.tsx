import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Brand, SchemeSwitch } from '../layout/index.ts';
import { pageTitle } from '../text/index.ts';

interface CardProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** The pages of those who have no session yet. */
export function Card({ title, description, children }: CardProps) {
  useDocumentTitle(pageTitle(title));
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={380} gap="lg">
        <Group justify="space-between">
          <Brand />
          <SchemeSwitch />
        </Group>
        <Paper withBorder p="xl" radius="lg">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {description !== undefined && (
                <Text c="dimmed" size="sm" mt={4} component="div">
                  {description}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
