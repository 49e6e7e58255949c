import { LANGUAGE } from '../text/index.ts';

const EXACT = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/;
/** Dates with points have the day first. `05/04/2026` is not read: what it means depends on the country. */
const POINTS = /^(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})$/;
const DAY_FIRST = /^(?<day>\d{1,2})\.?\s*(?<name>\p{L}{3,})\.?\s*(?<year>\d{4})$/u;
const MONTH_FIRST = /^(?<name>\p{L}{3,})\.?\s*(?<day>\d{1,2}),?\s+(?<year>\d{4})$/u;

/** The day that a person typed, as `2026-01-31` or as `31 Jan 2026`; null if there is no such day. */
export function readDay(typed: string, language: string = LANGUAGE): string | null {
  const text = typed.trim();
  const parts = [EXACT, POINTS, DAY_FIRST, MONTH_FIRST].map((form) => form.exec(text)?.groups).find(Boolean);
  if (parts === undefined) return null;
  const { year = '', day = '', name } = parts;
  const month = name === undefined ? Number(parts['month']) : monthNamed(name, language);
  if (month === undefined) return null;
  const time = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  // 31 February would be read as a day of March.
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === Number(day);
  return exists ? `${year}-${time.toISOString().slice(5, 10)}` : null;
}

/** The month whose name begins so, in the language of the page or in English. */
function monthNamed(beginning: string, language: string): number | undefined {
  const found = [language, 'en']
    .map((locale) => namesOf(locale).findIndex((name) => name.startsWith(beginning.toLowerCase())))
    .find((place) => place >= 0);
  return found === undefined ? undefined : found + 1;
}

function namesOf(locale: string): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(new Date(Date.UTC(2026, month))).toLowerCase(),
  );
}
