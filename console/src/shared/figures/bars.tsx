import { Text } from '@mantine/core';
import { Big } from 'big.js';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  /** An exact decimal. */
  readonly value: string;
  /** The value as it is shown. */
  readonly shown: string;
}

/** A short list, the longest bar first. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = bars.reduce(
    (all, { value }) => (all.gt(new Big(value).abs()) ? all : new Big(value).abs()),
    new Big(0),
  );
  return (
    <ol className={classes.bars} aria-label={label}>
      {bars.map(({ key, label: name, value, shown }) => (
        <li key={key} className={classes.bar} data-bar={key}>
          <span
            className={classes.ink}
            aria-hidden
            data-negative={new Big(value).lt(0) || undefined}
            style={{ width: `${most.gt(0) ? Number(new Big(value).abs().div(most).times(100)) : 0}%` }}
          />
          <Text span size="sm" className={classes.name}>
            {name}
          </Text>
          <Text span size="sm" title={value}>
            {shown}
          </Text>
        </li>
      ))}
    </ol>
  );
}
