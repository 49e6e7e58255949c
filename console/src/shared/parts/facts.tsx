import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values in two aligned columns; one column on very narrow screens. What has no value is left out. */
export function Facts({ items }: { items: readonly Fact[] }) {
  const known = items.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
