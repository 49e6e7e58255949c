import type { ReportEntry } from '@quaestor/sdk';

/** The state of a report in its address: its parameters by their names, and how it is shown. */
export type ReportSearch = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A report and what the address says about it. */
export interface AskedProps {
  readonly entry: ReportEntry;
  /** With what the path of the report needs, and with the usual dates. */
  readonly search: ReportSearch;
}

/** Changes a part of the present address. */
export type Change = (part: ReportSearch) => void;

/** Parameters of the API that are not for people: the screen decides about pages, and programs follow changes. */
const OWN = new Set(['limit', 'offset', 'format', 'updated_since']);

export const parametersOf = ({ path_parameters, filters }: ReportEntry) =>
  [...path_parameters, ...filters].filter(({ name }) => !OWN.has(name));

/** Keeps texts and lists of texts. Numbers and flags come from addresses that people wrote themselves. */
export function reportSearch(search: Readonly<Record<string, unknown>>): ReportSearch {
  const kept = Object.entries(search).flatMap(([name, value]) => {
    const read = Array.isArray(value) ? value.flatMap((each) => toText(each) ?? []) : toText(value);
    return read === undefined || read.length === 0 ? [] : [[name, read] as const];
  });
  return Object.fromEntries(kept);
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

type Given = string | readonly string[] | undefined;

/** The items of a list as the API has it: one in double quotes can have commas, and two quotes for one. */
const ITEM = /(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))(?=,|$)/g;

const split = (text: string): string[] =>
  Array.from(text.matchAll(ITEM), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);

/** The values of a list, which the address has like the API. */
export const listOf = (value: Given): readonly string[] =>
  value === undefined ? [] : [value].flat().flatMap(split);

export const oneOf = (value: Given): string | undefined => (typeof value === 'string' ? value : value?.[0]);

export type ReportQuery = Readonly<Record<string, string | readonly string[]>>;

/** What the address asks of the report. */
export function queryOf(entry: ReportEntry, search: ReportSearch): ReportQuery {
  const asked = parametersOf(entry).flatMap(({ name, is_list: isList }) => {
    const value = isList ? listOf(search[name]) : oneOf(search[name]);
    return value === undefined || value.length === 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries(asked);
}

/** What the rows are grouped by, in this order. */
export const groupsOf = ({ grouping }: ReportEntry, search: ReportSearch): readonly string[] => {
  const groups = listOf(search['group_by']);
  return groups.length > 0 ? groups : (grouping?.default ?? []);
};

/** Other groups, without orderings by what is no longer grouped by. */
export function regroup(
  { dimensions }: ReportEntry,
  search: ReportSearch,
  groups: readonly string[],
): ReportSearch {
  const gone = (name: string) =>
    dimensions.some((dimension) => dimension.name === name) && !groups.includes(name);
  const ordering = listOf(search['ordering']).filter((name) => !gone(name.replace(/^-/, '')));
  return { group_by: orNone(groups), ordering: orNone(ordering) };
}

/** A list without members is not in the address. */
export const orNone = (list: readonly string[]): readonly string[] | undefined =>
  list.length === 0 ? undefined : list;

/** The first click descends, the second ascends, the third leaves the order to the server. */
export function nextOrdering(name: string, ordering: readonly string[]): readonly string[] | undefined {
  if (ordering.length === 1 && ordering[0] === `-${name}`) return [name];
  if (ordering.length === 1 && ordering[0] === name) return undefined;
  return [`-${name}`];
}
