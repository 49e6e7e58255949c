/** All times are shown in UTC, like those of the API, the logs and the venues. */
const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const INTEGER = new Intl.NumberFormat('en');
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const PLURAL = new Intl.PluralRules('en');

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export const formatTime = (iso: string): string => `${TIME.format(new Date(iso))} UTC`;
export const formatDay = (iso: string): string => DAY.format(new Date(iso));
/** `3 Jan 2026 – 9 Jan 2026`, or one day. */
export const formatSpan = (start: string, end: string): string =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;
/** `2026-01` → `January 2026` */
export const formatMonth = (month: string): string => MONTH.format(new Date(month));
export const formatClock = (iso: string): string => CLOCK.format(new Date(iso));
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
  const words = code.replaceAll(/[_.-]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The ends of a long address or id. */
export const shorten = (value: string): string =>
  value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value;
