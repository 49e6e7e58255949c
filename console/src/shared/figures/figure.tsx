import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** All digits of a value that was rounded for reading. */
  readonly exact?: string | undefined;
  readonly unit?: string | undefined;
  readonly note?: ReactNode;
  /** Its small chart. */
  readonly children?: ReactNode;
}

/** One large number with what it is, how it changed and how it went. */
export function Figure({ label, value, exact, unit, note, children }: FigureProps) {
  return (
    <div className={classes.figure} role="group" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className={classes.value} title={exact}>
        {value}
        {unit !== undefined && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {unit}
          </Text>
        )}
      </Text>
      {note}
      {children !== undefined && <div className={classes.chart}>{children}</div>}
    </div>
  );
}
