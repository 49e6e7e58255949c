const WRITTEN = /^(?<day>\d{4}-\d{2}-\d{2})[ T](?<clock>\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(?: ?(?:Z|UTC))?$/;

/** A time of UTC to the millisecond, as venues list their trades: `2026-01-31 12:05:00.250 UTC`. */
export const writeUtc = (iso: string): string =>
  new Date(iso).toISOString().replace('T', ' ').replace('Z', ' UTC');

/** The same as the API takes it. Undefined for everything else, such as 31 February. */
export function readUtc(text: string): string | undefined {
  const { day = '', clock = '' } = WRITTEN.exec(text.trim())?.groups ?? {};
  const time = new Date(`${day}T${clock}Z`);
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(`${day}T${clock.slice(0, 8)}`)) {
    return undefined;
  }
  return time.toISOString();
}
