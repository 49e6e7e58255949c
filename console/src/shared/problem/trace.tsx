import { Group, Text } from '@mantine/core';
import { Copy } from '../parts/index.ts';
import { texts } from './texts.ts';

/** The id under which the logs have a request. */
export const Trace = ({ id }: { id: string }) => (
  <Group gap={4} wrap="nowrap">
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {texts.trace(id)}
    </Text>
    <Copy value={id} what={texts.traceId} />
  </Group>
);
