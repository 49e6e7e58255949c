const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('0000-01-01');
const LAST_MS = Date.parse('9999-12-31');

/** Days are `YYYY-MM-DD`, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** No further than days can be written. */
export const addDays = (day: string, count: number): string =>
  dayOf(new Date(Math.min(Math.max(Date.parse(day) + count * DAY_MS, FIRST_MS), LAST_MS)));

/** The ISO week of a Monday, such as 2024-W09. Its year is that of its Thursday. */
export function isoWeek(monday: string): string {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  const dayOfYear = Math.round((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / DAY_MS);
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}
