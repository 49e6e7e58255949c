import type { ReactNode } from 'react';
import classes from './connection.module.css';
import { useOutage } from './connection.ts';

/** What is inside cannot be used while the server does not answer. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useOutage() !== undefined} className={classes.actions}>
    {children}
  </fieldset>
);
