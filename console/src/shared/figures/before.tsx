import { Text } from '@mantine/core';
import { groupDigits } from '../money/index.ts';
import { changeOf } from './change-of.ts';
import classes from './figures.module.css';
import { colourOf } from './change.tsx';

interface BeforeProps {
  readonly now: string | null;
  /** Null where there was nothing. */
  readonly before: string | null;
  /** What is shown in place of nothing. */
  readonly none: string;
  readonly inPoints?: boolean;
}

/** The figure of the period before, and how it changed since. What cannot be compared has no change. */
export function Before({ now, before, none, inPoints = false }: BeforeProps) {
  const { sign, short, text } = changeOf(now, before, inPoints);
  return (
    <Text span size="xs" c="dimmed" className={classes.before} title={text} data-before={before ?? ''}>
      {before === null ? none : groupDigits(before)}
      {short !== null && (
        <Text span inherit c={colourOf(sign)} data-change={sign}>
          {short}
        </Text>
      )}
    </Text>
  );
}
