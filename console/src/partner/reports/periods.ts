import type { ReportEntry } from '@quaestor/sdk';
import { presetNamed, presetOf, type Preset } from '../../shared/period/index.ts';
import { asksOf, type Range } from './parameters.ts';
import { oneOf, parametersOf, type ReportSearch } from './search.ts';

/** The range that reports have to have, and what else tells the server its days. */
const NEEDED = 'date';
const DATED = new Set(['date_from', 'date_to', 'order_id']);
const USUAL: Preset = '28d';

/** The parameter of the address with the preset of a range. */
export const presetParameter = (range: string): string => `${range}_period`;

const rangesOf = (entry: ReportEntry): readonly Range[] => {
  const { period, ranges } = asksOf(entry);
  return [...(period ? [period] : []), ...ranges];
};

/** The presets in the address, by the names of their ranges. */
export function presetsOf(entry: ReportEntry, search: ReportSearch): Readonly<Record<string, Preset>> {
  return Object.fromEntries(
    rangesOf(entry).flatMap(({ name }) => {
      const preset = presetNamed(oneOf(search[presetParameter(name)]));
      return preset === undefined ? [] : [[name, preset] as const];
    }),
  );
}

/** The address with the days that its presets mean on a day; without any, a report has the usual ones. */
export function withDays(entry: ReportEntry, search: ReportSearch, day: string): ReportSearch {
  const chosen = presetsOf(entry, search);
  const isDated = parametersOf(entry).some(({ name }) => DATED.has(name) && name in search);
  const presets = isDated ? chosen : { [NEEDED]: USUAL, ...chosen };
  const days = rangesOf(entry).flatMap(({ name, from, to }) => {
    const preset = presets[name];
    if (preset === undefined) return [];
    const period = presetOf(preset, day);
    return [[from, period.from] as const, [to, period.to] as const];
  });
  return { ...search, ...Object.fromEntries(days) };
}

/** A range with a preset in place of days. */
export const withPreset = ({ name, from, to }: Range, preset: Preset): ReportSearch => ({
  [presetParameter(name)]: preset,
  [from]: undefined,
  [to]: undefined,
});

/** A range with days in place of a preset, or without both. */
export const withRange = (
  { name, from, to }: Range,
  days: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): ReportSearch => ({ [presetParameter(name)]: undefined, [from]: days.from, [to]: days.to });
