export const DAY_MS = 86_400_000;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

/** Whether it is a day that exists, as `2026-01-31`. */
export function isDay(text: string | undefined): text is string {
  const ms = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some browsers take 31 February for a day of March.
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

/** The first day of the month that is so many months away. */
export function monthStart(day: string, months: number): string {
  const date = new Date(day);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months));
}
