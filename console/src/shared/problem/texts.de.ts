import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  unexpected: 'Etwas Unerwartetes ist geschehen.',
  field: (name) => `${name}: `,
  placed: (list, place, name) => `${list} ${place}, ${name}`,
  quoted: (name) => `„${name}“`,
  trace: (id) => `Trace-ID ${id}`,
  traceId: 'Trace-ID',
  retry: 'Noch einmal versuchen',
  notConfirmed: 'Sie haben nicht bestätigt, deshalb wurde nichts geändert.',
};
