import { offsetAt } from './days.ts';
import { texts } from './texts.ts';
import { personZone, UTC } from './zone.ts';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** The format of a zone, which is made once: making one takes longer than using it a hundred times. */
function inZones(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(texts.dates, { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const dayIn = inZones(DAY);
const clockIn = inZones(CLOCK);
const timeIn = inZones({ ...DAY, ...CLOCK });
const minuteIn = inZones({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dateIn = inZones({ day: 'numeric', month: 'short' });
const monthIn = inZones({ month: 'long', year: 'numeric' });
const RELATIVE = new Intl.RelativeTimeFormat(texts.language, { numeric: 'auto', style: 'short' });
const INTEGER = new Intl.NumberFormat(texts.language);
const LIST = new Intl.ListFormat(texts.language, { type: 'conjunction' });
const PLURAL = new Intl.PluralRules(texts.language);

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time of the zone in which the person reads. It always says which. */
export const formatTime = (iso: string): string => withZone(iso, timeIn);
export const formatClock = (iso: string): string => withZone(iso, clockIn);

/** Below a chart: `09:30`, or `2 Mar` where a day begins, in the zone in which the person reads. */
export function formatTick(epochSeconds: number): string {
  const [time, zone] = [new Date(epochSeconds * 1000), personZone()];
  const clock = minuteIn(zone).format(time);
  return clock === '00:00' ? dateIn(zone).format(time) : clock;
}

function withZone(iso: string, formatIn: (timeZone: string) => Intl.DateTimeFormat): string {
  const [time, zone] = [new Date(iso), personZone()];
  return `${formatIn(zone).format(time)} ${nameOfZone(time, zone)}`;
}

/** `UTC`, `UTC+1`, `UTC+5:30`: names such as CST mean several zones, and an offset says which of two equal clocks it is. */
function nameOfZone(time: Date, zone: string): string {
  if (zone === UTC) return UTC;
  const minutes = offsetAt(time, zone) / 60_000;
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return UTC;
  return `${UTC}${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** A day of the program, which is a day of UTC in every zone. */
export const formatDay = (iso: string): string => dayIn(UTC).format(new Date(iso));
/** The day of a time, in the zone in which the person reads it. */
export const formatDayOf = (iso: string): string => dayIn(personZone()).format(new Date(iso));
/** `3 Jan 2026 – 9 Jan 2026`, or one day. */
export const formatSpan = (start: string, end: string): string =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;
/** `2026-01` → `January 2026` */
export const formatMonth = (month: string): string => monthIn(UTC).format(new Date(month));
export const formatInteger = (value: number): string => INTEGER.format(value);
export const formatList = (items: readonly string[]): string => LIST.format(items);

/** `3 min. ago`, `in 2 hr.` */
export function formatDistance(iso: string, nowMs: number): string {
  const seconds = Math.round((new Date(iso).getTime() - nowMs) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
  return RELATIVE.format(Math.trunc(seconds / length), unit);
}

/** `1 d 4 h`, `3 d`, `12 min`, `45 s`, `0 s` for what is over. */
export function formatRemaining(iso: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((new Date(iso).getTime() - nowMs) / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

export const plural = (count: number, one: string, other: string): string =>
  `${formatInteger(count)} ${PLURAL.select(count) === 'one' ? one : other}`;

/** What the tab of the browser says, with how many things wait. */
export const pageTitle = (title: string, waiting = 0): string =>
  `${waiting > 0 ? `(${formatInteger(waiting)}) ` : ''}${title} · Quaestor`;

/** `APPROVAL_REQUESTED` → `Approval requested` */
export function sentenceOf(code: string): string {
  const own = texts.codes[code];
  if (own !== undefined) return own;
  const words = code.replaceAll(/[_.-]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The ends of a long address or id. */
export const shorten = (value: string): string =>
  value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value;
