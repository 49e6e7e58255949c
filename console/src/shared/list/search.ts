type Search = Readonly<Record<string, unknown>>;

/** A parameter without a value is not in the address. The router reads digits that a person typed as a number. */
const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

/** Reads these parameters of an address as texts. */
export const parameters =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Search) =>
    Object.fromEntries(names.map((name) => [name, text(search[name])])) as {
      readonly [name in Name]?: string | undefined;
    };

/** The state of a list whose rows have a status: which is chosen, and which row is open. */
export const statusSearch = parameters('status', 'id');

/** The state of a filtered list. Both days are of UTC, as `2026-01-31`, and belong to the range. */
export const listSearch = parameters('q', 'from', 'to');
export type ListSearch = ReturnType<typeof listSearch>;

/** The filter as the server takes it: days become the times of their first and last millisecond. */
export const toQuery = ({ q, from, to }: ListSearch) => ({
  ...(q !== undefined && { q }),
  ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
  ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
});
