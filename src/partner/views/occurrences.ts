/** When something happens again and again, by the clock of a place. */
export interface Rhythm {
  readonly every: 'day' | 'week' | 'month';
  /** Of a week: Monday is 1. */
  readonly weekday: number | null;
  /** Of a month, 1 to 28. */
  readonly day: number | null;
  /** `07:00` */
  readonly time: string;
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;
/** A month, and a day for each side on which the date of the place differs from that of UTC. */
const DAYS = 33;

/** The first time after a moment. */
export const nextAfter = (rhythm: Rhythm, moment: Date): Date =>
  find(rhythm, moment, 1, (time) => time > moment);

/** The last time until a moment, which may be that moment. */
export const lastUntil = (rhythm: Rhythm, moment: Date): Date =>
  find(rhythm, moment, -1, (time) => time <= moment);

function find(rhythm: Rhythm, moment: Date, step: 1 | -1, isRight: (time: Date) => boolean): Date {
  const midnight = Math.floor(moment.getTime() / DAY_MS) * DAY_MS;
  // From the day on the other side, whose date may be the present one there.
  for (let days = -1; days < DAYS; days += 1) {
    const day = new Date(midnight + days * step * DAY_MS);
    const time = isOn(rhythm, day) ? momentOf(rhythm, day) : undefined;
    if (time && isRight(time)) return time;
  }
  throw new Error('There is no day for this rhythm.');
}

function isOn({ every, weekday, day }: Rhythm, date: Date): boolean {
  if (every === 'week') return (date.getUTCDay() || 7) === weekday;
  return every === 'day' || date.getUTCDate() === day;
}

/**
 * The moment at which the clocks of a place show a time on a day. A time that comes twice counts when it comes first; one
 * that is left out counts as much later as the clocks are put forward.
 */
function momentOf({ time, timeZone }: Rhythm, day: Date): Date {
  const shown = Date.parse(`${day.toISOString().slice(0, 10)}T${time}:00Z`);
  const candidates = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - offsetAt(near, timeZone));
  const right = candidates.filter((each) => each + offsetAt(each, timeZone) === shown);
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...candidates));
}

/** How far the clocks of a place are ahead of UTC, to the minute. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(ms / 1000) * 1000;
}
