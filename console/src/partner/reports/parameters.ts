import type { ReportEntry } from '@quaestor/sdk';
import { parametersOf } from './search.ts';
import { texts } from './texts.ts';

type Parameter = ReportEntry['filters'][number];

/** Two parameters that bound something. */
export interface Range {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** What people fill in: ranges of dates, and single parameters. */
export interface Asks {
  /** The dates that most people change first. */
  readonly period: Range | undefined;
  readonly ranges: readonly Range[];
  readonly others: readonly Parameter[];
}

/** Parameters with a place of their own on the screen. */
const PLACED = new Set(['group_by', 'ordering']);

export function asksOf(entry: ReportEntry): Asks {
  const parameters = parametersOf(entry).filter(
    ({ name }) => !PLACED.has(name) && !entry.path_parameters.some((part) => part.name === name),
  );
  const dates = new Set(parameters.filter(({ type }) => type === 'date').map(({ name }) => name));
  const all = [...dates].flatMap((from): Range[] => {
    const name = from.replace(/_from$/, '');
    const to = `${name}_to`;
    return name !== from && dates.has(to) ? [{ name, from, to }] : [];
  });
  const [period, ...ranges] = all;
  const inRange = new Set(all.flatMap(({ from, to }) => [from, to]));
  return { period, ranges, others: parameters.filter(({ name }) => !inRange.has(name)) };
}

/** What the screen calls the parameters, for what the server says about them. */
export const namesOf = (entry: ReportEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(parametersOf(entry).map(({ name }) => [name, texts.field(name)]));
