import { UTC } from './zone.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** No zone is further from UTC. */
const FURTHEST_MS = 15 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Midnight is 0 and not 24 with `h23`; years of four digits sort as texts. */
function partsIn(time: Date, timeZone: string): Readonly<Record<string, string>> {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
}

/** How far the clocks of a zone are ahead of UTC at a time. */
export function offsetAt(time: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(time, timeZone);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return local - Math.floor(time.getTime() / 1000) * 1000;
}

/** The day of a zone at a time, as `2026-01-31`. */
export function dayAt(time: Date, timeZone: string): string {
  if (timeZone === UTC) return time.toISOString().slice(0, 10);
  const { year, month, day } = partsIn(time, timeZone);
  return `${year}-${month}-${day}`;
}

/** When a day begins in a zone: at the first minute of it, which need not be midnight where clocks change. */
export function startOfDay(day: string, timeZone: string): Date {
  const middle = Date.parse(`${day}T00:00:00.000Z`);
  if (timeZone === UTC) return new Date(middle);
  let [before, from] = [middle - FURTHEST_MS, middle + FURTHEST_MS];
  while (from - before > MINUTE_MS) {
    const half = Math.floor((before + from) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayAt(new Date(half), timeZone) < day) before = half;
    else from = half;
  }
  return new Date(from);
}

/** The last millisecond of a day in a zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), timeZone).getTime() - 1);
