import { formatDay, formatList, formatSpan, plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Übersicht',
  showAll: 'Alle anzeigen',
  showAllOf: (title) => `${title}: alle anzeigen`,
  balances: {
    title: 'Guthaben',
    valued: 'Zu unverbindlichen Kursen',
    missing: (venues) =>
      `Keine Antwort von ${formatList(venues)}: Das dortige Guthaben fehlt in diesen Zahlen.`,
    unpriced: (assets) => `Kein Kurs für ${formatList(assets)}: nicht in der Summe.`,
    unknown: '…',
    noPrice: 'Kein Preis',
    columns: { asset: 'Währung', total: 'Summe', value: (currency) => `Wert in ${currency}` },
  },
  waiting: {
    title: 'Wartet auf Sie',
    notApprover: 'Sie dürfen nicht freigeben: Nichts wartet auf Ihre Stimme.',
    nothing: 'Nichts wartet auf Ihre Stimme.',
    others: (count) => `und ${plural(count, 'weitere', 'weitere')}`,
    tasks: {
      doubtful: (count) =>
        count === 1 ? 'Auszahlung von Hand zu klären' : 'Auszahlungen von Hand zu klären',
      transfers: (count) =>
        count === 1 ? 'Umbuchung, deren Ankunft ungewiss ist' : 'Umbuchungen, deren Ankunft ungewiss ist',
      proposals: (count) =>
        count === 1 ? 'Vorschlag eines geführten Bestands' : 'Vorschläge geführter Bestände',
      settings: (count) =>
        count === 1 ? 'geführter Bestand zu bestätigen' : 'geführte Bestände zu bestätigen',
      screenings: (count) => (count === 1 ? 'Auszahlung zu prüfen' : 'Auszahlungen zu prüfen'),
      access: (count) =>
        count === 1 ? 'Zugriffsänderung zu entscheiden' : 'Zugriffsänderungen zu entscheiden',
      policies: () => 'vorgeschlagene Richtlinie zu entscheiden',
      destinations: (count) => (count === 1 ? 'Ziel zu bestätigen' : 'Ziele zu bestätigen'),
      jobs: (count) => (count === 1 ? 'endgültig gescheiterter Auftrag' : 'endgültig gescheiterte Aufträge'),
      webhooks: (count) => (count === 1 ? 'nicht empfangener Webhook' : 'nicht empfangene Webhooks'),
    },
  },
  inFlight: {
    title: 'Unterwegs',
    none: 'Nichts ist zwischen zwei Börsen unterwegs.',
    transfers: (count) => plural(count, 'Umbuchung', 'Umbuchungen'),
  },
  latest: {
    title: 'Letzte Bewegungen',
    none: 'Noch keine Auszahlung und kein Umtausch.',
    withdrawal: 'Auszahlung',
    conversion: (asset) => `Umtausch in ${asset}`,
  },
  venues: {
    title: 'Börsen',
    switches: (withdrawals, trading) => `Auszahlungen ${withdrawals}, Handel ${trading}`,
    modes: { live: 'echt', simulate: 'simuliert', off: 'aus' },
    notLive: 'Noch nicht verbunden',
  },
  history: {
    title: 'Wert und Bewegungen',
    about: (from, to) => `${formatSpan(from, to)}, Tage in UTC`,
    none: 'Noch ist kein Guthaben festgehalten. Das geschieht alle zehn Minuten und am Ende jedes Tages.',
    value: 'Wert',
    valueChart: (currency) => `Wert aller Börsen nach Tag in ${currency}`,
    gaps: (days) =>
      `${plural(days, 'Tag hat', 'Tage haben')} keinen Wert: Eine Börse war nicht lesbar, oder eine Währung hatte keinen Kurs.`,
    flows: 'Ein- und Ausgänge',
    flowsAbout:
      'Die Linie zeigt Eingänge, die gestrichelte Ausgänge. Umbuchungen zwischen eigenen Börsen zählen nicht.',
    flowsChart: (currency) => `Ein- und Ausgänge nach Tag in ${currency}`,
    flowGaps: (days) =>
      `${plural(days, 'Tag ist', 'Tage sind')} nicht ganz bekannt: Einzahlungen waren nicht lesbar, oder eine Währung hatte keinen Kurs.`,
    venues: (day) => `Nach Börse, ${formatDay(day)}`,
    table: 'Nach Tag als Tabelle',
    unknown: 'Unbekannt',
    columns: {
      day: 'Tag',
      value: (currency) => `Wert in ${currency}`,
      deposits: 'Eingang',
      withdrawals: 'Ausgang',
      fees: 'Gebühren',
    },
  },
  usage: {
    title: 'Grenzen der Richtlinie',
    none: 'Keine geltende Regel begrenzt eine Summe.',
    unknown: 'Nicht bekannt: Ein Preis fehlt. Bis es einen gibt, werden Freigaben verlangt.',
    share: (rule) => `Genutzter Anteil von Regel ${rule}`,
    spent: (spent, limit, asset) => `${spent} von ${limit} ${asset}`,
    remaining: (remaining, asset) => `${remaining} ${asset} übrig`,
  },
};
