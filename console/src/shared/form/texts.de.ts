import 'dayjs/locale/de.js';
import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  dates: (zone) => `Tage, in ${zone}`,
  calendar: 'de',
  dayFormat: 'D. MMM YYYY',
  programDay: 'Ein Tag ist ein Tag in UTC.',
  allDates: 'Alle Tage',
  day: 'Etwa 31. Jan. 2026',
  clear: 'Tage löschen',
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  presets: {
    today: 'Heute',
    '7d': 'Letzte 7 Tage',
    '28d': 'Letzte 28 Tage',
    month: 'Dieser Monat',
    last_month: 'Letzter Monat',
    year: 'Dieses Jahr',
  },
};
