import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  filter: 'Filtern',
  example: (filter) => `Etwa ${filter}`,
  fault: (offset, message) => `Zeichen ${offset + 1}: ${message}`,
};
