const DAY = /^\d{4}-\d\d-\d\d$/;

/** The day that a person typed, as `2026-01-31` or as `31 Jan 2026`; null if there is no such day. */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const ms = Date.parse(DAY.test(text) ? text : `${text} UTC`);
  if (!/\d{4}/.test(text) || Number.isNaN(ms)) return null;
  const day = new Date(ms).toISOString().slice(0, 10);
  // 31 February would be read as a day of March.
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  return numbers.includes(Number(day.slice(-2))) ? day : null;
}
