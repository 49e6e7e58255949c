import { plural, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  find: 'Finden',
  cut: (rows) =>
    `Hier werden nur die ersten ${plural(rows, 'Zeile', 'Zeilen')} gezeigt und gefunden. Es kann mehr geben.`,
  saved: {
    title: 'Gespeicherte Filter',
    none: 'Filtern Sie die Liste, dann speichern Sie den Filter hier. Er bleibt in diesem Browser.',
    name: 'Name des Filters',
    save: 'Speichern',
    remove: (name) => `${name} entfernen`,
  },
};
