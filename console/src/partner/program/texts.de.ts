import { formatDay, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Übersicht',
  about: (from, to) => `Das ganze Programm, ${formatDay(from)} bis ${formatDay(to)} (UTC).`,
  all: 'Alle anzeigen',
  allOf: (title) => `${title}: alle anzeigen`,
  partners: 'Partner, die am meisten verdienten',
  countries: 'Länder',
  byReward: 'Nach Prämien der ersten Ebene, in USD',
  leftOut:
    'Prämien der ersten Ebene sind, was Partner an den Aufträgen ihrer eigenen Kunden verdienen. Prämien der zweiten Ebene und Aufstiegsprämien kommen hinzu; Provisionen bewegen sich nur zwischen Partnern.',
  waiting: { title: 'Wartende Vorschläge', nothing: 'Kein Vorschlag wartet.' },
  payouts: { title: 'Letzte Abrechnungen', nothing: 'Noch wurde nichts gutgeschrieben.' },
  batches: { title: 'Letzte Daten', nothing: 'Noch wurden keine Daten gesendet.' },
};
