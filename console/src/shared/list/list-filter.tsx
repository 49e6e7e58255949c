import { Box, Group } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DateRange } from '../form/index.ts';
import { LuceneField } from '../lucene/index.ts';
import type { ListSearch } from './search.ts';

interface ListFilterProps extends Pick<ComponentProps<typeof LuceneField>, 'filter' | 'error'> {
  readonly search: ListSearch;
  readonly onSearch: (part: ListSearch) => void;
  /** A filter that shows what the list can be asked for. */
  readonly example: string;
  readonly hasDates?: boolean;
}

/** The filter of a list, with its completion and faults, and the dates where the list has them. */
export function ListFilter({ search, onSearch, filter, error, example, hasDates = false }: ListFilterProps) {
  return (
    <Group gap="sm" align="flex-start">
      <Box flex="1 1 280px" miw={0}>
        <LuceneField
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q === '' ? undefined : q })}
          filter={filter}
          error={error}
          example={example}
        />
      </Box>
      {hasDates && <DateRange from={search.from} to={search.to} onChange={onSearch} />}
    </Group>
  );
}
