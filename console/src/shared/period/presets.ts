import { addDays, monthStart } from './days.ts';
import type { Period } from './slots.ts';

/** Ranges of days that move with the present day. */
const RANGES = {
  today: (day: string) => day,
  '7d': (day: string) => addDays(day, -6),
  '28d': (day: string) => addDays(day, -27),
  month: (day: string) => monthStart(day, 0),
  last_month: (day: string) => monthStart(day, -1),
  year: (day: string) => `${day.slice(0, 4)}-01-01`,
} as const satisfies Readonly<Record<string, (day: string) => string>>;

export type Preset = keyof typeof RANGES;

const PRESETS = Object.keys(RANGES) as Preset[];

export const presetNamed = (name: unknown): Preset | undefined => PRESETS.find((known) => known === name);

/** The days of a preset, as seen on a day. All but the last month end with it. */
export const presetOf = (preset: Preset, day: string): Period => ({
  from: RANGES[preset](day),
  to: preset === 'last_month' ? addDays(monthStart(day, 0), -1) : day,
});

/**
 * The presets to choose from on a day, of at most so many days. Of those with the same days only the first: a click could
 * mean either, and tomorrow they differ.
 */
export function presetsOn(day: string, mostDays?: number): readonly (Period & { name: Preset })[] {
  const all = PRESETS.map((name) => ({ name, ...presetOf(name, day) }));
  return all.filter(
    ({ from, to }, place) =>
      (mostDays === undefined || addDays(from, mostDays - 1) >= to) &&
      all.findIndex((other) => other.from === from && other.to === to) === place,
  );
}
