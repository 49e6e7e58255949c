/** Local times of day, such as 22:00, in a time zone such as Europe/Berlin. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** When a message can be sent: now, or when the quiet hours end. */
export function afterQuiet(now: Date, quiet: QuietHours | undefined): Date {
  if (quiet === undefined) return now;
  const [from, until, at] = [quiet.from, quiet.until, timeOfDay(now, quiet.timeZone)].map(minutesOf) as [
    number,
    number,
    number,
  ];
  const since = modulo(at - from);
  if (since >= modulo(until - from)) return now;
  const begun = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const end = new Date(begun + modulo(until - at) * MINUTE_MS);
  // A change to or from summer time in between moves the end.
  const shift = modulo(until - minutesOf(timeOfDay(end, quiet.timeZone)));
  return new Date(end.getTime() + (shift > DAY_MINUTES / 2 ? shift - DAY_MINUTES : shift) * MINUTE_MS);
}

const timeOfDay = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    time,
  );

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const modulo = (minutes: number): number => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
