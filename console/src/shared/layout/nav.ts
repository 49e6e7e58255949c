import type { ReactNode } from 'react';
import type { Path } from '../link/index.ts';

export interface NavItem {
  readonly to: Path;
  readonly label: string;
  readonly icon: ReactNode;
  /** The letter that goes there after `g`. */
  readonly key: string;
  /** How many things wait there for this person. */
  readonly waiting?: number | undefined;
}

export interface NavSection {
  readonly label: string;
  readonly items: readonly NavItem[];
}
