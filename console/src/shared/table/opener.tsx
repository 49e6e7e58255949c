import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from '../link/index.ts';
import classes from './table.module.css';

/** Where a row leads: another screen, or what it opens on this one by a search parameter. */
export type RowPlace = Place | { readonly id: string } | { readonly message: string };

export const linkTo = (place: RowPlace) =>
  'to' in place ? place : ({ to: '.', search: (present: object) => ({ ...present, ...place }) } as const);

interface OpenerProps {
  /** Where there is no address, `onOpen` is called. */
  readonly place: RowPlace | undefined;
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
