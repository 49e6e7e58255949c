export const PERIODS = ['daily', 'weekly', 'monthly'] as const;
export type Period = (typeof PERIODS)[number];

/** Days as `YYYY-MM-DD`, both included. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The calendar period of a day. Weeks begin on a weekday (1 is Monday), months on a day of the month. */
export function periodOf(period: Period, value: number, day: string): Span {
  switch (period) {
    case 'daily':
      return { start: day, end: day };
    case 'weekly': {
      const weekday = new Date(day).getUTCDay();
      const start = addDays(day, -((weekday - value + 7) % 7));
      return { start, end: addDays(start, 6) };
    }
    case 'monthly': {
      const date = new Date(day);
      const begun = date.getUTCDate() >= value ? 0 : -1;
      const first = (months: number): string =>
        dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + begun + months, value)));
      return { start: first(0), end: addDays(first(1), -1) };
    }
  }
}

interface Schedule {
  readonly period: Period;
  readonly period_value: number;
  readonly created_at: Date;
  /** The last day of the last period that was run; null before the first run. */
  readonly run_through: string | null;
}

/**
 * The periods of a group that were not run yet, oldest first, without end. The first one starts on the day the group
 * was created, so it may be shorter than the calendar period it is part of.
 */
export function* periodsToRun({
  period,
  period_value,
  created_at,
  run_through,
}: Schedule): Generator<Span, never> {
  let start = run_through === null ? dayOf(created_at) : addDays(run_through, 1);
  for (;;) {
    const { end } = periodOf(period, period_value, start);
    yield { start, end };
    start = addDays(end, 1);
  }
}

/** The period that is paid next of those that include a day or come after it. */
export function currentPeriod(schedule: Schedule, day: string): Span {
  const periods = periodsToRun(schedule);
  let current = periods.next().value;
  while (current.end < day) current = periods.next().value;
  return current;
}
