import { isUsualDay } from '../period/index.ts';
import { endOfDay, personZone, startOfDay } from '../text/index.ts';

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

/** The state of a filtered list. Both days are as `2026-01-31`, and belong to the range. */
export const listSearch = parameters('q', 'from', 'to');
export type ListSearch = ReturnType<typeof listSearch>;

/**
 * The filter as the server takes it: days of a zone become the times of their first and last millisecond. The server says
 * what is wrong with an address that has something else.
 */
export const toQuery = ({ q, from, to }: ListSearch, zone = personZone()) => ({
  ...(q !== undefined && { q }),
  ...(from !== undefined && { from: isUsualDay(from) ? startOfDay(from, zone).toISOString() : from }),
  ...(to !== undefined && { to: isUsualDay(to) ? endOfDay(to, zone).toISOString() : to }),
});
