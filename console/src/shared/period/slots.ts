import { addDays, DAY_MS, monthStart } from './days.ts';

/** Days of UTC as `2026-01-31`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** By what figures are grouped: how a day is named in it, and the first day of the next one. */
const UNITS = {
  day: { name: (day: string) => day, next: (day: string) => addDays(day, 1) },
  week: { name: weekOf, next: (day: string) => addDays(day, 7 - weekday(day)) },
  month: { name: (day: string) => day.slice(0, 7), next: (day: string) => monthStart(day, 1) },
  year: {
    name: (day: string) => day.slice(0, 4),
    next: (day: string) => monthStart(`${day.slice(0, 4)}-12-01`, 1),
  },
} as const;

export type Unit = keyof typeof UNITS;

export const unitNamed = (name: unknown): Unit | undefined =>
  (Object.keys(UNITS) as Unit[]).find((unit) => unit === name);

/** From 0 for Monday. */
function weekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** The ISO week, such as `2026-W05`: that of its Thursday. */
function weekOf(day: string): string {
  const thursday = addDays(day, 3 - weekday(day));
  const year = thursday.slice(0, 4);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / DAY_MS;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

/** The days, weeks, months or years that a period touches, in their order. */
export function slotsBetween(unit: Unit, { from, to }: Period): string[] {
  const { name, next } = UNITS[unit];
  const slots: string[] = [];
  for (let day = from; day <= to; day = next(day)) slots.push(name(day));
  return slots;
}
