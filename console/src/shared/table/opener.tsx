import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './table.module.css';

/** Where a row leads: the path of another screen, or what it changes in the address of this one. */
export type Place = string | Readonly<Record<string, string>>;

export const linkTo = (place: Place) =>
  typeof place === 'string'
    ? { to: place }
    : { to: '.', search: (present: object) => ({ ...present, ...place }) };

interface OpenerProps {
  /** Where there is no address, `onOpen` is called. */
  readonly place: Place | undefined;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** Opens a row for the keyboard, screen readers and other tabs. The rest of the row is for the mouse. */
export const Opener = ({ place, onOpen, children }: OpenerProps) =>
  place === undefined ? (
    <UnstyledButton className={classes.opener} data-opener onClick={onOpen}>
      {children}
    </UnstyledButton>
  ) : (
    <Link {...linkTo(place)} className={classes.opener} data-opener>
      {children}
    </Link>
  );
