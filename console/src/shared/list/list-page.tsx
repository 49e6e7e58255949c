import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { faultsOf } from '../lucene/index.ts';
import { Empty, Note, Page } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { DataTable, type Column, type RowPlace, type Rows } from '../table/index.ts';
import { texts as own } from './texts.ts';

interface ListTexts {
  readonly title: string;
  readonly description: string;
  /** Shown while there are no rows at all: what would be here, and how it gets here. */
  readonly empty: { readonly title: string; readonly text: string };
  /** Shown while the filter hides all rows. */
  readonly unmatched?: { readonly title: string; readonly text: string };
}

interface ListPageProps<T extends RowData> {
  readonly texts: ListTexts;
  readonly icon: ReactNode;
  /** Such as the button that creates a row. Also shown where the list is empty. */
  readonly action?: ReactNode;
  readonly filter?: ReactNode;
  readonly isFiltered?: boolean;
  readonly list: Rows<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** Where a row leads. */
  readonly to?: (row: T) => RowPlace;
  readonly children?: ReactNode;
}

/** The frame of a list: title, filter, rows or why there are none. */
export function ListPage<T extends RowData>(props: ListPageProps<T>) {
  const { texts, icon, action, filter, isFiltered = false, list, columns, idOf, to, children } = props;
  const { error, isPending, refetch, cutAfter, ...table } = list;
  const isEmpty = table.rows.length === 0;
  const nothing = isFiltered ? (texts.unmatched ?? texts.empty) : texts.empty;
  return (
    <Page title={texts.title} description={texts.description} actions={action}>
      {filter}
      {/* The filter shows its own faults. */}
      {error !== null && faultsOf(error).length === 0 && (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
      {cutAfter !== undefined && <Note>{own.cut(cutAfter)}</Note>}
      {error === null && !isPending && isEmpty && (
        <Empty icon={icon} title={nothing.title} action={isFiltered ? undefined : action}>
          {nothing.text}
        </Empty>
      )}
      {/* Rows that were read before stay, also after a failure. */}
      {(!isEmpty || (error === null && isPending)) && (
        <DataTable name={texts.title} columns={columns} idOf={idOf} to={to} isAdjustable {...table} />
      )}
      {children}
    </Page>
  );
}
