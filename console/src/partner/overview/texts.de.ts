import { formatDay, plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Übersicht',
  about: (from, to) =>
    `Was Ihre Kunden vom ${formatDay(from)} bis ${formatDay(to)} taten, und was es einbrachte.`,
  figures: {
    rewards: 'Prämien der ersten Ebene',
    volume: 'Volumen',
    clients: 'Neue Kunden',
    conversion: 'Konversion',
    usd: 'USD',
    millions: 'Mio. USD',
    none: 'Keine Klicks',
  },
  leftOut:
    'Prämien der ersten Ebene sind, was die Aufträge Ihrer eigenen Kunden einbrachten, gutgeschrieben oder nicht. Was insgesamt gutgeschrieben wurde, steht unten.',
  compared: (from, to) => `Verglichen mit ${formatDay(from)} bis ${formatDay(to)}`,
  chart: (figure, unit) => `${figure} nach ${unit === 'day' ? 'Tag' : 'Monat'}`,
  table: { day: 'Zahlen der einzelnen Tage anzeigen', month: 'Zahlen der einzelnen Monate anzeigen' },
  columns: { day: 'Tag', month: 'Monat' },
  tops: {
    links: 'Beste Links',
    countries: 'Beste Länder',
    symbols: 'Beste Symbole',
    nothing: 'Kein Auftrag brachte in diesem Zeitraum eine Prämie der ersten Ebene.',
    byReward: 'Nach Prämien der ersten Ebene',
    direct: 'Ohne Link',
    unknown: 'Unbekannt',
  },
  all: 'Bericht öffnen',
  allOf: (title) => `Bericht öffnen: ${title}`,
  balance: {
    title: 'Guthaben',
    reserved: (amount, currency) => `Davon sind ${amount} ${currency} für Rabatte reserviert.`,
    empty: 'Es gibt noch kein Konto.',
  },
  credited: {
    title: 'Zuletzt gutgeschrieben',
    nothing: 'Noch wurde nichts gutgeschrieben.',
    about: (orders, payout) => `${plural(orders, 'Auftrag', 'Aufträge')}, Abrechnung ${payout}`,
    at: 'Gutgeschrieben',
    why: 'Zusammensetzung anzeigen',
    all: {
      title: 'Gutgeschrieben',
      about:
        'In USD, für die Aufträge dieses Zeitraums und für die darin fälligen Aufstiegsprämien, soweit bisher gutgeschrieben.',
      kinds: {
        reward: 'Prämien der ersten Ebene',
        second_level_reward: 'Prämien der zweiten Ebene',
        progress_reward: 'Aufstiegsprämien',
        commission: 'Erhaltene Provisionen',
        commission_paid: 'An Vermittler gezahlte Provisionen',
        adjustment: 'Korrekturen früherer Tage',
      },
      total: 'Insgesamt gutgeschrieben',
      nothing: 'Für diesen Zeitraum wurde noch nichts gutgeschrieben.',
      days: 'Jeden Tag anzeigen',
    },
  },
  tier: {
    title: 'Stufe',
    none: 'Sie sind noch nicht in eine bessere Stufe aufgestiegen.',
    group: (id) => `Stufe ${id}`,
    named: (name, id) => `${name}, Stufe ${id}`,
    highest: 'Das ist die höchste Stufe.',
    next: {
      title: (name) => `Als Nächstes: ${name}`,
      bar: (name) => `Fortschritt bis ${name}`,
      reached: (reached, threshold, days) => `${reached} von ${threshold} in ${plural(days, 'Tag', 'Tagen')}`,
      missing: (missing, name) => `Bis ${name} fehlen: ${missing}`,
      done: (name) =>
        `Sie haben erreicht, was ${name} verlangt. Das Programm entscheidet, wann Sie aufsteigen.`,
    },
    since: (at) => `Seit ${formatDay(at)}`,
    risen: (before) => `Aufgestiegen von Stufe ${before}`,
    pays: (percent) => `Sie zahlt ${percent} % der Grundprämie.`,
    toppedUp: 'Aufgestockt um',
    why: 'Berechnung anzeigen',
  },
  clients: {
    title: 'Ihre Kunden',
    clients: 'Kunden',
    accounts: 'Ihre Konten',
    subpartners: 'Partner unter Ihnen',
  },
};
