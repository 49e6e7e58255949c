/** How many rows a table has for screen readers, with that of the headings; -1 as long as nobody knows. */
export function rowCountOf(loaded: number, total: number | undefined, hasMore: boolean): number {
  const rows = total ?? (hasMore ? undefined : loaded);
  return rows === undefined ? -1 : rows + 1;
}
