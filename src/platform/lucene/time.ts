const MONTH = String.raw`(?:0[1-9]|1[0-2])`;
const CLOCK = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const ZONE = String.raw`Z|[+-](?:0\d|1[0-4]):[0-5]\d`;

/** A year, a month, a day, or an instant with a zone, up to PostgreSQL's microseconds. */
const TIME = new RegExp(
  String.raw`^(?<year>[12]\d{3})(?:-(?<month>${MONTH})(?:-(?<day>\d\d)` +
    String.raw`(?:T(?<minute>${CLOCK})(?::(?<second>[0-5]\d)(?:\.(?<fraction>\d{1,6}))?)?(?<zone>${ZONE}))?)?)?$`,
);

/** From `start` until just before `end`. */
export interface TimeSpan {
  readonly start: string;
  readonly end: string;
}

/** The instants that a partial time covers. */
export function timeSpan(text: string): TimeSpan | undefined {
  const parts = TIME.exec(text)?.groups;
  if (!parts) return undefined;
  const { year, month, day, minute, second, fraction, zone } = parts;
  if (day === undefined) return calendarSpan(Number(year), month === undefined ? undefined : Number(month));
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00:00Z`);
  // JavaScript reads February 30 as March 1 or 2.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return undefined;
  if (minute === undefined) return spanFrom(midnight.getTime(), '', DAY_US);
  const startMs = Date.parse(`${date}T${minute}:${second ?? '00'}${zone}`);
  if (fraction !== undefined) return spanFrom(startMs, fraction, 10 ** (6 - fraction.length));
  return spanFrom(startMs, '', second === undefined ? MINUTE_US : SECOND_US);
}

const SECOND_US = 1_000_000;
const MINUTE_US = 60 * SECOND_US;
const DAY_US = 24 * 60 * MINUTE_US;

function calendarSpan(year: number, month: number | undefined): TimeSpan {
  const startMs = Date.UTC(year, (month ?? 1) - 1);
  const endMs = month === undefined ? Date.UTC(year + 1) : Date.UTC(year, month);
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}

function spanFrom(startMs: number, fraction: string, lengthUs: number): TimeSpan {
  const startUs = BigInt(startMs) * 1000n + BigInt(fraction.padEnd(6, '0'));
  return { start: toIso(startUs), end: toIso(startUs + BigInt(lengthUs)) };
}

function toIso(microseconds: bigint): string {
  const rest = ((microseconds % 1000n) + 1000n) % 1000n;
  const whole = new Date(Number((microseconds - rest) / 1000n)).toISOString();
  return rest === 0n ? whole : whole.replace('Z', `${rest.toString().padStart(3, '0')}Z`);
}
