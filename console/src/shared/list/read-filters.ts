import { listSearch, type ListSearch } from './search.ts';

/** A filter with the name that a person gave it. */
export interface NamedFilter {
  readonly name: string;
  readonly search: ListSearch;
}

/** The filters that are stored, which may be from another version. */
export function readFilters(stored: string | undefined): readonly NamedFilter[] {
  try {
    const filters: unknown = JSON.parse(stored ?? '');
    if (!Array.isArray(filters)) return [];
    return filters.flatMap((filter: unknown) => {
      const { name, search } = {
        ...(filter as { readonly name?: unknown; readonly search?: unknown } | null),
      };
      return typeof name === 'string' && typeof search === 'object' && search !== null
        ? [{ name, search: listSearch(search as Readonly<Record<string, unknown>>) }]
        : [];
    });
  } catch {
    return [];
  }
}
