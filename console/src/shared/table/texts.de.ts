import { formatInteger, plural, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  rows: (count) => plural(count, 'Zeile', 'Zeilen'),
  rowsOf: (loaded, total) => `${formatInteger(loaded)} von ${plural(total, 'Zeile', 'Zeilen')} geladen`,
  rowsSoFar: (loaded) => `Bisher ${plural(loaded, 'Zeile', 'Zeilen')} geladen`,
  loading: 'Wird geladen',
  download: 'Angezeigte Zeilen als CSV herunterladen',
  downloadLoaded: (loaded) => `${plural(loaded, 'geladene Zeile', 'geladene Zeilen')} als CSV herunterladen`,
  adjust: 'Spalten und Zeilen',
  dense: 'Enge Zeilen',
  selected: 'Ausgewählt',
  select: (name) => `${name} auswählen`,
  none: '–',
};
