import { monthStart } from '../../shared/period/index.ts';

const MONTHS = 24;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month of a day and those before, newest first, with the one that the address asks for. */
export function monthsWith(wanted: string | undefined, day: string): string[] {
  const last = Array.from({ length: MONTHS }, (_, ago) => monthStart(day, -ago).slice(0, 7));
  if (wanted === undefined || !MONTH.test(wanted)) return last;
  return [...new Set([...last, wanted])].toSorted().toReversed();
}
