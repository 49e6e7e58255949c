import { Text } from '@mantine/core';

export const Dimmed = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);
