/** The state of a filtered list, which its address holds. */
export interface ListSearch {
  readonly q?: string | undefined;
  /** Days of UTC as `2026-01-31`. The range includes both. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A parameter without a value is not in the address. The router reads digits that a person typed as a number. */
export const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

export const listSearch = ({ q, from, to }: Readonly<Record<string, unknown>>): ListSearch => ({
  q: text(q),
  from: text(from),
  to: text(to),
});

/** The filter as the server takes it: days become the times of their first and last millisecond. */
export const toQuery = ({ q, from, to }: ListSearch) => ({
  ...(q !== undefined && { q }),
  ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
  ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
});

/** Search parameters of a link. Screens are added at run time, so the router does not know their types. */
export const linkSearch = (search: Readonly<Record<string, string>>) => search as never;
