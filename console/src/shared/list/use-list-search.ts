import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListSearch } from './search.ts';

/** The filter in the address of the screen, and how to change it. */
export function useListSearch() {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const onSearch = (part: ListSearch) => void navigate({ to: '.', search: { ...search, ...part } });
  return { search, onSearch };
}
