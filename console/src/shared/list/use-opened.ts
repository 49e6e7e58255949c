import { useNavigate, useSearch } from '@tanstack/react-router';

/** Which row is open beside the list, as the address says, and how to open another or none. */
export function useOpened() {
  const search = useSearch({ strict: false }) as { readonly id?: string | undefined };
  const navigate = useNavigate();
  const open = (id: string | undefined) => void navigate({ to: '.', search: { ...search, id } });
  return { id: search.id, open, close: () => open(undefined) };
}
