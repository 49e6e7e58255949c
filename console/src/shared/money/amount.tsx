import { Text, type TextProps } from '@mantine/core';
import { groupDigits } from './group.ts';

interface AmountProps extends TextProps {
  /** An exact decimal. It is never turned into a number. */
  readonly value: string;
  readonly asset?: string;
}

export function Amount({ value, asset, ...props }: AmountProps) {
  return (
    <Text span inherit {...props} style={{ whiteSpace: 'nowrap' }}>
      {groupDigits(value)}
      {asset !== undefined && (
        <Text span inherit c="dimmed" fw={400}>
          {' '}
          {asset}
        </Text>
      )}
    </Text>
  );
}
