import { Skeleton, Text } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Section } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { DataTable, type Column, type RowPlace, type Rows } from '../table/index.ts';

interface SectionOfRowsProps<T extends RowData> {
  readonly texts: {
    readonly title: string;
    readonly description?: ReactNode;
    /** Shown while there are no rows. */
    readonly none: string;
  };
  readonly actions?: ReactNode;
  readonly list: Rows<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** Where a row leads. */
  readonly to?: (row: T) => RowPlace;
  readonly children?: ReactNode;
}

/** Rows that belong to what the screen shows. */
export function SectionOfRows<T extends RowData>(props: SectionOfRowsProps<T>) {
  const { texts, actions, list, columns, idOf, to, children } = props;
  const { error, isPending, refetch, ...table } = list;
  const isEmpty = table.rows.length === 0;
  return (
    <Section title={texts.title} description={texts.description} actions={actions}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && error === null && <Skeleton height={96} />}
      {!isPending && error === null && isEmpty && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {!isEmpty && <DataTable name={texts.title} columns={columns} idOf={idOf} to={to} {...table} />}
      {children}
    </Section>
  );
}
