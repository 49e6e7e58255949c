import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './charge-texts.ts';

export const texts: Translation<typeof english> = {
  receives: 'Der Empfänger erhält',
  fee: 'Gebühr der Börse',
  leaves: 'Verlässt die Börse',
  unknown: 'bekannt, wenn sie gesendet wird',
  wrong:
    'Die Börse hat eine andere Gebühr berechnet als angekündigt: Der Empfänger hat einen anderen Betrag erhalten als angefordert.',
};
