import { parameters } from './search.ts';
import { useAddress } from './use-address.ts';

const openedSearch = parameters('id');

/** Which row is open beside the list, as the address says, and how to open another or none. */
export function useOpened() {
  const { search, change } = useAddress(openedSearch);
  return {
    id: search.id,
    open: (id: string) => change({ id }),
    close: () => change({ id: undefined }),
  };
}
