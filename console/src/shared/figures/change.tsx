import { Text } from '@mantine/core';
import { changeOf } from './change-of.ts';

interface ChangeProps {
  readonly now: string | number | null;
  readonly before: string | number | null;
  /** What it is compared with. */
  readonly than: string;
  /** Whether the difference itself is shown, in points of a percentage, instead of the growth. */
  readonly inPoints?: boolean;
}

export const colourOf = (sign: number): string =>
  sign === 0 ? 'dimmed' : `var(--quaestor-${sign > 0 ? 'buy' : 'sell'})`;

/** How a figure changed since the period before. */
export function Change({ now, before, than, inPoints = false }: ChangeProps) {
  const { sign, text } = changeOf(now, before, inPoints);
  return (
    <Text size="xs" title={than} c={colourOf(sign)} data-change={sign}>
      {text}
    </Text>
  );
}
