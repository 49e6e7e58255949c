/** The zone of what the program itself counts by: the API, files, and the days of reports. */
export const UTC = 'UTC';

let zone = UTC;

/** The time zone in which the person reads times. */
export const personZone = (): string => zone;

/** Follows the choice of the person, before any screen is shown. A zone that this browser does not know is not used. */
export function setPersonZone(chosen: string | null): void {
  zone = isKnown(chosen ?? UTC) ? (chosen ?? UTC) : UTC;
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
