import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from '../../shared/link/index.ts';
import classes from './overview.module.css';

interface LineProps {
  readonly place: Place;
  readonly left: ReactNode;
  readonly middle: ReactNode;
  readonly right?: ReactNode;
}

export const Lines = ({ children }: { children: ReactNode }) => (
  <div className={classes.room}>
    <div className={classes.lines}>{children}</div>
  </div>
);

/** One line that leads somewhere: what, where to, when. */
export const Line = ({ place, left, middle, right }: LineProps) => (
  <Link {...place} className={classes.line ?? ''}>
    <span>{left}</span>
    <span>{middle}</span>
    <span>{right}</span>
  </Link>
);
