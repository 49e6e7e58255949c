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
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const localAt = localMinutes(quiet.timeZone);
  const isQuiet = (minute: number) => modulo(localAt(minute) - from) < modulo(until - from);
  const begun = Math.floor(now.getTime() / MINUTE_MS);
  if (!isQuiet(begun)) return now;
  let minute = begun;
  // A change to or from summer time can skip the end, or put it off.
  while (isQuiet(minute)) minute = evenUntil(minute, minute + modulo(until - localAt(minute)), localAt);
  return new Date(minute * MINUTE_MS);
}

type LocalMinutes = (minute: number) => number;

/** The minute of the local day, by the minutes since 1970. */
function localMinutes(timeZone: string): LocalMinutes {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (minute) => minutesOf(format.format(minute * MINUTE_MS));
}

/** The last minute, or the first one in between from which the clocks are changed. */
function evenUntil(first: number, last: number, localAt: LocalMinutes): number {
  const offsetAt = (minute: number) => modulo(localAt(minute) - minute);
  const offset = offsetAt(first);
  let [before, after] = [first, last];
  if (offsetAt(last) === offset) return last;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const modulo = (minutes: number): number => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
