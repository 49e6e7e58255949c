import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  copy: (what) => `Kopieren: ${what}`,
  copied: 'Kopiert',
  keep: 'Beibehalten',
  reason: 'Grund',
};
