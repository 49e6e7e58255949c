import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** The table behind a chart, which opens on a click. */
export const Behind = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={classes.behind}>
    <summary>{title}</summary>
    {children}
  </details>
);
