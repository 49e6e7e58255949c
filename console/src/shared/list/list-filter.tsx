import { Box, Group } from '@mantine/core';
import { Suspense, type ComponentProps } from 'react';
import { DateRange } from '../form/index.ts';
import { later } from '../later/index.ts';
import { LuceneField } from '../lucene/index.ts';
import { personZone } from '../text/index.ts';
import type { ListSearch } from './search.ts';

const SavedFilters = later(() => import('./saved-filters.tsx'));

interface ListFilterProps extends Pick<ComponentProps<typeof LuceneField>, 'filter' | 'error'> {
  /** The list whose filters can be saved. */
  readonly noun: string;
  readonly search: ListSearch;
  readonly onSearch: (part: ListSearch) => void;
  /** A filter that shows what the list can be asked for. */
  readonly example: string;
  readonly hasDates?: boolean;
}

/** The filter of a list, with its completion and faults, and the dates where the list has them. */
export function ListFilter(props: ListFilterProps) {
  const { noun, search, onSearch, filter, error, example, hasDates = false } = props;
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
      {hasDates && <DateRange from={search.from} to={search.to} onChange={onSearch} zone={personZone()} />}
      <Suspense fallback={null}>
        <SavedFilters noun={noun} search={search} onSearch={onSearch} />
      </Suspense>
    </Group>
  );
}
