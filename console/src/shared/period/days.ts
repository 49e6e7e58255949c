export const DAY_MS = 86_400_000;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

/** Whether it is a day that exists, as `2026-01-31`. */
export function isDay(text: string | undefined): text is string {
  const ms = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some browsers take 31 February for a day of March.
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

/** No fact is of another day: one such as 9999-12-31 means no end, has millions of days before it, and none after it. */
const [FIRST, LAST] = ['1999-01-01', '2100-12-31'];

/** Whether it is a day that calendars show, and whose neighbours can be counted. */
export const isUsualDay = (text: string | undefined): text is string =>
  isDay(text) && text >= FIRST && text <= LAST;

/** The first day of the month that is so many months away. */
export function monthStart(day: string, months: number): string {
  const date = new Date(day);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months));
}
