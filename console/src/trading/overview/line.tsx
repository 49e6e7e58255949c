import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkSearch } from '../../shared/list/index.ts';
import classes from './overview.module.css';

interface LineProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly left: ReactNode;
  readonly middle: ReactNode;
  readonly right?: ReactNode;
}

/** One line that leads somewhere: what, where to, when. */
export const Line = ({ to, search, left, middle, right }: LineProps) => (
  <Link to={to} {...(search && { search: linkSearch(search) })} className={classes.line ?? ''}>
    <span>{left}</span>
    <span>{middle}</span>
    <span>{right}</span>
  </Link>
);
