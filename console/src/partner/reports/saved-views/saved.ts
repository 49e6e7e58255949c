import { listItem, type NewSavedView, type ReportEntry, type SavedView } from '@quaestor/sdk';
import { asksOf } from '../parameters.ts';
import { presetParameter, presetsOf } from '../periods.ts';
import { oneOf, parametersOf, queryOf, type ReportQuery, type ReportSearch } from '../search.ts';
import { HIDDEN, hidesZeros, ZEROS } from '../zeros.ts';

/** The parameters of the address that say how a report is shown. */
export const COLUMNS = 'columns';
export const CHART = 'chart';
export const COMPARE = 'compare';
export const PREVIOUS = 'previous' as const;

/** Whether it is compared with the days before. */
export const isCompared = (search: ReportSearch): boolean => oneOf(search[COMPARE]) === PREVIOUS;

export type Saved = Required<Pick<NewSavedView, 'query' | 'display'>>;

/** What is kept of what a person sees. Presets stay presets, and the usual days are not kept. */
export function savedOf(entry: ReportEntry, address: ReportSearch, columns: readonly string[]): Saved {
  const periods = presetsOf(entry, address);
  const chart = oneOf(address[CHART]);
  return {
    query: keptOf(queryOf(entry, address)),
    display: {
      columns: [...columns],
      ...(chart !== undefined && { chart }),
      ...(isCompared(address) && { compare: PREVIOUS }),
      ...(hidesZeros(address) && { zeros: HIDDEN }),
      ...(Object.keys(periods).length > 0 && { periods }),
    },
  };
}

/** Saved views keep lists as addresses have them. */
const keptOf = (query: ReportQuery): Saved['query'] =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.map(listItem),
    ]),
  );

/** The address of a saved view. */
export function searchOf({ query, display }: SavedView): ReportSearch {
  const { columns, chart, compare, zeros, periods = {} } = display;
  return {
    ...query,
    ...(columns && { [COLUMNS]: columns }),
    ...(chart !== undefined && { [CHART]: chart }),
    ...(compare !== undefined && { [COMPARE]: compare }),
    ...(zeros !== undefined && { [ZEROS]: zeros }),
    ...Object.fromEntries(Object.entries(periods).map(([range, preset]) => [presetParameter(range), preset])),
  };
}

/** What an address has that a report is not asked: of another report, of another version, or for programs. */
export function leftOut(entry: ReportEntry, address: ReportSearch): readonly string[] {
  const { period, ranges } = asksOf(entry);
  const known = new Set([
    ...parametersOf(entry).map(({ name }) => name),
    ...[...(period ? [period] : []), ...ranges].map(({ name }) => presetParameter(name)),
    CHART,
    COLUMNS,
    COMPARE,
    ZEROS,
  ]);
  return Object.keys(address).filter((name) => !known.has(name));
}
