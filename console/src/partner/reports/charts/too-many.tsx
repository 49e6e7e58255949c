import { Text } from '@mantine/core';
import { texts } from '../texts.ts';

/** In place of a chart that would end before its period. */
export const TooMany = () => (
  <Text size="sm" c="dimmed">
    {texts.chart.tooMany}
  </Text>
);
