import type { ComponentProps } from 'react';
import type { LuceneField } from '../lucene/index.ts';
import { useRows } from '../table/index.ts';
import { ListFilter } from './list-filter.tsx';
import { listSearch, toQuery } from './search.ts';
import { useAddress } from './use-address.ts';

type Pages<T> = Parameters<typeof useRows<T>>[1];

interface FilteredOptions<T> {
  /** What the rows are; events of the server about it make them out of date. */
  readonly noun: string;
  /** The fields that the server can filter by. */
  readonly fields: ComponentProps<typeof LuceneField>['filter'];
  readonly read: (
    filter: ReturnType<typeof toQuery>,
    options: { readonly signal: AbortSignal },
  ) => { page(position: Omit<Parameters<Pages<T>>[0], 'signal'>): ReturnType<Pages<T>> };
  /** A filter that shows what the list can be asked for. */
  readonly example: string;
  readonly hasDates?: boolean;
}

/** The rows that match the filter in the address, and that filter: what a `ListPage` needs. */
export function useFiltered<T>(options: FilteredOptions<T>) {
  const { noun, fields, read, example, hasDates = false } = options;
  const { search, change } = useAddress(listSearch);
  const query = toQuery(hasDates ? search : { q: search.q });
  const list = useRows<T>([noun, 'list', query], ({ signal, ...position }) =>
    read(query, { signal }).page(position),
  );
  return {
    list,
    isFiltered: Object.keys(query).length > 0,
    filter: (
      <ListFilter
        noun={noun}
        search={search}
        onSearch={change}
        filter={fields}
        error={list.error}
        example={example}
        hasDates={hasDates}
      />
    ),
  };
}
