import { Text } from '@mantine/core';
import { Big } from 'big.js';
import { texts } from './texts.ts';

interface ChangeProps {
  readonly now: string | number | null;
  readonly before: string | number | null;
  /** What it is compared with. */
  readonly than: string;
  /** Whether the difference itself is shown, in points of a percentage, instead of the growth. */
  readonly inPoints?: boolean;
}

/** How a figure changed since the period before. */
export function Change({ now, before, than, inPoints = false }: ChangeProps) {
  const change = now === null || before === null ? null : changeOf(now, before, inPoints);
  const sign = change === null ? 0 : change.cmp(0);
  return (
    <Text
      size="xs"
      title={than}
      c={sign === 0 ? 'dimmed' : `var(--quaestor-${sign > 0 ? 'buy' : 'sell'})`}
      data-change={sign}
    >
      {change === null && texts.incomparable}
      {change !== null && (sign === 0 ? texts.same : texts.change(change.toFixed(1), inPoints))}
    </Text>
  );
}

function changeOf(now: string | number, before: string | number, inPoints: boolean): Big | null {
  const difference = new Big(now).minus(before).times(100);
  if (inPoints) return difference.round(1);
  const base = new Big(before);
  return base.eq(0) ? null : difference.div(base).round(1);
}
