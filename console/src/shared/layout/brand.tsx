import { Group, Text } from '@mantine/core';
import icon from './icon.svg';
import { texts } from './texts.ts';

export const Brand = () => (
  <Group gap={10} wrap="nowrap">
    <img src={icon} width={22} height={22} alt="" />
    <Text fw={600}>{texts.product}</Text>
  </Group>
);
