import type { ReactNode } from 'react';

export interface Column<T> {
  readonly id: string;
  readonly header: string;
  /** Its second parameter is how many decimals the column has. */
  readonly cell: (row: T, decimals: number) => ReactNode;
  /** The number that is shown, where points stand below each other. */
  readonly decimal?: (row: T) => string;
  /** What the export and the search of the browser see. */
  readonly text: (row: T) => string;
  /** Names the row: its text opens the row. Without such a column, the first does. */
  readonly isName?: true;
  /** Numbers are aligned to the right. */
  readonly align?: 'right';
  /** How the server has ordered the rows by it, and how to change that. */
  readonly sort?: {
    readonly direction: 'ascending' | 'descending' | 'none';
    readonly onSort: () => void;
  };
}
