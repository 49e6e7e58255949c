import { plural, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Posteingang',
  description: 'Alles, was auf Sie wartet, das Wichtigste zuerst.',
  empty: { title: 'Nichts wartet auf Sie' },
  columns: { what: 'Was', about: 'Worum es geht', by: 'Von', at: 'Seit' },
  others: (count) => `und ${plural(count, 'weiterer Eintrag', 'weitere Einträge')}`,
};
