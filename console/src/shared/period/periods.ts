/** Days of UTC as `2026-01-31`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const PERIODS = ['7d', '28d', '90d', '12m'] as const;
export type PeriodName = (typeof PERIODS)[number];

const DAYS: Readonly<Partial<Record<PeriodName, number>>> = { '7d': 7, '28d': 28, '90d': 90 };
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const today = (): string => dayOf(Date.now());
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

/** The first day of the month that is so many months away. */
export function monthStart(day: string, months: number): string {
  const date = new Date(day);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months));
}

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

/** What its figures are grouped by. */
export const unitOf = (name: PeriodName): 'day' | 'month' => (DAYS[name] === undefined ? 'month' : 'day');

/** The days or months of a period, in their order. */
export function slotsOf(name: PeriodName, { from, to }: Period): string[] {
  const slots: string[] = [];
  const unit = unitOf(name);
  for (let day = from; day <= to; day = unit === 'day' ? addDays(day, 1) : monthStart(day, 1)) {
    slots.push(unit === 'day' ? day : day.slice(0, 7));
  }
  return slots;
}
