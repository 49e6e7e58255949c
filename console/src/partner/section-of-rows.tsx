import { Skeleton, Text } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Section } from '../shared/parts/index.ts';
import { Problem } from '../shared/problem/index.ts';
import { DataTable, type Column, type Rows } from '../shared/table/index.ts';

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
  readonly onOpen?: (row: T) => void;
}

/** Rows that belong to what the screen shows. */
export function SectionOfRows<T extends RowData>(props: SectionOfRowsProps<T>) {
  const { texts, actions, list, columns, idOf, onOpen } = props;
  const { rows, total, onEnd, error, isPending, isLoading, refetch } = list;
  return (
    <Section title={texts.title} description={texts.description} actions={actions}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && error === null && <Skeleton height={96} />}
      {!isPending && error === null && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {rows.length > 0 && (
        <DataTable
          name={texts.title}
          columns={columns}
          rows={rows}
          idOf={idOf}
          total={total}
          isLoading={isLoading}
          onEnd={onEnd}
          onOpen={onOpen}
        />
      )}
    </Section>
  );
}
