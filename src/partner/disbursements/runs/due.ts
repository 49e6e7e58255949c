const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_MS = 86_400_000;
/** A day on which no process ran is made up for on one of the next days. */
const MAX_DAYS_LATE = 3;

/** The last day of a schedule, today or a few days ago; undefined if there is none. */
export function dueDay(schedule: string, now: Date): string | undefined {
  for (let late = 0; late <= MAX_DAYS_LATE; late += 1) {
    const day = new Date(now.getTime() - late * DAY_MS);
    if (WEEKDAYS[day.getUTCDay()] === schedule || String(day.getUTCDate()) === schedule)
      return day.toISOString().slice(0, 10);
  }
  return undefined;
}
