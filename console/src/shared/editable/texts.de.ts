import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  change: 'Ändern',
  discard: 'Verwerfen',
  overtaken:
    'Jemand anderes hat dies geändert, während Sie es offen hatten. Was Sie eingegeben haben, ist noch da. Wenn Sie wieder speichern, ersetzt es, was andere gespeichert haben.',
  loadNewest: 'Die andere Fassung statt meiner laden',
};
