import { dayAt, UTC } from '../text/index.ts';
import { addDays, DAY_MS, dayOf, monthStart } from './days.ts';
import { slotsBetween, type Period } from './slots.ts';

export const PERIODS = ['7d', '28d', '90d', '12m'] as const;
export type PeriodName = (typeof PERIODS)[number];

const DAYS: Readonly<Partial<Record<PeriodName, number>>> = { '7d': 7, '28d': 28, '90d': 90 };

/** The present day of the program, or of another zone. */
export const today = (zone = UTC): string => dayAt(new Date(), zone);
export const periodNamed = (name: unknown): PeriodName => PERIODS.find((known) => known === name) ?? '28d';

/** The state of a screen about a period. */
export const periodSearch = ({
  period,
}: {
  readonly period?: unknown;
}): { readonly period?: PeriodName | undefined } => ({
  period: period === undefined ? undefined : periodNamed(period),
});

/** The period that ends with a day. */
export function periodOf(name: PeriodName, last: string): Period {
  const days = DAYS[name];
  return { from: days === undefined ? monthStart(last, -11) : addDays(last, 1 - days), to: last };
}

/** The period to compare it with: as many days before it, or the same months a year before. */
export function previousOf(name: PeriodName, last: string): Period {
  const days = DAYS[name];
  if (days !== undefined) return periodOf(name, addDays(last, -days));
  const date = new Date(last);
  const [year, month, day] = [date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()];
  const end = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return periodOf(name, dayOf(Date.UTC(year, month, Math.min(day, end))));
}

/** As many days, which end right before the period begins. */
export function daysBefore({ from, to }: Period): Period {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** What its figures are grouped by. */
export const unitOf = (name: PeriodName): 'day' | 'month' => (DAYS[name] === undefined ? 'month' : 'day');

/** The days or months of a period, in their order. */
export const slotsOf = (name: PeriodName, period: Period): string[] => slotsBetween(unitOf(name), period);
