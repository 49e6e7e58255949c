export const PERIODS = ['daily', 'weekly', 'monthly'] as const;
export type Period = (typeof PERIODS)[number];

/** Days as `YYYY-MM-DD`, both of them part of it. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The period that a day falls into. Weeks begin on a weekday (1 is Monday), months on a day of the month. */
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
