import { useSearch } from '@tanstack/react-router';

/** The search parameter with the partner whose screens a manager reads. */
export const AS = 'as';

/** The partner whose screens a manager reads, as a parameter of every read; empty for partners themselves. */
export function useViewed(): { readonly partner_uid?: string } {
  const { [AS]: uid }: { [AS]?: unknown } = useSearch({ strict: false });
  return typeof uid === 'string' ? { partner_uid: uid } : {};
}
