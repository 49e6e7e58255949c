const DAY_MS = 24 * 60 * 60 * 1000;

const TIME =
  /^([12]\d{3}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{3}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

/** From `start` until just before `end`. */
export interface TimeSpan {
  readonly start: string;
  readonly end: string;
}

/** The instants that a time covers: all that agree with what it says. */
export function timeSpan(text: string): TimeSpan | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, day = '', minute = '00:00', second = '00', millisecond = '000', zone = 'Z'] = match;
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  // A day that its month does not have is read as one of the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const start = Date.parse(`${day}T${minute}:${second}.${millisecond}${zone}`);
  const lengthMs = match[4] ? 1 : match[3] ? 1000 : match[2] ? 60_000 : DAY_MS;
  return { start: new Date(start).toISOString(), end: new Date(start + lengthMs).toISOString() };
}
