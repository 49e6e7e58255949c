import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  find: 'Finden',
  saved: {
    title: 'Gespeicherte Filter',
    none: 'Filtern Sie die Liste, dann speichern Sie den Filter hier. Er bleibt in diesem Browser.',
    name: 'Name des Filters',
    save: 'Speichern',
    remove: (name) => `${name} entfernen`,
  },
};
