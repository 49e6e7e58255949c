export const DAY_MS = 86_400_000;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

/** The first day of the month that is so many months away. */
export function monthStart(day: string, months: number): string {
  const date = new Date(day);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months));
}
