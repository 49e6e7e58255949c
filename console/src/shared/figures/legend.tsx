import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';
import { LINES } from './lines.ts';

interface LegendProps {
  readonly label: string;
  /** In the order of the lines. */
  readonly lines: readonly {
    readonly key: string;
    readonly name: ReactNode;
    /** What the line adds up to, exact and as it is shown. */
    readonly value?: string;
    readonly shown?: string;
  }[];
}

/** What each line of a chart is. */
export const Legend = ({ label, lines }: LegendProps) => (
  <ul className={classes.legend} aria-label={label}>
    {lines.map(({ key, name, value, shown }, place) => {
      const { colour, dash } = LINES[place] ?? { colour: '', dash: [] };
      return (
        <li key={key} className={classes.line} data-line={key} data-value={value}>
          <svg width="24" height="8" aria-hidden>
            <line
              x1="0"
              x2="24"
              y1="4"
              y2="4"
              stroke={`var(${colour})`}
              strokeWidth="2"
              strokeDasharray={dash.join(' ')}
            />
          </svg>
          <Text span size="sm">
            {name}
          </Text>
          {shown !== undefined && (
            <Text span size="sm" c="dimmed" title={value}>
              {shown}
            </Text>
          )}
        </li>
      );
    })}
  </ul>
);
